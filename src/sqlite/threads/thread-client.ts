// Calls methods on a thread: the writer's, or one that does tasks. A message to a dead thread is lost without an error, so the death of the thread
// rejects all pending calls.

import { StoreError, type StoreErrorCode, type StoreProblem } from "../../inventory/store-error.ts";
import type { SqliteWriter } from "../writer.ts";

/** Methods of threads that do one task (task-thread.ts). */
export const TASK_METHODS = ["openStage", "addRows", "applyStage", "closeStage", "undo"] as const;

export type TaskMethod = (typeof TASK_METHODS)[number];

type Method = keyof SqliteWriter | "open" | "vacuum" | TaskMethod;

/** `open` comes before the writer's own methods; `vacuum` and tasks have threads of their own. */
export type Request = { readonly id: number; readonly method: Method; readonly args: readonly unknown[] };

export type Reply =
  | { readonly id: number; readonly result: unknown }
  | {
      readonly id: number;
      readonly failure: Failure;
    };

/** An error of the thread. Without a code it is a defect in petstock. */
export interface Failure {
  readonly code: StoreErrorCode | null;
  readonly message: string;
  readonly problem?: StoreProblem | undefined;
}

interface PendingCall {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Methods that may or may not have committed when the thread dies during them. */
const COMMITTING: ReadonlySet<string> = new Set<Method>([
  "commit",
  "createKey",
  "revokeKey",
  "rotateKey",
  "relinkKey",
  "openKeyLink",
  "createHook",
  "editHook",
  "removeHook",
  "applyStage",
  "undo",
]);

/** Names a thread in messages: `the writer thread died`. */
type ThreadName = "writer thread" | "task thread" | "vacuum thread";

export class ThreadClient {
  readonly #name: ThreadName;
  readonly #worker: Worker;
  readonly #pending = new Map<number, PendingCall & { method: string }>();
  #lastId = 0;
  #dead = false;
  #endExpected = false;

  constructor(name: ThreadName, worker: Worker, onDeath: (error: StoreError) => void) {
    this.#name = name;
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#settle(data);
    const end = (cause: string) => this.#end(cause, onDeath);
    worker.addEventListener("error", (event) => end(event.message));
    worker.addEventListener("close", () => end("it ended"));
  }

  call(method: Method, args: readonly unknown[]): Promise<unknown> {
    if (this.#dead) return Promise.reject(new StoreError("unavailable", `the ${this.#name} has died`));
    this.#lastId += 1;
    const request: Request = { id: this.#lastId, method, args };
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#pending.set(request.id, { method, resolve, reject });
    this.#worker.postMessage(request);
    return promise;
  }

  async close(): Promise<void> {
    // The connection ended with the thread.
    if (this.#dead) return;
    this.#endExpected = true;
    await this.call("close", []);
    this.#worker.terminate();
  }

  get isDead(): boolean {
    return this.#dead;
  }

  /** Ends a thread that has no database open; it would keep the process alive. */
  terminate(): void {
    this.#endExpected = true;
    this.#worker.terminate();
  }

  /** Leaves a busy thread: it ends with the process, which does not wait for it. */
  abandon(): void {
    this.#endExpected = true;
    this.#worker.unref();
  }

  #settle(reply: Reply): void {
    const call = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ("result" in reply) call?.resolve(reply.result);
    else call?.reject(errorOf(reply.failure));
  }

  #end(cause: string, onDeath: (error: StoreError) => void): void {
    if (this.#dead) return;
    this.#dead = true;
    const message = `the ${this.#name} died: ${cause}`;
    for (const { method, reject } of this.#pending.values()) {
      reject(new StoreError(COMMITTING.has(method) ? "outcome_unknown" : "unavailable", message));
    }
    this.#pending.clear();
    if (!this.#endExpected) onDeath(new StoreError("unusable", message));
  }
}

function errorOf({ code, message, problem }: Failure): Error {
  return code === null ? new Error(message) : new StoreError(code, message, { problem });
}

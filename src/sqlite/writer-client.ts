// This end of the conversation with the writer's thread. A message to a dead thread vanishes, so its death fails whatever
// waits for it.

import { type StoreErrorCode, StoreError } from "../inventory/store-error.ts";
import type { SqliteWriter } from "./writer.ts";

type Method = keyof SqliteWriter | "open" | "vacuum";

/** `open` comes before the writer's own methods. */
export type Request = { readonly id: number; readonly method: Method; readonly args: readonly unknown[] };

export type Reply =
  | { readonly id: number; readonly result: unknown }
  | {
      readonly id: number;
      readonly failure: { readonly code: StoreErrorCode | null; readonly message: string };
    };

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Methods whose effect cannot be known when the thread dies with them. */
const UNKNOWABLE: ReadonlySet<string> = new Set<Method>(["commit", "createKey", "revokeKey", "rotateKey"]);

export class WriterClient {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting & { method: string }>();
  #lastId = 0;
  #dead = false;
  #endExpected = false;

  constructor(worker: Worker, onDeath: (error: StoreError) => void) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#settle(data);
    const end = (cause: string) => this.#end(cause, onDeath);
    worker.addEventListener("error", (event) => end(event.message));
    worker.addEventListener("close", () => end("it ended"));
  }

  call(method: Method, args: readonly unknown[]): Promise<unknown> {
    if (this.#dead) return Promise.reject(new StoreError("unavailable", "the writer thread has died"));
    this.#lastId += 1;
    const request: Request = { id: this.#lastId, method, args };
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(request.id, { method, resolve, reject });
    this.#worker.postMessage(request);
    return promise;
  }

  async close(): Promise<void> {
    // With the thread its connection is gone as well.
    if (this.#dead) return;
    this.#endExpected = true;
    await this.call("close", []);
    this.#worker.terminate();
  }

  /** Ends a thread that has nothing open: left alone, it would keep the process alive. */
  terminate(): void {
    this.#endExpected = true;
    this.#worker.terminate();
  }

  /** Leaves a thread that is busy: it ends with the process, which does not wait for it. */
  abandon(): void {
    this.#endExpected = true;
    this.#worker.unref();
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ("result" in reply) waiting?.resolve(reply.result);
    else waiting?.reject(errorOf(reply.failure));
  }

  #end(cause: string, onDeath: (error: StoreError) => void): void {
    if (this.#dead) return;
    this.#dead = true;
    const words = `the writer thread died: ${cause}`;
    for (const { method, reject } of this.#waiting.values()) {
      reject(new StoreError(UNKNOWABLE.has(method) ? "outcome_unknown" : "unavailable", words));
    }
    this.#waiting.clear();
    if (!this.#endExpected) onDeath(new StoreError("unusable", words));
  }
}

/** An error without a code is a defect of ours. */
function errorOf({ code, message }: { code: StoreErrorCode | null; message: string }): Error {
  return code === null ? new Error(message) : new StoreError(code, message);
}

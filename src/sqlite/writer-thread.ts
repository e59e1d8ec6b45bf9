// The writer on a thread of its own, so that a slow disk does not stall the list. Both ends of the conversation are
// here: `startWriterThread` for the service, `runWriterThread` for the thread.
//
// A message to a dead thread vanishes, so its death fails whatever waits for it.

import { type StoreErrorCode, StoreError } from "../inventory/store.ts";
import { packChanges, packOutcomes, unpackChanges, unpackOutcomes } from "./messages.ts";
import { SqliteWriter, type WriterOptions } from "./writer.ts";

/** The writer's methods, as promises: what a store needs, whether the writer is on this thread or another. */
export type AsyncWriter = {
  [M in keyof SqliteWriter]: (...args: Parameters<SqliteWriter[M]>) => Promise<ReturnType<SqliteWriter[M]>>;
};

type Method = keyof SqliteWriter;

/** The first message opens the file. */
type Request = { readonly id: number; readonly method: Method | "open"; readonly args: readonly unknown[] };

type Reply =
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

/** Starts the thread and opens the file there. `onDeath` is called where the thread ends before it was closed. */
export async function startWriterThread(
  startWorker: () => Worker,
  options: WriterOptions,
  onDeath: (error: StoreError) => void,
): Promise<AsyncWriter> {
  const line = new Line(startWorker(), onDeath);
  try {
    await line.call("open", [options]);
  } catch (error) {
    line.terminate();
    throw error;
  }
  const call =
    <M extends Method>(method: M) =>
    (...args: Parameters<SqliteWriter[M]>) =>
      line.call(method, args) as Promise<ReturnType<SqliteWriter[M]>>;
  return {
    async commit(changes, since) {
      const outcomes = await line.call("commit", [packChanges(changes), since]);
      return unpackOutcomes(outcomes as string, changes);
    },
    createKey: call("createKey"),
    revokeKey: call("revokeKey"),
    rotateKey: call("rotateKey"),
    touchKeys: call("touchKeys"),
    removeExpired: call("removeExpired"),
    close: () => line.close(),
  };
}

class Line {
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

  call(method: Method | "open", args: readonly unknown[]): Promise<unknown> {
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

  /** Ends a thread that opened nothing: left alone, it would keep the process alive. */
  terminate(): void {
    this.#endExpected = true;
    this.#worker.terminate();
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

/** The part of a worker's global scope that the thread uses. */
export interface WorkerScope {
  onmessage: ((event: MessageEvent<Request>) => void) | null;
  postMessage(reply: Reply): void;
}

/** Answers requests, one after the other. Must be called before the entry's first await, or messages are lost. */
export function runWriterThread(scope: WorkerScope): void {
  let writer: SqliteWriter | undefined;
  scope.onmessage = ({ data: { id, method, args } }) => {
    try {
      if (method === "open") {
        writer = new SqliteWriter(args[0] as WriterOptions);
        scope.postMessage({ id, result: undefined });
        return;
      }
      if (writer === undefined) throw new Error("the writer was not opened");
      scope.postMessage({ id, result: perform(writer, method, args) });
    } catch (error) {
      const code = error instanceof StoreError ? error.code : null;
      scope.postMessage({
        id,
        failure: { code, message: error instanceof Error ? error.message : String(error) },
      });
    }
  };
}

function perform(writer: SqliteWriter, method: Method, args: readonly unknown[]): unknown {
  if (method === "commit") return commitPacked(writer, args as [string, number | undefined]);
  const work = writer[method] as (...args: readonly unknown[]) => unknown;
  return work.apply(writer, args as unknown[]);
}

function commitPacked(writer: SqliteWriter, [changes, since]: [string, number | undefined]): string {
  return packOutcomes(writer.commit(unpackChanges(changes), since));
}

/** The writer on this thread, for commands that have nothing else to do. */
export function directWriter(options: WriterOptions): AsyncWriter {
  const writer = new SqliteWriter(options);
  return {
    commit: async (changes, since) => writer.commit(changes, since),
    createKey: async (key) => writer.createKey(key),
    revokeKey: async (id, at) => writer.revokeKey(id, at),
    rotateKey: async (rotation) => writer.rotateKey(rotation),
    touchKeys: async (uses) => writer.touchKeys(uses),
    removeExpired: async (range) => writer.removeExpired(range),
    close: async () => writer.close(),
  };
}

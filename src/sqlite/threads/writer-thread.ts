// The writer on a thread of its own, so that a slow disk does not delay lists: `startWriterThread` runs in the service,
// `runWriterThread` in the thread.

import type { CommitUnit, OutcomeOf } from "../../inventory/commit-unit.ts";
import { StoreError } from "../../inventory/store-error.ts";
import { packOutcomes, packUnits, unpackOutcomes, unpackUnits } from "./writer-messages.ts";
import {
  type Failure,
  type Reply,
  type Request,
  TASK_METHODS,
  type TaskMethod,
  ThreadClient,
} from "./thread-client.ts";
import { TaskRunner } from "./task-thread.ts";
import { vacuum, type VacuumTask } from "../file/vacuum.ts";
import { SqliteWriter, type WriterOptions } from "../writer.ts";

/** The writer's methods as promises, whether the writer runs on this thread or another. */
export type AsyncWriter = {
  [M in Exclude<keyof SqliteWriter, "commit" | "commitUnlessLocked">]: (
    ...args: Parameters<SqliteWriter[M]>
  ) => Promise<ReturnType<SqliteWriter[M]>>;
} & {
  commit<U extends CommitUnit>(units: readonly U[], since?: number): Promise<readonly OutcomeOf<U>[]>;
  /** A client reads the inventory or follows its changes. Commits of the caller's thread, if any, keep off it for a while. */
  noteRead(): void;
};

type Method = keyof SqliteWriter;

/** Starts the thread and opens the file there. Calls `onDeath` if the thread ends before it was closed. */
export async function startWriterThread(
  startWorker: () => Worker,
  options: WriterOptions,
  onDeath: (error: StoreError) => void,
): Promise<AsyncWriter> {
  const client = new ThreadClient("writer thread", startWorker(), onDeath);
  try {
    await client.call("open", [options]);
  } catch (error) {
    client.terminate();
    throw error;
  }
  const call =
    <M extends Method>(method: M) =>
    (...args: Parameters<SqliteWriter[M]>) =>
      client.call(method, args) as Promise<ReturnType<SqliteWriter[M]>>;
  return {
    async commit(units, since) {
      const outcomes = await client.call("commit", [packUnits(units), since]);
      return unpackOutcomes(outcomes as string, units);
    },
    createKey: call("createKey"),
    revokeKey: call("revokeKey"),
    rotateKey: call("rotateKey"),
    relinkKey: call("relinkKey"),
    openKeyLink: call("openKeyLink"),
    createHook: call("createHook"),
    editHook: call("editHook"),
    removeHook: call("removeHook"),
    beatHooks: call("beatHooks"),
    touchKeys: call("touchKeys"),
    removeExpired: call("removeExpired"),
    checkpoint: call("checkpoint"),
    noteRead: () => {},
    close: () => client.close(),
  };
}

/** The members of a worker's global scope that the thread uses. */
export interface WorkerScope {
  onmessage: ((event: MessageEvent<Request>) => void) | null;
  postMessage(reply: Reply): void;
}

/** Handles requests one after the other. Must be called before the entry's first await, or messages are lost. */
export function runWriterThread(scope: WorkerScope): void {
  const tasks = new TaskRunner();
  let writer: SqliteWriter | undefined;
  const work = ({ method, args }: Request): unknown => {
    if (method === "vacuum") return vacuum(args[0] as VacuumTask);
    if (isTask(method)) return tasks.run(method, args);
    if (method === "open") {
      writer = new SqliteWriter(args[0] as WriterOptions);
      return undefined;
    }
    if (writer === undefined) throw new Error("the writer was not opened");
    return perform(writer, method, args);
  };
  scope.onmessage = ({ data: request }) => {
    const { id } = request;
    const fail = (error: unknown) => scope.postMessage({ id, failure: failureOf(error) });
    try {
      const result = work(request);
      if (result instanceof Promise)
        result.then((known) => scope.postMessage({ id, result: known })).catch(fail);
      else scope.postMessage({ id, result });
    } catch (error) {
      fail(error);
    }
  };
}

function isTask(method: Request["method"]): method is TaskMethod {
  return (TASK_METHODS as readonly string[]).includes(method);
}

function failureOf(error: unknown): Failure {
  if (error instanceof StoreError)
    return { code: error.code, message: error.message, problem: error.problem };
  return { code: null, message: error instanceof Error ? error.message : String(error) };
}

function perform(writer: SqliteWriter, method: Method, args: readonly unknown[]): unknown {
  if (method === "commit") return commitPacked(writer, args as [string, number | undefined]);
  const work = writer[method] as (...args: readonly unknown[]) => unknown;
  return work.apply(writer, args as unknown[]);
}

function commitPacked(writer: SqliteWriter, [packed, since]: [string, number | undefined]): string {
  const units = unpackUnits(packed);
  return packOutcomes(writer.commit(units, since), units);
}

/** The writer on this thread, for commands, which wait for each commit anyway. */
export function directWriter(options: WriterOptions): AsyncWriter {
  const writer = new SqliteWriter(options);
  return {
    commit: async (units, since) => writer.commit(units, since),
    createKey: async (key, idempotencyKey) => writer.createKey(key, idempotencyKey),
    revokeKey: async (revocation) => writer.revokeKey(revocation),
    rotateKey: async (rotation) => writer.rotateKey(rotation),
    relinkKey: async (relink) => writer.relinkKey(relink),
    openKeyLink: async (opening) => writer.openKeyLink(opening),
    createHook: async (hook) => writer.createHook(hook),
    editHook: async (id, edit, by) => writer.editHook(id, edit, by),
    removeHook: async (id, by) => writer.removeHook(id, by),
    beatHooks: async (beat) => writer.beatHooks(beat),
    touchKeys: async (uses) => writer.touchKeys(uses),
    removeExpired: async (range) => writer.removeExpired(range),
    checkpoint: async () => writer.checkpoint(),
    noteRead: () => {},
    close: async () => writer.close(),
  };
}

// Imports and undos of a service, each on a thread of its own: their statements take long, and SQLite blocks
// the thread that runs them. `TaskRunner` runs in the thread, all else in the service.

import { isOutOfDescriptors, NO_DESCRIPTORS } from "../../files/descriptors.ts";
import type { DuplicateRow, ImportOptions, StagedRow } from "../../inventory/import.ts";
import type { Timeout } from "../../inventory/clock.ts";
import { StoreError } from "../../inventory/store-error.ts";
import type { UndoOptions, UndoResult } from "../../inventory/undo.ts";
import type { TaskOptions } from "../file/task-connection.ts";
import { SqliteImportStage } from "../import-stage.ts";
import { type PackedDuplicate, type PackedRows, unpackRows } from "./stage-messages.ts";
import { undo } from "../undo.ts";
import { type TaskMethod, ThreadClient } from "./thread-client.ts";

/** A thread loads its code, and opens a database with temporary files. */
const THREAD_DESCRIPTORS = 16;
/** Longest time that a thread waits for its next task, ms. Starting one takes longer than most tasks. */
const IDLE_MS_MAX = 30_000;

/** The threads of a store, started when they are needed. The caller limits how many work at once. */
export class TaskThreads implements Disposable {
  readonly #startWorker: () => Worker;
  readonly #idle = new Map<ThreadClient, Timeout>();
  #isClosed = false;

  constructor(startWorker: () => Worker) {
    this.#startWorker = startWorker;
  }

  /** Its calls are rejected when it dies; the service goes on without it. Throws a StoreError where no descriptor is left for it. */
  take(): ThreadClient {
    const [idle] = this.#idle;
    if (idle === undefined) return this.#start();
    const [thread, timer] = idle;
    clearTimeout(timer);
    this.#idle.delete(thread);
    return thread;
  }

  /** Keeps a thread that has nothing open. */
  giveBack(thread: ThreadClient): void {
    if (this.#isClosed || this.#idle.size > 0 || thread.isDead) return thread.terminate();
    const timer = setTimeout(() => this.#end(thread), IDLE_MS_MAX);
    timer.unref();
    this.#idle.set(thread, timer);
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    for (const thread of this.#idle.keys()) this.#end(thread);
  }

  #start(): ThreadClient {
    // Without descriptors the start of a thread ends the whole process.
    if (isOutOfDescriptors(THREAD_DESCRIPTORS))
      throw new StoreError("unavailable", NO_DESCRIPTORS, { problem: "no_descriptors" });
    return new ThreadClient("task thread", this.#startWorker(), () => {});
  }

  #end(thread: ThreadClient): void {
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    thread.terminate();
  }
}

/** Throws a StoreError: `outcome_unknown` if the thread dies. */
export async function undoOnThread(
  threads: TaskThreads,
  options: TaskOptions,
  wanted: UndoOptions,
): Promise<UndoResult> {
  const thread = threads.take();
  try {
    return (await thread.call("undo", [options, wanted])) as UndoResult;
  } finally {
    threads.giveBack(thread);
  }
}

/** The thread's side: one stage, or one undo, at a time. */
export class TaskRunner {
  #stage: SqliteImportStage | undefined;

  async run(method: TaskMethod, args: readonly unknown[]): Promise<unknown> {
    switch (method) {
      case "undo":
        return undo(args[0] as TaskOptions, args[1] as UndoOptions);
      case "openStage":
        this.#stage = new SqliteImportStage(args[0] as TaskOptions);
        return undefined;
      case "addRows":
        return this.#add(args[0] as PackedRows);
      case "applyStage":
        return this.#opened.apply(args[0] as ImportOptions);
      case "closeStage":
        return this.#close();
    }
  }

  async #add(packed: PackedRows): Promise<PackedDuplicate[]> {
    const rows = unpackRows(packed);
    return packDuplicates(rows, await this.#opened.add(rows));
  }

  async #close(): Promise<void> {
    const stage = this.#opened;
    this.#stage = undefined;
    await stage[Symbol.asyncDispose]();
  }

  get #opened(): SqliteImportStage {
    if (this.#stage === undefined) throw new Error("the stage was not opened");
    return this.#stage;
  }
}

function packDuplicates(rows: readonly StagedRow[], duplicates: readonly DuplicateRow[]): PackedDuplicate[] {
  if (duplicates.length === 0) return [];
  const indexOf = new Map(rows.map((row, index) => [row, index]));
  return duplicates.map(({ row, firstLine }) => [indexOf.get(row) as number, firstLine]);
}

// Imports and undos of a service, each on a thread of its own: their statements take long, and SQLite blocks the thread that
// runs them. `TaskRunner` runs in the thread, all else in the service.

import type {
  DuplicateRow,
  ImportOptions,
  ImportResult,
  ImportStage,
  StagedRow,
} from "../inventory/import.ts";
import type { Timeout } from "../inventory/ports.ts";
import type { UndoOptions, UndoResult } from "../inventory/undo.ts";
import type { TaskOptions } from "./file/task-connection.ts";
import { SqliteImportStage } from "./import-stage.ts";
import { type PackedDuplicate, packRows, unpackRows } from "./stage-messages.ts";
import { undo } from "./undo.ts";
import { type TaskMethod, WriterClient } from "./writer-client.ts";

/** Longest time that a thread waits for its next task, ms. Starting one takes longer than most tasks. */
const IDLE_MS_MAX = 30_000;

/** The threads of a store, started when they are needed. The caller limits how many work at once. */
export class TaskThreads implements Disposable {
  readonly #startWorker: () => Worker;
  readonly #idle = new Map<WriterClient, Timeout>();
  #isClosed = false;

  constructor(startWorker: () => Worker) {
    this.#startWorker = startWorker;
  }

  /** Its calls are rejected when it dies; the service goes on without it. */
  take(): WriterClient {
    const [idle] = this.#idle;
    if (idle === undefined) return new WriterClient(this.#startWorker(), () => {});
    const [thread, timer] = idle;
    clearTimeout(timer);
    this.#idle.delete(thread);
    return thread;
  }

  /** Keeps a thread that has nothing open. */
  giveBack(thread: WriterClient): void {
    if (this.#isClosed || this.#idle.size > 0 || thread.isDead) return thread.terminate();
    const timer = setTimeout(() => this.#end(thread), IDLE_MS_MAX);
    timer.unref();
    this.#idle.set(thread, timer);
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    for (const thread of this.#idle.keys()) this.#end(thread);
  }

  #end(thread: WriterClient): void {
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

export class ThreadedImportStage implements ImportStage {
  readonly #threads: TaskThreads;
  readonly #thread: WriterClient;

  private constructor(threads: TaskThreads, thread: WriterClient) {
    this.#threads = threads;
    this.#thread = thread;
  }

  /** Opens the database on a thread. Throws a StoreError. */
  static async open(threads: TaskThreads, options: TaskOptions): Promise<ThreadedImportStage> {
    const thread = threads.take();
    try {
      await thread.call("openStage", [options]);
      return new ThreadedImportStage(threads, thread);
    } catch (error) {
      threads.giveBack(thread);
      throw error;
    }
  }

  async add(rows: readonly StagedRow[]): Promise<readonly DuplicateRow[]> {
    const duplicates = (await this.#thread.call("addRows", [packRows(rows)])) as PackedDuplicate[];
    return duplicates.map(([index, firstLine]) => ({ row: rows[index] as StagedRow, firstLine }));
  }

  apply(options: ImportOptions): Promise<ImportResult> {
    return this.#thread.call("applyStage", [options]) as Promise<ImportResult>;
  }

  /** After the work that runs: a connection must not be open when its thread ends. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.#thread.call("closeStage", []);
      this.#threads.giveBack(this.#thread);
    } catch {
      // The thread has died, and its connection with it; its own call has failed already.
      this.#thread.terminate();
    }
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
        return this.#addRows(unpackRows(args[0] as string));
      case "applyStage":
        return this.#opened.apply(args[0] as ImportOptions);
      case "closeStage":
        return this.#close();
    }
  }

  async #close(): Promise<void> {
    const stage = this.#opened;
    this.#stage = undefined;
    await stage[Symbol.asyncDispose]();
  }

  async #addRows(rows: readonly StagedRow[]): Promise<PackedDuplicate[]> {
    const duplicates = await this.#opened.add(rows);
    if (duplicates.length === 0) return [];
    const indexOf = new Map(rows.map((row, index) => [row, index]));
    return duplicates.map(({ row, firstLine }) => [indexOf.get(row) as number, firstLine]);
  }

  get #opened(): SqliteImportStage {
    if (this.#stage === undefined) throw new Error("the stage was not opened");
    return this.#stage;
  }
}

// Imports and undos of a service, each on a thread of its own: their statements take long, and SQLite blocks the thread that
// runs them. `ThreadedImportStage` and `undoOnThread` run in the service, `TaskRunner` in the thread.

import type {
  DuplicateRow,
  ImportOptions,
  ImportResult,
  ImportStage,
  StagedRow,
} from "../inventory/import.ts";
import type { UndoOptions, UndoResult } from "../inventory/undo.ts";
import type { TaskOptions } from "./file/task-connection.ts";
import { SqliteImportStage } from "./import-stage.ts";
import { type PackedDuplicate, packRows, unpackRows } from "./stage-messages.ts";
import { undo } from "./undo.ts";
import { type TaskMethod, WriterClient } from "./writer-client.ts";

/** Throws a StoreError: `outcome_unknown` if the thread dies. */
export async function undoOnThread(
  startWorker: () => Worker,
  options: TaskOptions,
  wanted: UndoOptions,
): Promise<UndoResult> {
  const thread = startThread(startWorker);
  try {
    return (await thread.call("undo", [options, wanted])) as UndoResult;
  } finally {
    thread.terminate();
  }
}

export class ThreadedImportStage implements ImportStage {
  readonly #thread: WriterClient;

  private constructor(thread: WriterClient) {
    this.#thread = thread;
  }

  /** Starts the thread, and opens the database there. Throws a StoreError. */
  static async open(startWorker: () => Worker, options: TaskOptions): Promise<ThreadedImportStage> {
    const thread = startThread(startWorker);
    try {
      await thread.call("openStage", [options]);
      return new ThreadedImportStage(thread);
    } catch (error) {
      thread.terminate();
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

  /** Waits for the work that runs: a connection must not be open when its thread ends. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.#thread.call("closeStage", []);
    } catch {
      // The thread has died, and its connection with it; its own call has failed already.
    }
    this.#thread.terminate();
  }
}

/** Its calls are rejected when it dies; the service goes on without it. */
function startThread(startWorker: () => Worker): WriterClient {
  return new WriterClient(startWorker(), () => {});
}

/** The thread's side: one stage, or one undo. */
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
        return this.#opened[Symbol.asyncDispose]();
    }
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

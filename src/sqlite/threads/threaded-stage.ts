// A stage whose tables are on a thread (task-thread.ts), as the service uses it.

import type {
  DuplicateRow,
  ImportOptions,
  ImportResult,
  ImportStage,
  StagedRow,
} from "../../inventory/import.ts";
import type { TaskOptions } from "../file/task-connection.ts";
import { type PackedDuplicate, packRows } from "./stage-messages.ts";
import type { TaskThreads } from "./task-thread.ts";
import type { ThreadClient } from "./thread-client.ts";

/** Opens the database on a thread. Throws a StoreError. */
export async function openImportStage(threads: TaskThreads, options: TaskOptions): Promise<ImportStage> {
  const thread = threads.take();
  try {
    await thread.call("openStage", [options]);
    return new ThreadedStage(threads, thread);
  } catch (error) {
    threads.giveBack(thread);
    throw error;
  }
}

class ThreadedStage implements ImportStage {
  readonly #threads: TaskThreads;
  readonly #thread: ThreadClient;

  constructor(threads: TaskThreads, thread: ThreadClient) {
    this.#threads = threads;
    this.#thread = thread;
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

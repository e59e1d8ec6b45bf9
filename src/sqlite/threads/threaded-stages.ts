// Stages whose tables are on a thread (task-thread.ts), as the service uses them.

import type {
  DuplicateRow,
  ImportOptions,
  ImportResult,
  ImportStage,
  StagedRow,
} from "../../inventory/import.ts";
import type {
  DuplicateLabel,
  LabelChangeOptions,
  LabelChangeResult,
  LabelStage,
} from "../../inventory/label-store.ts";
import type { LabelRow } from "../../inventory/label.ts";
import type { TaskOptions } from "../file/task-connection.ts";
import { type PackedDuplicate, packLabels, packRows } from "./stage-messages.ts";
import type { TaskThreads } from "./task-thread.ts";
import type { StageMethod, ThreadClient } from "./thread-client.ts";

/** Opens the database on a thread. Throws a StoreError. */
export async function openImportStage(threads: TaskThreads, options: TaskOptions): Promise<ImportStage> {
  return new ThreadedImportStage(threads, await openedThread(threads, "openStage", options));
}

/** Opens the database on a thread. Throws a StoreError. */
export async function openLabelStage(threads: TaskThreads, options: TaskOptions): Promise<LabelStage> {
  return new ThreadedLabelStage(threads, await openedThread(threads, "openLabelStage", options));
}

async function openedThread(
  threads: TaskThreads,
  method: StageMethod,
  options: TaskOptions,
): Promise<ThreadClient> {
  const thread = threads.take();
  try {
    await thread.call(method, [options]);
    return thread;
  } catch (error) {
    threads.giveBack(thread);
    throw error;
  }
}

class ThreadedStage implements AsyncDisposable {
  readonly #threads: TaskThreads;
  protected readonly thread: ThreadClient;

  constructor(threads: TaskThreads, thread: ThreadClient) {
    this.#threads = threads;
    this.thread = thread;
  }

  protected async addTo<Row>(
    rows: readonly Row[],
    packed: unknown,
  ): Promise<readonly { readonly row: Row; readonly firstLine: number }[]> {
    const duplicates = (await this.thread.call("addRows", [packed])) as PackedDuplicate[];
    return duplicates.map(([index, firstLine]) => ({ row: rows[index] as Row, firstLine }));
  }

  /** After the work that runs: a connection must not be open when its thread ends. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.thread.call("closeStage", []);
      this.#threads.giveBack(this.thread);
    } catch {
      // The thread has died, and its connection with it; its own call has failed already.
      this.thread.terminate();
    }
  }
}

class ThreadedImportStage extends ThreadedStage implements ImportStage {
  add(rows: readonly StagedRow[]): Promise<readonly DuplicateRow[]> {
    return this.addTo(rows, packRows(rows));
  }

  apply(options: ImportOptions): Promise<ImportResult> {
    return this.thread.call("applyStage", [options]) as Promise<ImportResult>;
  }
}

class ThreadedLabelStage extends ThreadedStage implements LabelStage {
  add(rows: readonly LabelRow[]): Promise<readonly DuplicateLabel[]> {
    return this.addTo(rows, packLabels(rows));
  }

  apply(options: LabelChangeOptions): Promise<LabelChangeResult> {
    return this.thread.call("applyStage", [options]) as Promise<LabelChangeResult>;
  }
}

// Imports, changes of labels and undos of a service, each on a thread of its own: their statements take long, and SQLite blocks
// the thread that runs them. `TaskRunner` runs in the thread, all else in the service.

import type { ImportOptions } from "../../inventory/import.ts";
import type { LabelChangeOptions } from "../../inventory/label-store.ts";
import type { Timeout } from "../../inventory/clock.ts";
import type { UndoOptions, UndoResult } from "../../inventory/undo.ts";
import type { TaskOptions } from "../file/task-connection.ts";
import { SqliteImportStage } from "../import-stage.ts";
import { SqliteLabelStage } from "../label-stage.ts";
import { type PackedDuplicate, type PackedRows, unpackLabels, unpackRows } from "./stage-messages.ts";
import type { Repeated } from "../stage-table.ts";
import { undo } from "../undo.ts";
import { type TaskMethod, ThreadClient } from "./thread-client.ts";

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

  /** Its calls are rejected when it dies; the service goes on without it. */
  take(): ThreadClient {
    const [idle] = this.#idle;
    if (idle === undefined) return new ThreadClient("task thread", this.#startWorker(), () => {});
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
  #stage: OpenStage | undefined;

  async run(method: TaskMethod, args: readonly unknown[]): Promise<unknown> {
    switch (method) {
      case "undo":
        return undo(args[0] as TaskOptions, args[1] as UndoOptions);
      case "openStage":
        this.#stage = importStage(args[0] as TaskOptions);
        return undefined;
      case "openLabelStage":
        this.#stage = labelStage(args[0] as TaskOptions);
        return undefined;
      case "addRows":
        return this.#opened.add(args[0]);
      case "applyStage":
        return this.#opened.apply(args[0]);
      case "closeStage":
        return this.#close();
    }
  }

  async #close(): Promise<void> {
    const stage = this.#opened;
    this.#stage = undefined;
    await stage.close();
  }

  get #opened(): OpenStage {
    if (this.#stage === undefined) throw new Error("the stage was not opened");
    return this.#stage;
  }
}

/** A stage whose arguments are messages. */
interface OpenStage {
  add(packed: unknown): Promise<PackedDuplicate[]>;
  apply(options: unknown): Promise<unknown>;
  close(): Promise<void>;
}

function importStage(options: TaskOptions): OpenStage {
  const stage = new SqliteImportStage(options);
  return {
    async add(packed) {
      const rows = unpackRows(packed as PackedRows);
      return packDuplicates(rows, await stage.add(rows));
    },
    apply: (wanted) => stage.apply(wanted as ImportOptions),
    close: () => stage[Symbol.asyncDispose](),
  };
}

function labelStage(options: TaskOptions): OpenStage {
  const stage = new SqliteLabelStage(options);
  return {
    async add(packed) {
      const rows = unpackLabels(packed as string);
      return packDuplicates(rows, await stage.add(rows));
    },
    apply: (wanted) => stage.apply(wanted as LabelChangeOptions),
    close: () => stage[Symbol.asyncDispose](),
  };
}

function packDuplicates<Row>(rows: readonly Row[], duplicates: readonly Repeated<Row>[]): PackedDuplicate[] {
  if (duplicates.length === 0) return [];
  const indexOf = new Map(rows.map((row, index) => [row, index]));
  return duplicates.map(({ row, firstLine }) => [indexOf.get(row) as number, firstLine]);
}

// VACUUM (https://sqlite.org/lang_vacuum.html): a database without free pages, in its own place or in another file. It
// takes seconds for each gigabyte and cannot be interrupted, so it runs on a thread that can be left behind.

import type { Database } from "bun:sqlite";
import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { steadyClock } from "../../inventory/ports.ts";
import { connect } from "./connect.ts";
import { translateErrors } from "../errors.ts";
import { sleepSync, retryWhileBusy } from "./lock.ts";
import { openForWriting } from "./open.ts";
import { WriterClient } from "../writer-client.ts";

export interface VacuumTask {
  readonly path: string;
  /** A file that is there and empty; the database itself is rewritten where absent. */
  readonly into?: string;
  readonly lockTimeoutMs: number;
}

/** Whether the file has its new size, which readers of an old snapshot put off. */
export type Vacuumed = boolean;

export interface VacuumOptions {
  /** Starts the thread; without it this one is blocked. */
  readonly startWorker?: (() => Worker) | undefined;
  /** Called at the beginning, and then ten times a second, to look how far it is. */
  readonly onTick: () => void;
  readonly signal: AbortSignal;
}

const TICK_MS = 100;
/** Between two tries to write the log back. */
const CHECKPOINT_PAUSE_MS = 20;

/** Throws the signal's reason as soon as it is given; what was begun then ends with the process. */
export async function runVacuum(
  task: VacuumTask,
  { startWorker, onTick, signal }: VacuumOptions,
): Promise<Vacuumed> {
  signal.throwIfAborted();
  // A small database is done before the first tenth of a second is over, and its progress is shown all the same.
  onTick();
  return startWorker === undefined ? vacuum(task) : vacuumOnThread(task, { startWorker, onTick, signal });
}

async function vacuumOnThread(
  task: VacuumTask,
  { startWorker, onTick, signal }: VacuumOptions & { startWorker: () => Worker },
): Promise<Vacuumed> {
  const thread = new WriterClient(startWorker(), noop);
  let isDone = false;
  const done = thread.call("vacuum", [task]).finally(() => (isDone = true));
  const ticks = setInterval(onTick, TICK_MS);
  try {
    return (await Promise.race([done, reasonOf(signal)])) as Vacuumed;
  } finally {
    clearInterval(ticks);
    if (isDone) thread.terminate();
    else thread.abandon();
  }
}

const noop = () => {};

/** Rejects with the signal's reason when it is given. */
function reasonOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}

/** Blocks this thread. Throws a StoreError. */
export function vacuum(task: VacuumTask): Vacuumed {
  return task.into === undefined ? vacuumInPlace(task) : vacuumInto(task.into, task);
}

function vacuumInto(into: string, { path, lockTimeoutMs }: VacuumTask): Vacuumed {
  const db = connect(path);
  try {
    // One statement, and so one snapshot, beside those who write.
    translateErrors(into, () => retryWhileBusy(lockTimeoutMs, () => db.query("VACUUM INTO ?").run(into)));
  } finally {
    db.close(true);
  }
  return true;
}

/** With the write lock for as long as it takes; killed meanwhile, it leaves the database as it was. */
function vacuumInPlace({ path, lockTimeoutMs }: VacuumTask): Vacuumed {
  const db = openForWriting(path, { create: false });
  try {
    return translateErrors(path, () => {
      // Its temporary file has the size of the database: where that is, there is a disk that takes it.
      db.run(`PRAGMA temp_store_directory = '${dirname(realpathSync(path)).replaceAll("'", "''")}'`);
      retryWhileBusy(lockTimeoutMs, () => db.run("VACUUM"));
      return truncateWal(db, lockTimeoutMs);
    });
  } finally {
    db.close(true);
  }
}

/** Only then is the file shorter. False where a reader of an older snapshot kept it up for so long. */
function truncateWal(db: Database, timeoutMs: number): boolean {
  const deadline = steadyClock.now() + timeoutMs;
  for (;;) {
    const [[isBusy] = []] = db.query("PRAGMA wal_checkpoint(TRUNCATE)").values();
    if (Number(isBusy) === 0) return true;
    if (steadyClock.now() >= deadline) return false;
    sleepSync(CHECKPOINT_PAUSE_MS);
  }
}

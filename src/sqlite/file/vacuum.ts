// VACUUM (https://sqlite.org/lang_vacuum.html): rewrites a database without free pages, in place or into another file. It takes
// seconds for each gigabyte and cannot be interrupted, so it runs on a thread that can be abandoned.

import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { connect } from "./connect.ts";
import { translateErrors } from "../errors.ts";
import { retryWhileBusy } from "./lock.ts";
import { INCREMENTAL_VACUUM, openForWriting } from "./open.ts";
import { ThreadClient } from "../threads/thread-client.ts";

export interface VacuumTask {
  readonly path: string;
  /** An existing empty file. If absent, the database itself is rewritten. */
  readonly into?: string;
  readonly lockTimeoutMs: number;
  /** The memory of `Beginning`; absent where the calling thread is blocked anyway. */
  readonly beginning?: SharedArrayBuffer;
}

/**
 * Whether the thread has begun, in memory that it shares with its caller. A thread that started only after an interruption would
 * write its file again, which has been removed by then.
 */
class Beginning {
  readonly #state: Int32Array;

  constructor(readonly memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.#state = new Int32Array(memory);
  }

  /** Called by the thread; false if it was prevented. */
  begin(): boolean {
    return Atomics.compareExchange(this.#state, 0, IDLE, BEGUN) === IDLE;
  }

  /** Called by the caller; false if the thread has begun. */
  prevent(): boolean {
    return Atomics.compareExchange(this.#state, 0, IDLE, PREVENTED) === IDLE;
  }
}

const IDLE = 0;
const BEGUN = 1;
const PREVENTED = 2;

interface VacuumOptions {
  /** Starts the thread; without it the calling thread is blocked. */
  readonly startWorker?: (() => Worker) | undefined;
  /** Called at the start and then every `TICK_MS`, to report progress. */
  readonly onTick: () => void;
  readonly signal: AbortSignal;
}

const TICK_MS = 100;

/** Throws the signal's reason as soon as it fires; the abandoned thread then ends with the process. */
export async function runVacuum(
  task: VacuumTask,
  { startWorker, onTick, signal }: VacuumOptions,
): Promise<void> {
  signal.throwIfAborted();
  // A small database is done before the first interval ends; its progress is reported, too.
  onTick();
  if (startWorker === undefined) vacuum(task);
  else await vacuumOnThread(task, { startWorker, onTick, signal });
}

async function vacuumOnThread(
  task: VacuumTask,
  { startWorker, onTick, signal }: VacuumOptions & { startWorker: () => Worker },
): Promise<void> {
  const thread = new ThreadClient("vacuum thread", startWorker(), noop);
  const beginning = new Beginning();
  let isDone = false;
  const done = thread
    .call("vacuum", [{ ...task, beginning: beginning.memory }])
    .finally(() => (isDone = true));
  const ticks = setInterval(onTick, TICK_MS);
  try {
    await Promise.race([done, reasonOf(signal)]);
  } finally {
    clearInterval(ticks);
    if (isDone || beginning.prevent()) thread.terminate();
    else thread.abandon();
  }
}

const noop = () => {};

/** Rejects with the signal's reason when it fires. */
function reasonOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}

/** Blocks this thread. Throws a StoreError. */
export function vacuum(task: VacuumTask): void {
  // Its caller has left.
  if (task.beginning !== undefined && !new Beginning(task.beginning).begin()) return;
  if (task.into === undefined) vacuumInPlace(task);
  else vacuumInto(task.into, task);
}

function vacuumInto(into: string, { path, lockTimeoutMs }: VacuumTask): void {
  const db = connect(path);
  try {
    // One statement, and so one snapshot, while others write.
    translateErrors(into, () => retryWhileBusy(lockTimeoutMs, () => db.query("VACUUM INTO ?").run(into)));
  } finally {
    db.close(true);
  }
}

/** Holds the write lock to the end. If the process is killed meanwhile, the database is unchanged. */
function vacuumInPlace({ path, lockTimeoutMs }: VacuumTask): void {
  const db = openForWriting(path, { create: false });
  try {
    translateErrors(path, () => {
      // The temporary file is as large as the database; the disk that has the database is most likely large enough.
      db.run(`PRAGMA temp_store_directory = '${dirname(realpathSync(path)).replaceAll("'", "''")}'`);
      retryWhileBusy(lockTimeoutMs, () => {
        // The rewritten file has it: the next compaction holds no lock for long.
        db.run(INCREMENTAL_VACUUM);
        db.run("VACUUM");
      });
    });
  } finally {
    db.close(true);
  }
}

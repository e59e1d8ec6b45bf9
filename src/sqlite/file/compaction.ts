// Compacts the database file in short transactions: each moves pages from the end of the file to free places, and cuts the end off
// (https://sqlite.org/pragma.html#pragma_incremental_vacuum). A file that cannot be compacted so is rewritten once.

import type { Database } from "bun:sqlite";
import { realpathSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import type { Compacted, Compaction, CompactionPlan, OnCompaction } from "../../inventory/maintenance.ts";
import { steadyClock } from "../../inventory/clock.ts";
import { StoreError } from "../../inventory/store-error.ts";
import { removeStaged } from "../backup/staged-removal.ts";
import { translateErrors } from "../errors.ts";
import { refuseOlder } from "../schema/schema.ts";
import { pragmaNumber } from "./introspect.ts";
import { closeOnError, openForInspection, openForWriting } from "./open.ts";
import { writePortion, yieldLock } from "./portions.ts";
import { rewrittenBytes } from "./rewritten-bytes.ts";
import { pageBytes } from "./storage-use.ts";
import { runVacuum } from "./vacuum.ts";
import type { WriterOptions } from "../writer.ts";

interface Options extends Omit<WriterOptions, "create"> {
  /** Starts a thread for a rewrite; without it the caller's thread is blocked. */
  readonly startWorker?: () => Worker;
}

/** Pages of one transaction: some ten milliseconds. */
const PORTION_PAGES = 256;
/** Between two tries to checkpoint the log. */
const CHECKPOINT_PAUSE_MS = 20;
/** In the log for each page that is moved: itself, and parts of the pages that refer to it. */
const LOGGED_PER_PAGE = 2;

export class SqliteCompaction implements Compaction {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  plan(): CompactionPlan {
    const { path } = this.#options;
    // Throws unless it is a petstock database of this program's schema.
    const db = openForInspection(path);
    closeOnError(db, () => translateErrors(path, () => refuseOlder(db, path)));
    db.close(true);
    const { bytes, unusedBytes, isIncremental } = pageBytes(path);
    const used = bytes - unusedBytes;
    const moved = Math.min(used, unusedBytes);
    const neededBytes = isIncremental ? LOGGED_PER_PAGE * moved : 2 * used;
    return { bytes, unusedBytes, neededBytes, updatesWait: !isIncremental };
  }

  async run(onProgress: OnCompaction, signal: AbortSignal): Promise<Compacted> {
    const { path } = this.#options;
    await this.#removeStaged(signal);
    const { bytes: bytesBefore, neededBytes, updatesWait } = this.plan();
    const folder = dirname(realpathSync(path));
    refuseSmallDisk(folder, neededBytes);
    if (updatesWait) await this.#rewrite({ folder, neededBytes, onProgress, signal });
    const db = openForWriting(path, { create: false });
    try {
      await this.#moveFreePages(db, onProgress, signal);
      const isShorter = await this.#truncate(db, signal);
      return { bytesBefore, bytesAfter: pageBytes(path).bytes, isShorter };
    } finally {
      db.close(true);
    }
  }

  /** What restores that were killed have left, so that its pages are free. */
  async #removeStaged(signal: AbortSignal): Promise<void> {
    this.plan();
    const db = openForWriting(this.#options.path, { create: false });
    try {
      await removeStaged(db, { ...this.#options, signal });
    } finally {
      db.close(true);
    }
  }

  async #rewrite({
    folder,
    neededBytes,
    onProgress,
    signal,
  }: {
    folder: string;
    neededBytes: number;
    onProgress: OnCompaction;
    signal: AbortSignal;
  }): Promise<void> {
    const { path, lockTimeoutMs, startWorker } = this.#options;
    const written = rewrittenBytes(path, folder);
    const onTick = () => onProgress(Math.min(written(), neededBytes), neededBytes);
    await runVacuum({ path, lockTimeoutMs }, { startWorker, onTick, signal });
  }

  /** Interrupted, it leaves a database that has fewer free pages. */
  async #moveFreePages(db: Database, onProgress: OnCompaction, signal: AbortSignal): Promise<void> {
    const pageSize = pragmaNumber(db, "page_size");
    const total = freePages(db);
    for (let free = total; free > 0;) {
      signal.throwIfAborted();
      free = writePortion(db, this.#options, () => {
        db.run(`PRAGMA incremental_vacuum(${PORTION_PAGES})`);
        return freePages(db);
      });
      onProgress(Math.max(0, total - free) * pageSize, total * pageSize);
      await yieldLock();
    }
  }

  /** Shortens the file by a checkpoint. False if a reader of an older snapshot prevented it until the timeout. */
  async #truncate(db: Database, signal: AbortSignal): Promise<boolean> {
    const { path, lockTimeoutMs } = this.#options;
    const deadline = steadyClock.now() + lockTimeoutMs;
    const checkpoint = (mode: string) =>
      translateErrors(path, () => Number(db.query(`PRAGMA wal_checkpoint(${mode})`).values()[0]?.[0]));
    for (;;) {
      // Beside other writers, so that little is left for the second one, during which they wait.
      checkpoint("PASSIVE");
      if (checkpoint("TRUNCATE") === 0) return true;
      if (steadyClock.now() >= deadline) return false;
      await Bun.sleep(CHECKPOINT_PAUSE_MS);
      signal.throwIfAborted();
    }
  }
}

function freePages(db: Database): number {
  return pragmaNumber(db, "freelist_count");
}

function refuseSmallDisk(folder: string, neededBytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= neededBytes) return;
  const reason = `compacting needs up to ${megabytes(neededBytes)} of free disk in ${folder}, and ${megabytes(free)} are free`;
  throw new StoreError("unavailable", `${reason}; nothing was changed. Free disk space, or prune more first`);
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}

// Compacts the database file with VACUUM, after a check for free disk space.

import { readdirSync, readlinkSync, realpathSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import type { Compacted, Compaction, CompactionPlan, OnCompaction } from "../../inventory/maintenance.ts";
import { StoreError } from "../../inventory/store-error.ts";
import { openForInspection } from "./open.ts";
import { walBytes, pageBytes, sizeOf } from "./storage-use.ts";
import { runVacuum } from "./vacuum.ts";
import type { WriterOptions } from "../writer.ts";

interface Options extends Omit<WriterOptions, "create"> {
  /** Starts a thread for VACUUM; without it the caller's thread is blocked. */
  readonly startWorker?: () => Worker;
}

export class SqliteCompaction implements Compaction {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  plan(): CompactionPlan {
    const { path } = this.#options;
    // Throws unless it is a petstock database.
    openForInspection(path).close(true);
    const { bytes, unusedBytes } = pageBytes(path);
    return { bytes, unusedBytes, neededBytes: 2 * (bytes - unusedBytes) };
  }

  async run(onProgress: OnCompaction, signal: AbortSignal): Promise<Compacted> {
    const { path, lockTimeoutMs, startWorker } = this.#options;
    const { bytes: bytesBefore, neededBytes } = this.plan();
    const folder = dirname(realpathSync(path));
    refuseSmallDisk(folder, neededBytes);
    const logBefore = walBytes(path);
    const onTick = () => {
      const written = temporaryBytes(folder) + Math.max(0, walBytes(path) - logBefore);
      onProgress(Math.min(written, neededBytes), neededBytes);
    };
    const isShorter = await runVacuum({ path, lockTimeoutMs }, { startWorker, onTick, signal });
    return { bytesBefore, bytesAfter: pageBytes(path).bytes, isShorter };
  }
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

/** The size of the unlinked file in which SQLite builds the new database; 0 on systems without /proc. */
function temporaryBytes(folder: string): number {
  try {
    const own = readdirSync("/proc/self/fd").map((name) => `/proc/self/fd/${name}`);
    return Math.max(0, ...own.filter((each) => isUnlinkedIn(each, folder)).map(sizeOf));
  } catch {
    return 0;
  }
}

function isUnlinkedIn(descriptor: string, folder: string): boolean {
  try {
    const target = readlinkSync(descriptor);
    return target.startsWith(`${folder}/`) && target.endsWith(" (deleted)");
  } catch {
    // The descriptor was closed meanwhile.
    return false;
  }
}

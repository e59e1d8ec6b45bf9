// Detects that the files of an open database were deleted, replaced or overwritten. Open connections would continue with the
// old files, and acknowledged changes would be lost.

import { fstatSync, readSync, realpathSync, type Stats, statSync } from "node:fs";
import { StoreError } from "../../inventory/store-error.ts";
import { descriptorOf } from "./descriptor.ts";

const INTERVAL_MS = 500;

/** The database, its log, and the log's index. Without that log, acknowledged changes are lost when the process ends. */
const SUFFIXES = ["", "-wal", "-shm"];

/**
 * Calls `onGone` once when the files at `path` are no longer those of the open database, which was read from before. Returns
 * a function that stops the watch.
 */
export function watchFile(path: string, onGone: (error: StoreError) => void): () => void {
  const files = SUFFIXES.map((part) => ({ path: path + part, opened: fileAt(path + part) }));
  const header = new Header(path);
  const timer = setInterval(() => {
    const damage =
      files.map((file) => replacementOf(file)).find((each) => each !== undefined) ?? header.damage();
    if (damage === undefined) return;
    clearInterval(timer);
    onGone(new StoreError("unusable", `the database file ${damage} while it was open`));
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** A message that the file was replaced or deleted; undefined if it is the same. */
function replacementOf({ path, opened }: { path: string; opened: Stats | undefined }): string | undefined {
  const current = fileAt(path);
  if (current === undefined) return `${path} was deleted`;
  return opened !== undefined && isSameFile(opened, current)
    ? undefined
    : `${path} was replaced by another file`;
}

function fileAt(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    // For any reason, such as a folder that was replaced by a file, or that may not be entered.
    return undefined;
  }
}

function isSameFile(a: Stats, b: Stats): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

/** https://sqlite.org/fileformat2.html#the_database_header */
const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";
const OFFSETS = { pageBytes: 16, pages: 28 } as const;

/** Checks the header on disk. SQLite has the pages in its cache, and would not notice an overwritten file for long. */
class Header {
  readonly #path: string;
  readonly #realPath: string;
  readonly #bytes = Buffer.alloc(HEADER_BYTES);
  #descriptor: number | undefined;
  #size: number;

  constructor(path: string) {
    this.#path = path;
    this.#realPath = realpathSync(path);
    this.#size = fileAt(path)?.size ?? 0;
  }

  /** A message that the file was damaged; undefined if it is still a database, or its descriptor is unknown. */
  damage(): string | undefined {
    const file = this.#open();
    if (file === undefined) return undefined;
    const shrank = file.stats.size < this.#size;
    this.#size = file.stats.size;
    // Before the first checkpoint all commits are in the log.
    if (file.stats.size === 0) return shrank ? `${this.#path} was truncated` : undefined;
    if (!this.#read(file.descriptor)) return undefined;
    if (this.#bytes.toString("latin1", 0, MAGIC.length) !== MAGIC) return `${this.#path} was overwritten`;
    const expectedBytes =
      this.#bytes.readUInt32BE(OFFSETS.pages) * this.#bytes.readUInt16BE(OFFSETS.pageBytes);
    // During a checkpoint the header may be ahead of the file's size, but no checkpoint makes the file shorter.
    return shrank && file.stats.size < expectedBytes ? `${this.#path} was truncated` : undefined;
  }

  /** False if reading fails: the next query reports that error. */
  #read(descriptor: number): boolean {
    try {
      readSync(descriptor, this.#bytes.fill(0), 0, HEADER_BYTES, 0);
      return true;
    } catch {
      return false;
    }
  }

  #open(): { descriptor: number; stats: Stats } | undefined {
    const current = fileAt(this.#path);
    if (current === undefined) return undefined;
    // After a connection is closed, its descriptor may belong to another file.
    if (this.#descriptor === undefined || !isDescriptorOf(this.#descriptor, current)) {
      this.#descriptor = descriptorOf(this.#realPath);
    }
    return this.#descriptor === undefined ? undefined : { descriptor: this.#descriptor, stats: current };
  }
}

function isDescriptorOf(descriptor: number, file: Stats): boolean {
  try {
    return isSameFile(fstatSync(descriptor), file);
  } catch {
    return false;
  }
}

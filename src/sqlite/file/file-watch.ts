// Notices a database whose files were deleted, replaced or destroyed underneath: the open connections would go on with
// what they have, and what they acknowledge would be in nobody's database.

import { fstatSync, readSync, realpathSync, type Stats, statSync } from "node:fs";
import { StoreError } from "../../inventory/store-error.ts";
import { descriptorOf } from "./descriptor.ts";

const INTERVAL_MS = 500;

/** The database, its log, and the log's index. Without the same log, what is acknowledged ends with the process. */
const SUFFIXES = ["", "-wal", "-shm"];

/**
 * Calls `onGone` once where the files of the database at `path`, which is open and was read from, are no longer those that
 * are there now. Gives the way to stop.
 */
export function watchFile(path: string, onGone: (error: StoreError) => void): () => void {
  const files = SUFFIXES.map((part) => ({ path: path + part, opened: fileAt(path + part) }));
  const header = new Header(path);
  const timer = setInterval(() => {
    const harm =
      files.map((file) => replacementOf(file)).find((each) => each !== undefined) ?? header.damage();
    if (harm === undefined) return;
    clearInterval(timer);
    onGone(new StoreError("unusable", `the database file ${harm} while it was open`));
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** In words; undefined where it is the same file. */
function replacementOf({ path, opened }: { path: string; opened: Stats | undefined }): string | undefined {
  const present = fileAt(path);
  if (present === undefined) return `${path} was deleted`;
  return opened !== undefined && isSameFile(opened, present) ? undefined : `${path} was replaced by another`;
}

function fileAt(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    // Whatever the reason (its folder is a file now, or may not be entered), the file is not to be found.
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

/** The file's own words on what it is. Its pages lie in SQLite's memory, so nobody else would miss them for long. */
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

  /** In words; undefined where it is a database, or where nobody can tell. */
  damage(): string | undefined {
    const file = this.#open();
    if (file === undefined) return undefined;
    const shrank = file.stats.size < this.#size;
    this.#size = file.stats.size;
    // The log's first commit may be all there is so far.
    if (file.stats.size === 0) return shrank ? `${this.#path} was cut off` : undefined;
    if (!this.#read(file.descriptor)) return undefined;
    if (this.#bytes.toString("latin1", 0, MAGIC.length) !== MAGIC) return `${this.#path} was overwritten`;
    const wanted = this.#bytes.readUInt32BE(OFFSETS.pages) * this.#bytes.readUInt16BE(OFFSETS.pageBytes);
    // While the log is written back the header may be ahead of the file's size; but that makes no file shorter.
    return shrank && file.stats.size < wanted ? `${this.#path} was cut off` : undefined;
  }

  /** False where the disk fails: that is for whoever needs what is there. */
  #read(descriptor: number): boolean {
    try {
      readSync(descriptor, this.#bytes.fill(0), 0, HEADER_BYTES, 0);
      return true;
    } catch {
      return false;
    }
  }

  #open(): { descriptor: number; stats: Stats } | undefined {
    const present = fileAt(this.#path);
    if (present === undefined) return undefined;
    // A connection that has ended gives its descriptor to any other file.
    if (this.#descriptor === undefined || !isDescriptorOf(this.#descriptor, present)) {
      this.#descriptor = descriptorOf(this.#realPath);
    }
    return this.#descriptor === undefined ? undefined : { descriptor: this.#descriptor, stats: present };
  }
}

function isDescriptorOf(descriptor: number, file: Stats): boolean {
  try {
    return isSameFile(fstatSync(descriptor), file);
  } catch {
    return false;
  }
}

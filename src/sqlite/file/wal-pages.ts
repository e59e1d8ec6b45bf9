// Reads the pages in a write-ahead log (https://sqlite.org/fileformat2.html#the_write_ahead_log): after a header, a frame for each
// page that a commit has changed.

import { closeSync, openSync, readSync } from "node:fs";

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const OFFSETS = { pageBytes: 8, headerSalts: 16, page: 0, pagesAfterCommit: 4, frameSalts: 8 } as const;

interface LoggedPage {
  /** Its place in the database file. */
  readonly offset: number;
  readonly content: Uint8Array;
}

interface LoggedPages {
  /** Each page once, as the last frame has it. */
  readonly pages: Iterable<LoggedPage>;
  /** Size of the database after the last commit. */
  readonly bytes: number;
}

/**
 * The pages of the first `frames` frames, which end with a commit, and of which none is written meanwhile. The log's descriptor can
 * be closed at any time: SQLite's locks are on the other two files.
 */
export function newestPages(path: string, frames: number): LoggedPages {
  const file = openSync(path, "r");
  try {
    return readPages(new Log(file, path), frames);
  } finally {
    closeSync(file);
  }
}

function readPages(log: Log, frames: number): LoggedPages {
  const lastFrames = new Map<number, number>();
  let pages = 0;
  for (let frame = 0; frame < frames; frame++) {
    const header = log.headerOf(frame);
    lastFrames.set(header.page, frame);
    pages = header.pagesAfterCommit || pages;
  }
  const kept = [...lastFrames].filter(([page]) => page <= pages);
  const contents = kept.map(([page, frame]) => ({
    offset: (page - 1) * log.pageBytes,
    content: log.contentOf(frame),
  }));
  return { pages: contents, bytes: pages * log.pageBytes };
}

class Log {
  readonly pageBytes: number;
  readonly #file: number;
  readonly #path: string;
  readonly #salts: Buffer;
  readonly #frameHeader = Buffer.alloc(FRAME_HEADER_BYTES);

  constructor(file: number, path: string) {
    this.#file = file;
    this.#path = path;
    const header = Buffer.alloc(HEADER_BYTES);
    this.#read(header, 0);
    this.pageBytes = header.readUInt32BE(OFFSETS.pageBytes);
    this.#salts = header.subarray(OFFSETS.headerSalts, OFFSETS.headerSalts + 8);
  }

  /** `pagesAfterCommit` is the size of the database, 0 unless the frame is the last one of a commit. */
  headerOf(frame: number): { page: number; pagesAfterCommit: number } {
    const header = this.#frameHeader;
    this.#read(header, this.#offsetOf(frame));
    // Frames that are left of an earlier use of the log have other salts.
    if (!header.subarray(OFFSETS.frameSalts, OFFSETS.frameSalts + 8).equals(this.#salts))
      throw new Error(`${this.#path} has no frame ${frame}`);
    return {
      page: header.readUInt32BE(OFFSETS.page),
      pagesAfterCommit: header.readUInt32BE(OFFSETS.pagesAfterCommit),
    };
  }

  contentOf(frame: number): Uint8Array {
    const content = Buffer.allocUnsafe(this.pageBytes);
    this.#read(content, this.#offsetOf(frame) + FRAME_HEADER_BYTES);
    return content;
  }

  #offsetOf(frame: number): number {
    return HEADER_BYTES + frame * (FRAME_HEADER_BYTES + this.pageBytes);
  }

  #read(into: Buffer, position: number): void {
    const read = readSync(this.#file, into, 0, into.length, position);
    if (read < into.length) throw new Error(`${this.#path} ends at byte ${position + read}`);
  }
}

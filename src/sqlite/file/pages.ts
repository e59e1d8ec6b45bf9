// Copies a whole database from one snapshot, page by page, while others write to it (https://sqlite.org/backup.html); then adds
// what they have written since, from the write-ahead log (https://sqlite.org/fileformat2.html#the_write_ahead_log).

import { closeSync, fdatasyncSync, ftruncateSync, openSync, realpathSync, writeSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import { HARDENING_PRAGMAS } from "./connect.ts";
import { translateErrors, toStoreError } from "../errors.ts";
import { openForReading } from "./open.ts";
import { framesOf } from "./storage-use.ts";
import { newestPages } from "./wal-pages.ts";

/** Pages that are copied between two reports of progress: 4 MiB, some milliseconds. */
const STEP_PAGES = 1_024;
/** Written to disk as the copy goes on, at once: a commit of another process waits for the disk as long as that takes. */
const SYNCED_BYTES = 16 * 1024 * 1024;
/** Of the header: the versions of the format for writing and reading. 1 is a file without a log. */
const VERSIONS = { at: 18, withoutLog: Uint8Array.of(1, 1) } as const;

interface CopyOptions {
  readonly busyTimeoutMs: number;
  readonly onProgress: (done: number, total: number) => void;
}

export class PageCopy implements Disposable {
  readonly #from: string;
  readonly #to: string;
  /** In a transaction, so that the log keeps all that is written after the copied snapshot. */
  readonly #source: DatabaseSync;
  readonly #target: number;

  private constructor(from: string, to: string, source: DatabaseSync) {
    this.#from = from;
    this.#to = to;
    this.#source = source;
    this.#target = openSync(to, "r+");
  }

  /** Copies into an existing empty file. Until it is disposed of, the log of the source grows. */
  static async make(from: string, to: string, options: CopyOptions): Promise<PageCopy> {
    const copy = new PageCopy(from, to, new DatabaseSync(from, { timeout: options.busyTimeoutMs }));
    try {
      await copy.#copySnapshot(options);
      return copy;
    } catch (error) {
      copy[Symbol.dispose]();
      throw toStoreError(error, to);
    }
  }

  /**
   * Makes the copy equal to the source's last commit, and a file that needs no log. The caller prevents further commits with the
   * write lock.
   */
  finish(): void {
    const frames = this.#countFrames();
    if (frames > 0) {
      const { pages, bytes } = newestPages(`${realpathSync(this.#from)}-wal`, frames);
      for (const { offset, content } of pages) writeSync(this.#target, content, 0, content.length, offset);
      ftruncateSync(this.#target, bytes);
    }
    writeSync(this.#target, VERSIONS.withoutLog, 0, VERSIONS.withoutLog.length, VERSIONS.at);
  }

  [Symbol.dispose](): void {
    closeSync(this.#target);
    this.#source.close();
  }

  async #copySnapshot({ onProgress }: CopyOptions): Promise<void> {
    const source = this.#source;
    for (const defence of HARDENING_PRAGMAS) source.exec(defence);
    // One snapshot: otherwise each commit of another process would restart the copy.
    source.exec("BEGIN");
    const pageBytes = Number(source.prepare("PRAGMA page_size").get()?.["page_size"]);
    source.prepare("SELECT count(*) FROM sqlite_schema").get();
    let synced = 0;
    await backup(source, this.#to, {
      rate: STEP_PAGES,
      progress: ({ totalPages, remainingPages }) => {
        const done = (totalPages - remainingPages) * pageBytes;
        onProgress(done, totalPages * pageBytes);
        if (done - synced < SYNCED_BYTES) return;
        fdatasyncSync(this.#target);
        synced = done;
      },
    });
    fdatasyncSync(this.#target);
  }

  /** With a connection of its own: in a transaction SQLite does not tell. */
  #countFrames(): number {
    const db = openForReading(this.#from);
    try {
      return translateErrors(this.#from, () => framesOf(db).logged);
    } finally {
      db.close(true);
    }
  }
}

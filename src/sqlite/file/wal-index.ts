// Tells without a lock whether the database was changed. SQLite keeps the header of the WAL index in memory that all
// processes on the database share; a commit rewrites it before it returns, and SQLite itself compares it first
// (https://sqlite.org/walformat.html, "The WAL-Index Header"). Comparing it here takes nanoseconds; a query takes
// microseconds for its two locks (docs/decisions/0026).

import { type Pointer, toArrayBuffer } from "bun:ffi";
import { realpathSync } from "node:fs";
import { openLibc } from "../../libc.ts";
import { descriptorOf } from "./descriptor.ts";

/** Words of 32 bits: change counter, size, checksums, salts. Another copy follows, which SQLite writes first. */
const HEADER_WORDS = 12;
/** The word that each transaction that writes increases by one. */
const CHANGE_COUNTER = 2;
const HEADER_BYTES = HEADER_WORDS * 4;
const PROT_READ = 1;
const MAP_SHARED = 1;
const MAP_FAILED = -1;

const SYMBOLS = {
  mmap: { args: ["ptr", "usize", "i32", "i32", "i32", "i64"], returns: "ptr" },
  munmap: { args: ["ptr", "usize"], returns: "i32" },
} as const;

export class WalIndex implements Disposable {
  readonly #unmap: () => void;
  readonly #seen = new Uint32Array(HEADER_WORDS);
  #header: Uint32Array;

  private constructor(address: Pointer, unmap: () => void) {
    this.#header = new Uint32Array(toArrayBuffer(address, 0, HEADER_BYTES));
    this.#unmap = unmap;
  }

  /**
   * The index of a database that this process has open and has read from. Undefined if the system does not tell which of our
   * descriptors is SQLite's (it has no /proc), or has no such memory: then each look is a query.
   */
  static of(path: string): WalIndex | undefined {
    const descriptor = descriptorOf(`${realpathSync(path)}-shm`);
    const libc = descriptor === undefined ? undefined : openLibc(SYMBOLS);
    if (descriptor === undefined || libc === undefined) return undefined;
    const address = libc.mmap(null, HEADER_BYTES, PROT_READ, MAP_SHARED, descriptor, 0) as Pointer | null;
    if (address === null || address === MAP_FAILED) return undefined;
    return new WalIndex(address, () => libc.munmap(address, HEADER_BYTES));
  }

  /** To be called before a query, so that a commit during the query counts as a change. */
  remember(): void {
    this.#seen.set(this.#header);
  }

  /** No process has committed since `remember`. A header that is half written counts as a change. */
  get isUnchanged(): boolean {
    for (let word = 0; word < HEADER_WORDS; word++) {
      if (this.#header[word] !== this.#seen[word]) return false;
    }
    return true;
  }

  /** Like `remember`; returns how many transactions have written since the last time. */
  rememberNext(): number {
    const before = this.#seen[CHANGE_COUNTER] as number;
    this.remember();
    return ((this.#seen[CHANGE_COUNTER] as number) - before) >>> 0;
  }

  /** To be called before SQLite closes the database; afterwards everything counts as changed. */
  [Symbol.dispose](): void {
    this.#header = new Uint32Array(0);
    this.#unmap();
  }
}

// Whether anybody committed, seen without a lock. SQLite keeps the header of the WAL index in memory that all processes
// on the database share, and a commit rewrites it before it returns: this is where SQLite itself looks first
// (https://sqlite.org/walformat.html, "The WAL-Index Header"). A look costs nanoseconds; SQLite's own, with its two
// locks, costs microseconds, which on a list of 1,000 pets is a fifth of the whole answer.

import { dlopen, type Pointer, toArrayBuffer } from "bun:ffi";
import { realpathSync } from "node:fs";
import { descriptorOf } from "./descriptor.ts";

/** Words of 32 bits: change counter, size, checksums, salts. Another copy follows, which SQLite writes first. */
const HEADER_WORDS = 12;
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
   * Of a database that this process has open and has read from. Undefined where the system does not tell which of our
   * descriptors is SQLite's (it has no /proc), or has no such memory: then SQLite has to be asked each time.
   */
  static of(path: string): WalIndex | undefined {
    const descriptor = descriptorOf(`${realpathSync(path)}-shm`);
    const system = descriptor === undefined ? undefined : openSystem();
    if (descriptor === undefined || system === undefined) return undefined;
    const address = system.mmap(null, HEADER_BYTES, PROT_READ, MAP_SHARED, descriptor, 0) as Pointer | null;
    if (address === null || address === MAP_FAILED) return undefined;
    return new WalIndex(address, () => system.munmap(address, HEADER_BYTES));
  }

  /** To be called before SQLite is asked: what is committed meanwhile then counts as a change. */
  remember(): void {
    this.#seen.set(this.#header);
  }

  /** Whether nobody, in any process, has committed since `remember`. A header half written is a change, too. */
  get isUnchanged(): boolean {
    for (let word = 0; word < HEADER_WORDS; word++) {
      if (this.#header[word] !== this.#seen[word]) return false;
    }
    return true;
  }

  /** To be called before SQLite closes the database; afterwards everything counts as changed. */
  [Symbol.dispose](): void {
    this.#header = new Uint32Array(0);
    this.#unmap();
  }
}

function openSystem() {
  try {
    // glibc, the only C library of Linux that this is known to work with.
    return dlopen("libc.so.6", SYMBOLS).symbols;
  } catch {
    return undefined;
  }
}

// Accounts for the memory that slow readers hold. A reader keeps the pages of its list version alive; pages that newer ones
// have replaced exist only for such readers. Their total is capped: beyond the cap the oldest readers are cut off.

import type { Page } from "./page.ts";

/** Superseded pages kept for slow readers. Promise 6 (docs/reliability.md) allows 100 MB, overhead included. */
const HELD_BYTES_MAX = 64 * 1024 * 1024;
/**
 * Garbage is collected after this many bytes of replaced pages: the runtime counts objects, and pages are few and large, so
 * it would collect too late. Measured with 1,000,000 pets and all pages replaced repeatedly: a pause of 10 ms for each
 * 32 MB keeps 270 MB resident, instead of 450 MB.
 */
const DISCARDED_BYTES_MAX = 32 * 1024 * 1024;

/** A response that is sending a list version. */
export interface Reader {
  readonly version: number;
  /** Called when the reader is cut off: must drop its references to pages. */
  readonly onCutOff: () => void;
  cutOff: boolean;
}

interface Held {
  readonly bytes: number;
  /** The first version that had the page. */
  readonly firstVersion: number;
}

interface VersionReaders {
  readonly readers: Set<Reader>;
  /** Superseded pages of which these readers are the newest: no reader of a newer version uses them. */
  readonly held: Held[];
}

export class Readers {
  readonly #heldBytesMax: number;
  /** By version number, ascending. */
  readonly #byVersion = new Map<number, VersionReaders>();
  readonly #firstVersionOf = new WeakMap<Page, number>();
  #heldBytes = 0;
  #discardedBytes = 0;
  #piecesTaken = 0;

  constructor(heldBytesMax = HELD_BYTES_MAX) {
    this.#heldBytesMax = heldBytesMax;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  get count(): number {
    return this.#byVersion.values().reduce((sum, { readers }) => sum + readers.size, 0);
  }

  /** Pieces sent so far, to all readers together. While it does not grow, all readers have stalled. */
  get piecesTaken(): number {
    return this.#piecesTaken;
  }

  takePiece(): void {
    this.#piecesTaken += 1;
  }

  open(version: number, onCutOff: () => void): Reader {
    const reader: Reader = { version, onCutOff, cutOff: false };
    let group = this.#byVersion.get(version);
    if (group === undefined) {
      group = { readers: new Set(), held: [] };
      this.#byVersion.set(version, group);
    }
    group.readers.add(reader);
    return reader;
  }

  close(reader: Reader): void {
    const group = this.#byVersion.get(reader.version);
    if (!group?.readers.delete(reader) || group.readers.size > 0) return;
    this.#byVersion.delete(reader.version);
    for (const held of group.held) this.#reassign(held, reader.version);
  }

  /** Records which pages are new in a list version, and which ones it no longer has. */
  replacePages(
    version: number,
    { appeared, replaced }: { appeared: readonly Page[]; replaced: readonly Page[] },
  ): void {
    for (const page of appeared) this.#firstVersionOf.set(page, version);
    for (const page of replaced) {
      page.superseded = true;
      const bytes = page.bytes.length + (page.deflated?.length ?? 0);
      this.#heldBytes += bytes;
      this.#discardedBytes += bytes;
      this.#reassign({ bytes, firstVersion: this.#firstVersionOf.get(page) ?? 0 }, version);
    }
    this.#enforceCap();
    if (this.#discardedBytes < DISCARDED_BYTES_MAX) return;
    this.#discardedBytes = 0;
    Bun.gc(true);
  }

  /** Cuts off the oldest readers until the held pages are within the cap. */
  #enforceCap(): void {
    for (const { readers } of this.#byVersion.values()) {
      if (this.#heldBytes <= this.#heldBytesMax) return;
      for (const reader of readers) {
        reader.cutOff = true;
        reader.onCutOff();
        this.close(reader);
      }
    }
  }

  /** Assigns a page to the newest version before `end` that has readers and the page; without one, it is free. */
  #reassign(held: Held, end: number): void {
    const newest = [...this.#byVersion.keys()].findLast((version) => version < end);
    const group =
      newest !== undefined && newest >= held.firstVersion ? this.#byVersion.get(newest) : undefined;
    if (group === undefined) this.#heldBytes -= held.bytes;
    else group.held.push(held);
  }
}

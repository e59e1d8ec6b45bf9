// Slow readers, and the memory they hold. A reader keeps the pages of its edition; those that newer ones replaced live
// only for it. Their total is capped: beyond the cap the oldest readers are cut off.

import type { Page } from "./page.ts";

/** Superseded pages kept for slow readers: promise 6 allows 100 MB with everything around them. */
const HELD_BYTES_MAX = 64 * 1024 * 1024;
/**
 * Replaced pages after which the garbage is collected: the runtime sees few objects and takes its time, while each of
 * them is large. Measured with 1,000,000 pets, all pages replaced again and again: a pause of 10 ms for each 32 MB keeps
 * 270 MB resident; without it 450 MB.
 */
const DISCARDED_BYTES_MAX = 32 * 1024 * 1024;

/** Somebody to whom an edition is being sent. */
export interface Reader {
  readonly edition: number;
  /** Called where the reader is cut off: let go of the pages. */
  readonly onCutOff: () => void;
  cutOff: boolean;
}

interface Held {
  readonly bytes: number;
  /** The edition in which the page appeared. */
  readonly born: number;
}

interface Audience {
  readonly readers: Set<Reader>;
  /** Pages that this edition's readers alone, or they and older ones, keep alive. */
  readonly held: Held[];
}

export class Readers {
  readonly #heldBytesMax: number;
  /** By edition, ascending: editions are numbered as they appear. */
  readonly #audiences = new Map<number, Audience>();
  readonly #bornOf = new WeakMap<Page, number>();
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
    return this.#audiences.values().reduce((sum, { readers }) => sum + readers.size, 0);
  }

  /** Pieces that all readers have taken so far. While it stays the same, all readers have stalled. */
  get piecesTaken(): number {
    return this.#piecesTaken;
  }

  takePiece(): void {
    this.#piecesTaken += 1;
  }

  open(edition: number, onCutOff: () => void): Reader {
    const reader: Reader = { edition, onCutOff, cutOff: false };
    let audience = this.#audiences.get(edition);
    if (audience === undefined) {
      audience = { readers: new Set(), held: [] };
      this.#audiences.set(edition, audience);
    }
    audience.readers.add(reader);
    return reader;
  }

  close(reader: Reader): void {
    const audience = this.#audiences.get(reader.edition);
    if (!audience?.readers.delete(reader) || audience.readers.size > 0) return;
    this.#audiences.delete(reader.edition);
    for (const held of audience.held) this.#handDown(held, reader.edition);
  }

  /** Notes that an edition brought these pages, and that these are in it no longer. */
  turnPages(
    edition: number,
    { appeared, replaced }: { appeared: readonly Page[]; replaced: readonly Page[] },
  ): void {
    for (const page of appeared) this.#bornOf.set(page, edition);
    for (const page of replaced) {
      page.superseded = true;
      const bytes = page.bytes.length + (page.deflated?.length ?? 0);
      this.#heldBytes += bytes;
      this.#discardedBytes += bytes;
      this.#handDown({ bytes, born: this.#bornOf.get(page) ?? 0 }, edition);
    }
    this.#enforceCap();
    if (this.#discardedBytes < DISCARDED_BYTES_MAX) return;
    this.#discardedBytes = 0;
    Bun.gc(true);
  }

  /** Cuts off the oldest readers until no more is held than may be. */
  #enforceCap(): void {
    for (const audience of this.#audiences.values()) {
      if (this.#heldBytes <= this.#heldBytesMax) return;
      for (const reader of audience.readers) {
        reader.cutOff = true;
        reader.onCutOff();
        this.close(reader);
      }
    }
  }

  /** Gives a page to the newest edition before `end` that has readers and had the page; without one nobody holds it. */
  #handDown(held: Held, end: number): void {
    const newest = [...this.#audiences.keys()].findLast((edition) => edition < end);
    const audience = newest !== undefined && newest >= held.born ? this.#audiences.get(newest) : undefined;
    if (audience === undefined) this.#heldBytes -= held.bytes;
    else audience.held.push(held);
  }
}

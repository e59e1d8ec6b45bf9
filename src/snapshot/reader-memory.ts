// The memory that the slow readers of all lists and differences hold together. Its cap is enforced where most is held: beyond it the oldest readers
// are cut off.

/** Superseded pages kept for slow readers. Promise 6 (docs/reliability.md) allows 100 MB, overhead included. */
const HELD_BYTES_MAX = 64 * 1024 * 1024;
/**
 * Garbage is collected after this many bytes of replaced pages: the runtime counts objects, and pages are few and large, so
 * it would collect too late. Measured with 1,000,000 pets and all pages replaced repeatedly: a pause of 10 ms for each
 * 32 MB keeps 270 MB resident, instead of 450 MB.
 */
const DISCARDED_BYTES_MAX = 32 * 1024 * 1024;

/** The readers of one list, or of differences. */
export interface HoldingReaders {
  readonly heldBytes: number;
  readonly count: number;
  /** Cuts off the readers of the oldest version that has any; false if there are no readers. */
  cutOffOldest(): boolean;
}

export class ReaderMemory {
  readonly #heldBytesMax: number;
  readonly #lists: HoldingReaders[] = [];
  #discardedBytes = 0;

  constructor(heldBytesMax = HELD_BYTES_MAX) {
    this.#heldBytesMax = heldBytesMax;
  }

  /** Superseded pages, of all lists. */
  get heldBytes(): number {
    return this.#lists.reduce((sum, { heldBytes }) => sum + heldBytes, 0);
  }

  /** Readers of all lists. */
  get count(): number {
    return this.#lists.reduce((sum, { count }) => sum + count, 0);
  }

  add(list: HoldingReaders): void {
    this.#lists.push(list);
  }

  /** After bytes that only readers hold were counted by them: replaced pages of a list, a difference. */
  afterReplacing(bytes: number): void {
    this.#enforceCap();
    this.#discardedBytes += bytes;
    if (this.#discardedBytes < DISCARDED_BYTES_MAX) return;
    this.#discardedBytes = 0;
    Bun.gc(true);
  }

  #enforceCap(): void {
    while (this.heldBytes > this.#heldBytesMax) {
      const most = this.#lists.reduce((a, b) => (b.heldBytes > a.heldBytes ? b : a));
      if (!most.cutOffOldest()) return;
    }
  }
}

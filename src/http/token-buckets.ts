// Token buckets by name: each holds so many tokens at the most, and fills up evenly. Bounded in memory, whoever asks.

import type { Clock } from "../inventory/ports.ts";

export interface Rate {
  /** What a full bucket holds, and what flows into it in `perMs`. */
  readonly count: number;
  readonly perMs: number;
}

/** 10 MB at the most. Beyond it, the bucket that was taken from the longest ago is forgotten, and so is full. */
const BUCKETS_MAX = 50_000;

/** What sums of fractions of a millisecond may be off. */
const ROUNDING_MS = 0.01;

export class TokenBuckets {
  readonly #tokenMs: number;
  readonly #bucketMs: number;
  readonly #bucketsMax: number;
  readonly #clock: Clock;
  /** When each will be full again, which says how much is in it; the one that was taken from last is at the end. */
  readonly #fullAt = new Map<string, number>();

  /** The clock must be one that nobody sets: set back, it would keep buckets empty. */
  constructor(
    { count, perMs }: Rate,
    { clock, bucketsMax = BUCKETS_MAX }: { clock: Clock; bucketsMax?: number },
  ) {
    this.#tokenMs = perMs / count;
    this.#bucketMs = perMs;
    this.#bucketsMax = bucketsMax;
    this.#clock = clock;
  }

  /** Takes a token. Gives 0, or where there is none the time until there will be one. */
  take(name: string): number {
    const now = this.#clock.now();
    const fullAt = Math.max(now, this.#fullAt.get(name) ?? now);
    const waitMs = Math.ceil(fullAt + this.#tokenMs - now - this.#bucketMs - ROUNDING_MS);
    if (waitMs > 0) return waitMs;
    this.#fullAt.delete(name);
    this.#fullAt.set(name, fullAt + this.#tokenMs);
    if (this.#fullAt.size > this.#bucketsMax) this.#forgetOne();
    return 0;
  }

  /** Puts a token back. */
  giveBack(name: string): void {
    const fullAt = this.#fullAt.get(name);
    if (fullAt !== undefined) this.#fullAt.set(name, fullAt - this.#tokenMs);
  }

  #forgetOne(): void {
    const [oldest] = this.#fullAt.keys();
    if (oldest !== undefined) this.#fullAt.delete(oldest);
  }
}

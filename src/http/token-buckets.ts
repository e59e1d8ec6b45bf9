// Rate limiting with a token bucket for each name. Memory is bounded.

import type { Clock } from "../inventory/clock.ts";

export interface Rate {
  /** Capacity of a bucket, which is also refilled by this number in `perMs`. */
  readonly count: number;
  readonly perMs: number;
}

/** At most 10 MB. Beyond it the least recently used bucket is dropped, which makes it full again. */
const BUCKETS_MAX = 50_000;

/** Tolerance for rounding errors in sums of fractions of a millisecond. */
const ROUNDING_MS = 0.01;

export class TokenBuckets {
  readonly #tokenMs: number;
  readonly #bucketMs: number;
  readonly #bucketsMax: number;
  readonly #clock: Clock;
  /** When each bucket will be full again, which implies its tokens; in order of last use. */
  readonly #fullAt = new Map<string, number>();

  /** The clock must be monotonic: if it were set back, buckets would stay empty. */
  constructor(
    { count, perMs }: Rate,
    { clock, bucketsMax = BUCKETS_MAX }: { clock: Clock; bucketsMax?: number },
  ) {
    this.#tokenMs = perMs / count;
    this.#bucketMs = perMs;
    this.#bucketsMax = bucketsMax;
    this.#clock = clock;
  }

  /** Takes a token and gives 0; if there is none, gives the time in ms until there is one. */
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

  /** Takes further tokens of a request that was admitted, also where there are none: the next ones wait for them. */
  charge(name: string, tokens: number): void {
    const now = this.#clock.now();
    const fullAt = Math.max(now, this.#fullAt.get(name) ?? now);
    this.#fullAt.set(name, fullAt + tokens * this.#tokenMs);
  }

  /** The whole tokens in a bucket, and the time in ms until it is full. */
  stateOf(name: string): { readonly tokens: number; readonly fullInMs: number } {
    const fullInMs = Math.max(0, (this.#fullAt.get(name) ?? 0) - this.#clock.now());
    const tokens = Math.floor((this.#bucketMs - fullInMs + ROUNDING_MS) / this.#tokenMs);
    return { tokens: Math.max(0, tokens), fullInMs };
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

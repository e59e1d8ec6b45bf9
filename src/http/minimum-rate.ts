// The minimum rate of a reader. What the system's buffers take at once is no credit for later, and a reader on a bad line may stop
// for a while.

import type { Clock } from "../inventory/clock.ts";

/** A tenth of a slow mobile connection: the compressed list of a million pets, 8 MB, takes 34 minutes. */
export const BYTES_PER_S_MIN = 4 * 1024;
/** As the idle timeout (limits.ts): with less the system's buffers, which grow to megabytes, would make steady readers look stopped. */
export const BEHIND_MS_MAX = 120_000;

export class MinimumRate {
  readonly #clock: Clock;
  #dueAt: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#dueAt = clock.now() + BEHIND_MS_MAX;
  }

  /** The reader has taken bytes, which pay for as much time as they may take at the minimum rate. */
  take(bytes: number): void {
    const paidMs = (bytes / BYTES_PER_S_MIN) * 1000;
    this.#dueAt = Math.min(this.#clock.now() + BEHIND_MS_MAX, this.#dueAt + paidMs);
  }

  /** Whether the reader has fallen too far behind the minimum rate. */
  get isTooSlow(): boolean {
    return this.#clock.now() > this.#dueAt;
  }
}

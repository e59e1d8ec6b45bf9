// Removes stored results of Idempotency-Keys whose day is over: in small transactions of its own, beside the commits, so
// that no client waits for them.

import { IDEMPOTENCY_RETENTION_MS } from "./idempotency.ts";
import { type Clock, type Log, steadyClock, systemClock } from "./ports.ts";
import type { InventoryStore } from "./store.ts";
import { StoreError } from "./store-error.ts";

/** Records of one transaction: some milliseconds, for which a group of updates may have to wait. */
const PORTION_RECORDS = 500;
/** Between two portions: longer than another process waits between two tries for the lock. */
const PAUSE_MS = 20;
/** From the last portion to the next look. */
const INTERVAL_MS = 10_000;
/** How often the low-water mark is forgotten: a restore, or a clock that was set back, puts records behind it. */
const FORGET_MARK_MS = 60 * 60 * 1000;
/** What a clock may be put right by, between two looks, without counting as a jump ahead. */
const JUMP_MS = 60_000;

interface Ports {
  readonly log: Log;
  readonly clock?: Clock;
  readonly steady?: Clock;
}

type Table = Pick<InventoryStore, "removeExpired">;

export class IdempotencySweep implements AsyncDisposable {
  readonly #table: Table;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #steady: Clock;
  /** How far the clock was ahead of the steady one when it was last believed, ms. */
  #offsetMs: number;
  /** Of the steady clock; undefined while the clock is believed. */
  #jumpedAt: number | undefined;
  /** The low-water mark: no record is older, so that a search begins here and not at what is long gone. */
  #from = 0;
  #markedAt: number;
  #isFailing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  /** Sweeps until it is disposed of. */
  constructor(table: Table, { log, clock = systemClock, steady = steadyClock }: Ports) {
    this.#table = table;
    this.#log = log;
    this.#clock = clock;
    this.#steady = steady;
    this.#offsetMs = clock.now() - steady.now();
    this.#markedAt = clock.now();
    this.#schedule(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(delayMs: number): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => (this.#running = this.#sweep()), delayMs);
    this.#timer.unref();
  }

  async #sweep(): Promise<void> {
    let isMore = false;
    try {
      isMore = await this.removePortion();
      this.#isFailing = false;
    } catch (error) {
      this.#tell(error);
    }
    this.#schedule(isMore ? PAUSE_MS : INTERVAL_MS);
  }

  /** Whether there may be more. For tests, too: it is what each look does. */
  async removePortion(): Promise<boolean> {
    const now = this.#now();
    if (Math.abs(now - this.#markedAt) > FORGET_MARK_MS) {
      this.#from = 0;
      this.#markedAt = now;
    }
    const range = { from: this.#from, before: now - IDEMPOTENCY_RETENTION_MS, max: PORTION_RECORDS };
    const { removed, reached } = await this.#table.removeExpired(range);
    this.#from = reached;
    return removed === PORTION_RECORDS;
  }

  /**
   * A clock that jumps ahead, maybe by years and for a minute, is believed only after a day: what is removed by it stays
   * removed when it is put right, and a retry would be made again.
   */
  #now(): number {
    const [now, steady] = [this.#clock.now(), this.#steady.now()];
    const isAhead = now - steady > this.#offsetMs + JUMP_MS;
    this.#jumpedAt = isAhead ? (this.#jumpedAt ?? steady) : undefined;
    if (this.#jumpedAt !== undefined && steady - this.#jumpedAt <= IDEMPOTENCY_RETENTION_MS)
      return steady + this.#offsetMs;
    this.#offsetMs = now - steady;
    return now;
  }

  /** Once, until it works again. A database that is away is told of by those who need it. */
  #tell(error: unknown): void {
    const isExpected =
      error instanceof StoreError && (error.code === "unavailable" || error.code === "retired");
    if (isExpected || this.#isFailing) return;
    this.#isFailing = true;
    this.#log.warn("idempotency_sweep_failed", { cause: String(error) });
  }
}

// Removes expired idempotency records in small transactions of its own, so that no commit has to.

import { IDEMPOTENCY_RETENTION_MS } from "./idempotency.ts";
import { type Clock, type Log, steadyClock, systemClock } from "./ports.ts";
import type { InventoryStore } from "./store.ts";
import { StoreError } from "./store-error.ts";

/** Records of one transaction: some milliseconds, during which a group of updates may wait. */
const BATCH_RECORDS = 500;
/** Pause between batches: longer than the interval at which other processes try the lock. */
const PAUSE_MS = 20;
/** From the last batch to the next check. */
const INTERVAL_MS = 10_000;
/** The low-water mark is reset at this interval: a restore, or a clock that is set back, creates records before it. */
const FORGET_MARK_MS = 60 * 60 * 1000;
/** Corrections of the clock up to this size, between two checks, do not count as a jump. */
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
  /** Difference of the clock to the steady clock when it was last trusted, ms. */
  #offsetMs: number;
  /** When the clock jumped, by the steady clock; undefined while it is trusted. */
  #jumpedAt: number | undefined;
  /** The low-water mark: no record is older, so searches start here and skip index entries of removed records. */
  #from = 0;
  #markedAt: number;
  #isFailing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  /** Sweeps until disposed. */
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
      isMore = await this.removeBatch();
      this.#isFailing = false;
    } catch (error) {
      this.#tell(error);
    }
    this.#schedule(isMore ? PAUSE_MS : INTERVAL_MS);
  }

  /** One check; returns whether more records may be expired. Public for tests. */
  async removeBatch(): Promise<boolean> {
    const now = this.#now();
    if (Math.abs(now - this.#markedAt) > FORGET_MARK_MS) {
      this.#from = 0;
      this.#markedAt = now;
    }
    const range = { from: this.#from, before: now - IDEMPOTENCY_RETENTION_MS, max: BATCH_RECORDS };
    const { removed, reached } = await this.#table.removeExpired(range);
    this.#from = reached;
    return removed === BATCH_RECORDS;
  }

  /**
   * A clock that jumps ahead, perhaps by years and only for a minute, is trusted only after a day: records removed too early would
   * let retries be applied again.
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

  /** Logs once until the sweep works again. An unavailable database is logged elsewhere. */
  #tell(error: unknown): void {
    const isExpected =
      error instanceof StoreError && (error.code === "unavailable" || error.code === "retired");
    if (isExpected || this.#isFailing) return;
    this.#isFailing = true;
    this.#log.warn("idempotency_sweep_failed", { cause: String(error) });
  }
}

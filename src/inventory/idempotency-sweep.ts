// Removes expired idempotency records in small transactions of its own, so that no commit has to.

import { BackgroundWork } from "./background-work.ts";
import { IDEMPOTENCY_RETENTION_MS } from "./idempotency.ts";
import { type Clock, steadyClock, systemClock } from "./clock.ts";
import type { Log } from "./log.ts";
import type { InventoryStore } from "./store.ts";

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
  readonly #work: BackgroundWork;
  readonly #clock: Clock;
  readonly #steady: Clock;
  /** Difference of the clock to the steady clock when it was last trusted, ms. */
  #offsetMs: number;
  /** When the clock jumped, by the steady clock; undefined while it is trusted. */
  #jumpedAt: number | undefined;
  /** The low-water mark: no record is older, so searches start here and skip index entries of removed records. */
  #from = 0;
  #markedAt: number;

  /** Sweeps until disposed. */
  constructor(table: Table, { log, clock = systemClock, steady = steadyClock }: Ports) {
    this.#table = table;
    this.#clock = clock;
    this.#steady = steady;
    this.#offsetMs = clock.now() - steady.now();
    this.#markedAt = clock.now();
    this.#work = new BackgroundWork({
      step: async () => ((await this.removeBatch()) ? PAUSE_MS : INTERVAL_MS),
      pauseAfterErrorMs: INTERVAL_MS,
      onFailure: (cause) => log.warn("idempotency_sweep_failed", { cause }),
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#work[Symbol.asyncDispose]();
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
}

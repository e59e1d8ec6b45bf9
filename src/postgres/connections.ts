// The connections to one server, in separate pools: a slow statement never delays the short queries of a list.

import type { ReservedSQL, SQL } from "bun";
import type { TimerClock } from "../inventory/clock.ts";
import { Deadline, noop, withDeadline } from "./deadline.ts";
import type { Wait } from "./deadlines.ts";
import { isCancelled, isReusableAfter } from "./errors.ts";
import { type Borrowed, Pool } from "./pool.ts";

/** The most connections of each pool. */
const POOLS = {
  /**
   * For the health check alone. A query that waits for a lock must not look like a frozen server, or each new set of
   * connections would end up waiting for the same lock.
   */
  health: 1,
  /** Short reads: the changes for a list. */
  lookups: 2,
  /** Groups of updates, one at a time; the second connection is there if the first one is lost. */
  updates: 2,
  /**
   * For keys and hooks alone: behind reads of the ledger that a key asks for, its revocation would be noticed too late. The second
   * connection is there while the first one changes a key, or is lost.
   */
  keys: 2,
  /** Imports, exports, verification, undo, reads of the ledger: a service has four imports and undos at once. */
  tasks: 6,
} as const;

export type PoolName = keyof typeof POOLS;

/** Looks in the background use no other ones. */
const FOR_LOOKS: ReadonlySet<PoolName> = new Set(["health", "keys"]);

/** A transaction, or a single query, which the server can cancel. */
type Work<T> = (connection: ReservedSQL) => Promise<T> | SQL.Query<T>;

export class Connections {
  readonly #clock: TimerClock;
  readonly #pools: Readonly<Record<PoolName, Pool>>;
  readonly #waiting = new Set<(error: Error) => void>();
  #discarded: Error | undefined;
  #wasUsed = false;

  constructor(url: string, clock: TimerClock) {
    this.#clock = clock;
    const entries = Object.entries(POOLS).map(([name, max]) => [name, new Pool({ url, max, clock })]);
    this.#pools = Object.fromEntries(entries) as Record<PoolName, Pool>;
  }

  /** Opens a connection of each pool that requests wait for, as far as the server lets us. */
  async warm(): Promise<void> {
    const names = ["health", "lookups", "updates", "keys"] as const;
    const warmed = names.map((name) =>
      this.withConnection(name, "connectMs", (connection) => connection`SELECT 1`),
    );
    await Promise.allSettled(warmed);
  }

  /** Whether anything but looks in the background has used them since the last call. */
  takeUse(): boolean {
    const wasUsed = this.#wasUsed;
    this.#wasUsed = false;
    return wasUsed;
  }

  /**
   * Settles as `work` does, or rejects once these connections are discarded. Not a race with one promise for all: it would
   * keep every such race in memory for as long as the connections live.
   */
  orDiscarded<T>(work: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    work.then(resolve, reject).finally(() => this.#waiting.delete(reject));
    if (this.#discarded === undefined) this.#waiting.add(reject);
    else reject(this.#discarded);
    return promise;
  }

  /** A connection of the pool. Throws NoReplyError, or the driver's error. */
  async borrow(pool: PoolName, deadline: Deadline): Promise<Borrowed> {
    if (!FOR_LOOKS.has(pool)) this.#wasUsed = true;
    const borrowing = this.#pools[pool].borrow();
    try {
      return await deadline.limit(this.orDiscarded(borrowing));
    } catch (error) {
      // If it arrives later, it goes back to the pool.
      borrowing.then((late) => late.giveBack(), noop);
      throw error;
    }
  }

  /** Runs work on a connection of the pool, which is closed where it does not reply. Throws NoReplyError. */
  async withConnection<T>(pool: PoolName, wait: Wait, work: Work<T>): Promise<T> {
    using deadline = new Deadline(this.#clock, wait);
    const borrowed = await this.borrow(pool, deadline);
    const query = work(borrowed.sql);
    try {
      const result = await deadline.limit(this.orDiscarded(query));
      borrowed.giveBack();
      return result;
    } catch (error) {
      if (isReusableAfter(error)) borrowed.giveBack();
      else void this.#abandon(borrowed, query);
      throw error;
    }
  }

  /** Ends every connection at once, also in the middle of a query. */
  discard(error: Error): void {
    this.#discarded = error;
    for (const reject of this.#waiting) reject(error);
    for (const pool of Object.values(this.#pools)) pool.closeNow();
  }

  /** Ends the connections after their running queries. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#pools).map((pool) => pool.close()));
  }

  /**
   * Cancels the query first, or its backend would stay and wait for the lock that held it up. The connection is good once
   * the server confirms that; otherwise it is closed.
   */
  async #abandon(borrowed: Borrowed, query: Promise<unknown>): Promise<void> {
    if (await this.#isCancelledBy(query)) borrowed.giveBack();
    else await borrowed.drop();
  }

  async #isCancelledBy(query: Promise<unknown> | SQL.Query<unknown>): Promise<boolean> {
    if (!("cancel" in query)) return false;
    query.cancel();
    try {
      await withDeadline(this.#clock, "cancelMs", query);
      // It replied after all: the cancellation is still on its way and would hit the next query.
      return false;
    } catch (error) {
      return isCancelled(error);
    }
  }
}

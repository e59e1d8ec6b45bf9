// The connections to one server, in separate pools: a slow statement never delays the short queries of a list.

import { type ReservedSQL, SQL } from "bun";
import type { TimerClock } from "../inventory/clock.ts";
import { Deadline, noop, withDeadline } from "./deadline.ts";
import { DEADLINES, type Wait } from "./deadlines.ts";
import { isCancelled, isReusableAfter } from "./errors.ts";

export type PoolName = "health" | "lookups" | "updates" | "keys" | "tasks";

/** A transaction, or a single query, which the server can cancel. */
type Work<T> = (connection: ReservedSQL) => Promise<T> | SQL.Query<T>;

export class Connections {
  /**
   * For the health check alone. A query that waits for a lock must not look like a frozen server, or each new set of
   * connections would end up waiting for the same lock.
   */
  readonly health: SQL;
  /** Short reads: the changes for a list. */
  readonly lookups: SQL;
  /** Groups of updates, one at a time; the second connection is there if the first one is lost. */
  readonly updates: SQL;
  /**
   * For keys alone: behind reads of the ledger that a key asks for, its revocation would be noticed too late. The second connection is
   * there while the first one changes a key, or is lost.
   */
  readonly keys: SQL;
  /** Imports, exports, verification, undo, reads of the ledger: a service has four imports and undos at once. */
  readonly tasks: SQL;
  readonly #clock: TimerClock;
  readonly #waiting = new Set<(error: Error) => void>();
  #discarded: Error | undefined;

  constructor(url: string, clock: TimerClock) {
    this.#clock = clock;
    this.health = connect(url, 1);
    this.lookups = connect(url, 2);
    this.updates = connect(url, 2);
    this.keys = connect(url, 2);
    this.tasks = connect(url, 6);
  }

  /**
   * Opens the connections of all pools, as far as the server lets us: later it may have none left, and the first query
   * need not wait for a login. A pool opens all its connections at its first query.
   */
  async warm(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool`SELECT 1`.catch(noop)));
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

  /** A connection of the pool. The caller releases it, or closes it where it may be lost. Throws NoReplyError. */
  async reserve(poolName: PoolName, deadline: Deadline): Promise<ReservedSQL> {
    const reserved = this[poolName].reserve();
    try {
      return await deadline.limit(this.orDiscarded(reserved));
    } catch (error) {
      // If it arrives later, it goes back to the pool.
      reserved.then((connection) => connection.release(), noop);
      throw error;
    }
  }

  /** Runs work on a connection of the pool, which is closed where it does not reply. Throws NoReplyError. */
  async withConnection<T>(poolName: PoolName, wait: Wait, work: Work<T>): Promise<T> {
    using deadline = new Deadline(this.#clock, wait);
    const connection = await this.reserve(poolName, deadline);
    const query = work(connection);
    try {
      const result = await deadline.limit(this.orDiscarded(query));
      connection.release();
      return result;
    } catch (error) {
      if (isReusableAfter(error)) connection.release();
      else void this.#abandonQuery(connection, query);
      throw error;
    }
  }

  /** Ends every connection at once, also in the middle of a query. */
  discard(error: Error): void {
    this.#discarded = error;
    for (const reject of this.#waiting) reject(error);
    for (const pool of this.#pools) void closeNow(pool);
  }

  /** Ends the connections after their running queries. */
  async close(): Promise<void> {
    const timeout = DEADLINES.closeMs / 1_000;
    await Promise.all(this.#pools.map((pool) => pool.close({ timeout }).catch(noop)));
  }

  get #pools(): readonly SQL[] {
    return [this.health, this.lookups, this.updates, this.keys, this.tasks];
  }

  /**
   * Cancels the query first, or its backend would stay and wait for the lock that held it up. The connection is good once
   * the server confirms that; otherwise it is closed.
   */
  async #abandonQuery(connection: ReservedSQL, query: Promise<unknown>): Promise<void> {
    if (await this.#isCancelledBy(query)) connection.release();
    else await closeNow(connection);
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

export function connect(url: string, max: number): SQL {
  const { pathname, searchParams } = new URL(url);
  return new SQL({
    url,
    max,
    bigint: true,
    // Else the driver would prefer PGDATABASE to the address.
    database: decodeURIComponent(pathname.slice(1)),
    connectionTimeout: DEADLINES.connectMs / 1_000,
    connection: { application_name: searchParams.get("application_name") ?? "petstock" },
  });
}

/** Closes a connection or a pool without waiting for its queries, which may never settle. */
export async function closeNow(sql: SQL | ReservedSQL): Promise<void> {
  await sql.close({ timeout: 0 }).catch(noop);
}

// A pool of connections to one server: opened one by one as work needs them, closed when they were idle for a while. The driver's own pool
// opens all of its connections at the first query, and its idle timeout also ends a query that runs for longer.

import { type ReservedSQL, SQL } from "bun";
import type { Timeout, TimerClock } from "../inventory/clock.ts";
import { StoreError } from "../inventory/store-error.ts";
import { noop, startTimer, withDeadline } from "./deadline.ts";
import { DEADLINES } from "./deadlines.ts";
import { isRefusal } from "./errors.ts";

/** A pool of the driver with one connection, which it opens again where the server has closed it. */
interface Slot {
  readonly driver: SQL;
  /** When it was given back, by the steady clock. */
  idleSince: number;
}

/** A borrowed connection. The borrower gives it back, or drops it where it may be lost; only the first of these calls counts. */
export interface Borrowed {
  readonly sql: ReservedSQL;
  giveBack(): void;
  /** Closes it without waiting for its queries, which may never settle. */
  drop(): Promise<void>;
}

interface PoolOptions {
  readonly url: string;
  readonly max: number;
  readonly clock: TimerClock;
}

export class Pool {
  readonly #options: PoolOptions;
  /** The last one was used last, and is used next: the first ones become idle for long. */
  readonly #idle: Slot[] = [];
  readonly #opening = new Set<Slot>();
  readonly #lent = new Set<Slot>();
  readonly #waiting: PromiseWithResolvers<Borrowed>[] = [];
  #shrinking: Timeout | undefined;
  /** Lends nothing to newcomers. */
  #isEnded = false;
  /** Settles once the pool has ended, and no connection is borrowed, being opened, or waited for. */
  readonly #unused = Promise.withResolvers<void>();

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** A connection, once one is free. Throws the driver's error where none can be opened. */
  borrow(): Promise<Borrowed> {
    if (this.#isEnded) return Promise.reject(ended());
    const waiter = Promise.withResolvers<Borrowed>();
    this.#waiting.push(waiter);
    this.#serve();
    return waiter.promise;
  }

  /** Closes all connections at once, also in the middle of a query. */
  closeNow(): void {
    for (const { driver } of this.#end()) void closeNow(driver);
  }

  /** Closes all connections after the work that has one or waits for one. */
  async close(): Promise<void> {
    this.#isEnded = true;
    const { clock } = this.#options;
    if (this.#isBusy) await withDeadline(clock, "closeMs", this.#unused.promise, ended).catch(noop);
    await Promise.all(this.#end().map(({ driver }) => closeNow(driver)));
  }

  get #isBusy(): boolean {
    return this.#waiting.length + this.#opening.size + this.#lent.size > 0;
  }

  #end(): Slot[] {
    this.#isEnded = true;
    this.#options.clock.clearTimeout(this.#shrinking);
    for (const { reject } of this.#waiting.splice(0)) reject(ended());
    return [...this.#idle, ...this.#opening, ...this.#lent];
  }

  /** Gets a connection ready for each that waits, as far as there is room. */
  #serve(): void {
    while (this.#opening.size < this.#waiting.length) {
      const slot = this.#idle.pop() ?? this.#make();
      if (slot === undefined) return;
      this.#opening.add(slot);
      void this.#open(slot);
    }
  }

  #make(): Slot | undefined {
    const { url, max } = this.#options;
    if (this.#idle.length + this.#opening.size + this.#lent.size >= max) return undefined;
    return { driver: connect(url, 1), idleSince: 0 };
  }

  /** Lends the connection to the borrower that has waited longest. */
  async #open(slot: Slot): Promise<void> {
    try {
      const borrowed = this.#lend(slot, await slot.driver.reserve());
      const waiter = this.#waiting.shift();
      if (waiter === undefined) borrowed.giveBack();
      else waiter.resolve(borrowed);
    } catch (error) {
      void closeNow(slot.driver);
      // A server without free connections works on with those that it has.
      if (isRefusal(error) && this.#lent.size > 0) return;
      this.#waiting.shift()?.reject(error);
    } finally {
      this.#opening.delete(slot);
      this.#tellIfUnused();
    }
  }

  #lend(slot: Slot, sql: ReservedSQL): Borrowed {
    this.#opening.delete(slot);
    this.#lent.add(slot);
    let isOver = false;
    const once = async (end: () => unknown) => {
      if (isOver) return;
      isOver = true;
      this.#lent.delete(slot);
      const ending = end();
      this.#serve();
      this.#tellIfUnused();
      await ending;
    };
    return {
      sql,
      giveBack: () => void once(() => this.#takeBack(slot, sql)),
      drop: () => once(() => closeNow(slot.driver)),
    };
  }

  #takeBack(slot: Slot, sql: ReservedSQL): void {
    sql.release();
    slot.idleSince = this.#options.clock.now();
    this.#idle.push(slot);
    if (!this.#isEnded) this.#shrinking ??= this.#shrinkLater();
  }

  #tellIfUnused(): void {
    if (this.#isEnded && !this.#isBusy) this.#unused.resolve();
  }

  #shrinkLater(): Timeout {
    const timer = startTimer(this.#options.clock, "idleConnectionMs", () => this.#shrink());
    timer.unref();
    return timer;
  }

  #shrink(): void {
    const until = this.#options.clock.now() - DEADLINES.idleConnectionMs;
    const old = this.#idle.filter(({ idleSince }) => idleSince <= until);
    this.#idle.splice(0, old.length);
    for (const { driver } of old) void closeNow(driver);
    this.#shrinking = this.#idle.length > 0 ? this.#shrinkLater() : undefined;
  }
}

function ended(): StoreError {
  return new StoreError("unavailable", "PostgreSQL: these connections were closed");
}

/** A pool of the driver. */
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

/** Closes a connection or a pool of the driver without waiting for its queries, which may never settle. */
export async function closeNow(sql: SQL | ReservedSQL): Promise<void> {
  await sql.close({ timeout: 0 }).catch(noop);
}

// The server that takes writes: found among the addresses, checked twice a second while it is used, and searched for again when it is lost.
// Meanwhile every query is refused at once.

import type { ReservedSQL } from "bun";
import { steadyClock, type Timeout, type TimerClock } from "../inventory/clock.ts";
import { IdlePace } from "../inventory/idle-pace.ts";
import type { Log } from "../inventory/log.ts";
import type { Position } from "../inventory/position.ts";
import { StoreError } from "../inventory/store-error.ts";
import { type CandidateOptions, findCandidates } from "./candidate.ts";
import { Connections, type PoolName } from "./connections.ts";
import { sleep, startTimer } from "./deadline.ts";
import { type AttemptsName, attemptsOf, type Wait } from "./deadlines.ts";
import { isConnectionLost, isRefusal, isStatementLost, NoReplyError, storeErrorOf } from "./errors.ts";
import { checkHealth, serverSilent } from "./health-check.ts";

export interface PrimaryOptions extends CandidateOptions {
  /** Addresses of one database on each of its servers; the server that takes writes is used. */
  readonly urls: readonly string[];
  readonly log?: Log;
  /** Open without a server where none is available, and search until there is one. */
  readonly retryOpen: boolean;
}

export class Primary implements AsyncDisposable {
  /** The newest commit that this process has seen. Of several servers that take writes, the current one has it. */
  lastKnown: Position | undefined;
  readonly clock: TimerClock;
  readonly #options: PrimaryOptions;
  /** A check after the last use, then few: they are most of what an idle service asks of its server. */
  readonly #pace = new IdlePace(1);
  #healthTimer: Timeout | undefined;
  #current: Connections | undefined;
  #reason = new StoreError("unavailable", "PostgreSQL: no server was found yet");
  #searching: Promise<void> | undefined;
  #closed = false;

  private constructor(options: PrimaryOptions) {
    this.#options = options;
    this.clock = options.clock ?? steadyClock;
    this.#scheduleHealthCheck();
  }

  /**
   * Throws a StoreError: `unusable` where another try cannot succeed; `unavailable` where no server is available, unless
   * `retryOpen`.
   */
  static async open(options: PrimaryOptions): Promise<Primary> {
    const primary = new Primary(options);
    try {
      primary.#current = await primary.#find();
    } catch (error) {
      const mayRecover = error instanceof StoreError && error.code === "unavailable";
      if (!options.retryOpen || !mayRecover) {
        primary.#close();
        throw error;
      }
      primary.#reason = error;
      primary.#startSearch();
    }
    return primary;
  }

  get log(): Log | undefined {
    return this.#options.log;
  }

  /** Throws `unavailable` while there is no server. */
  get connections(): Connections {
    if (this.#closed) throw new StoreError("unavailable", "PostgreSQL: the store was closed");
    if (this.#current === undefined) throw this.#reason;
    return this.#current;
  }

  /**
   * Runs work that may be repeated: once, on another connection, where the first one breaks. An operator may have ended that
   * connection alone. Throws a StoreError.
   */
  async withRetry<T>(pool: PoolName, wait: Wait, work: (connection: ReservedSQL) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const { connections } = this;
      try {
        return await connections.withConnection(pool, wait, work);
      } catch (error) {
        const again = attempt === 1 && isConnectionLost(error) && this.#current === connections;
        if (!again) throw this.toStoreError(error, connections);
      }
    }
  }

  /**
   * Runs a short query, with an attempt for each wait of the table, each on another connection: the network may have lost one without
   * any sign. Throws a StoreError.
   */
  async query<T>(
    pool: PoolName,
    attempts: AttemptsName,
    query: (connection: ReservedSQL) => Promise<T>,
  ): Promise<T> {
    const waits = attemptsOf(attempts);
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.withRetry(pool, waits[attempt]!, query);
      } catch (error) {
        if (attempt === waits.length - 1 || !(error instanceof NoReplyError)) throw error;
      }
    }
  }

  /** The StoreError for an error on these connections. Discards them where the server is lost. */
  toStoreError(error: unknown, connections: Connections): unknown {
    const translated = storeErrorOf(error);
    const isServerLost = isConnectionLost(error) || isStatementLost(error);
    if (isServerLost && translated instanceof StoreError) this.discard(connections, translated);
    return translated;
  }

  /** Ends these connections and searches for a server; nothing where they were discarded before. */
  discard(connections: Connections, reason: StoreError): void {
    if (this.#current !== connections || this.#closed) return;
    this.#options.log?.warn("database_lost", { cause: reason.message });
    this.#current = undefined;
    this.#reason = reason;
    connections.discard(reason);
    this.#startSearch();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed) return;
    this.#close();
    await this.#searching;
    await this.#current?.close();
  }

  #close(): void {
    this.#closed = true;
    this.clock.clearTimeout(this.#healthTimer);
  }

  #scheduleHealthCheck(): void {
    this.#healthTimer = startTimer(this.clock, "healthCheckIntervalMs", async () => {
      await this.#checkHealth();
      if (!this.#closed) this.#scheduleHealthCheck();
    });
    this.#healthTimer.unref();
  }

  async #checkHealth(): Promise<void> {
    const connections = this.#current;
    if (connections === undefined) return;
    if (connections.takeUse()) this.#pace.asked();
    if (!this.#pace.tick()) return;
    try {
      await this.#check(connections);
    } catch (error) {
      const reason = storeErrorOf(error);
      // One broken connection says nothing about the server; the pool has opened another for the second check.
      const isSure =
        error instanceof StoreError || isStatementLost(error) || !(await this.#replies(connections));
      if (isSure && reason instanceof StoreError) this.discard(connections, reason);
    }
  }

  /** Throws no NoReplyError: the reason why connections are discarded, which waiting work gets, must not look like one lost connection. */
  async #check(connections: Connections): Promise<void> {
    try {
      await connections.withConnection("health", "healthCheckMs", checkHealth);
    } catch (error) {
      throw error instanceof NoReplyError ? serverSilent() : error;
    }
  }

  async #replies(connections: Connections): Promise<boolean> {
    try {
      await this.#check(connections);
      return true;
    } catch (error) {
      // A server without free connections is healthy, and so are the connections that we have.
      return isRefusal(error);
    }
  }

  #startSearch(): void {
    this.#searching ??= this.#search().finally(() => {
      this.#searching = undefined;
    });
  }

  async #search(): Promise<void> {
    while (!this.#closed && this.#current === undefined) {
      try {
        this.#current = await this.#find();
        this.#options.log?.info("database_found", {});
      } catch (error) {
        if (error instanceof StoreError && isNews(error, this.#reason)) this.#reason = error;
        await sleep(this.clock, "searchIntervalMs");
      }
    }
  }

  async #find(): Promise<Connections> {
    const { urls, schema, onMigrated } = this.#options;
    const options = { clock: this.clock, schema, onMigrated };
    const [best, ...rivals] = await findCandidates(urls, this.lastKnown, options);
    if (rivals.length > 0) {
      const others = rivals.map(({ host }) => host).join(", ");
      this.#options.log?.warn("database_rivals", { taken: best.host, left: others });
    }
    const connections = new Connections(best.url, this.clock);
    // A command uses few connections, and briefly.
    if (this.#options.retryOpen) void connections.warm();
    return connections;
  }
}

/**
 * A server that is away says nothing about a database that cannot be used: with several addresses one of them is a standby most of the
 * time, and streams must learn that a newer petstock has migrated the database.
 */
function isNews(error: StoreError, known: StoreError): boolean {
  return error.code === "unusable" || known.code !== "unusable";
}

// The server that takes writes: found among the addresses, watched, and looked for again when it is gone. While there is
// none, every question is refused at once; who asks again a moment later finds the new one.

import type { ReservedSQL } from "bun";
import type { Log } from "../inventory/ports.ts";
import type { Position } from "../inventory/position.ts";
import { StoreError } from "../inventory/store-error.ts";
import { findCandidates } from "./candidate.ts";
import { Connections, NoReplyError } from "./connections.ts";
import { withDeadline } from "./deadline.ts";
import { isRefusal, isConnectionLost, isStatementLost, storeErrorOf } from "./errors.ts";
import { checkHealth, serverSilent, HEALTH_CHECK_DEADLINE_MS } from "./health-check.ts";

/** Between two looks for a server: recovery within a second leaves room for the look itself. */
const LOOK_INTERVAL_MS = 200;
const HEARTBEAT_INTERVAL_MS = 500;

/** Which of the connections. */
type PoolName = "lookups" | "tasks";
/** Deadlines, ms. The last is the longest: what is slow, and not silent, must be answered some time. */
export type AttemptTimeouts = readonly [number, ...number[]];
/** Of a question of a row. All connections that ask it may have been lost while nobody asked anything. */
export const LOOKUP_TIMEOUTS_MS: AttemptTimeouts = [1_000, 1_000, 3_000];

export interface PrimaryOptions {
  /** Of one database on each of its servers: the one that takes writes is used. */
  readonly urls: readonly string[];
  readonly log?: Log;
  /** Go on without a server, and look for one until it is there. */
  readonly retryOpen: boolean;
}

export class Primary implements AsyncDisposable {
  /** The newest commit that this process has seen: where several servers take writes, the true one has it. */
  lastKnown: Position | undefined;
  readonly #options: PrimaryOptions;
  readonly #heartbeat: ReturnType<typeof setInterval>;
  #current: Connections | undefined;
  #reason = new StoreError("unavailable", "PostgreSQL: no server was found yet");
  #looking: Promise<void> | undefined;
  #closed = false;

  private constructor(options: PrimaryOptions) {
    this.#options = options;
    let beating = false;
    this.#heartbeat = setInterval(async () => {
      if (beating) return;
      beating = true;
      await this.#beat();
      beating = false;
    }, HEARTBEAT_INTERVAL_MS);
    this.#heartbeat.unref();
  }

  /** Throws a StoreError: `unusable` where trying again cannot help; `unavailable` where no server is there, unless `retryOpen`. */
  static async open(options: PrimaryOptions): Promise<Primary> {
    const primary = new Primary(options);
    try {
      primary.#current = await primary.#find();
    } catch (error) {
      const known = error instanceof StoreError && error.code === "unavailable";
      if (!options.retryOpen || !known) {
        clearInterval(primary.#heartbeat);
        throw error;
      }
      primary.#reason = error;
      primary.#look();
    }
    return primary;
  }

  get log(): Log | undefined {
    return this.#options.log;
  }

  /** Throws `unavailable` where there is no server just now. */
  get connections(): Connections {
    if (this.#closed) throw new StoreError("unavailable", "PostgreSQL: the store was closed");
    if (this.#current === undefined) throw this.#reason;
    return this.#current;
  }

  /**
   * Does work that may be done twice. Where its connection breaks it is done again at once on another one: a single
   * connection may have been ended by an operator. Throws a StoreError.
   */
  async withRetry<T>(
    pool: PoolName,
    deadlineMs: number,
    work: (connection: ReservedSQL) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const connections = this.connections;
      try {
        return await connections.withConnection(connections[pool], deadlineMs, work);
      } catch (error) {
        const again = attempt === 1 && isConnectionLost(error) && this.#current === connections;
        if (!again) throw this.toStoreError(error, connections);
      }
    }
  }

  /**
   * Asks a small question, of which each connection in turn has so long to answer: one may have been lost by the network
   * alone, and nobody is told. Throws a StoreError.
   */
  async query<T>(
    pool: PoolName,
    [deadlineMs, ...more]: AttemptTimeouts,
    question: (connection: ReservedSQL) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.withRetry(pool, deadlineMs, question);
    } catch (error) {
      const [next, ...rest] = more;
      if (next === undefined || !(error instanceof NoReplyError)) throw error;
      return this.query(pool, [next, ...rest], question);
    }
  }

  /** The StoreError for what went wrong on these connections, which are given up where that was the server. */
  toStoreError(error: unknown, connections: Connections): unknown {
    const known = error instanceof StoreError ? error : storeErrorOf(error);
    const isOver = isConnectionLost(error) || isStatementLost(error);
    if (isOver && known instanceof StoreError) this.discard(connections, known);
    return known;
  }

  /** Ends these connections, and looks for a server; nothing where that happened already. */
  discard(connections: Connections, reason: StoreError): void {
    if (this.#current !== connections || this.#closed) return;
    this.#options.log?.warn("database_lost", { cause: reason.message });
    this.#current = undefined;
    this.#reason = reason;
    connections.discard(reason);
    this.#look();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#heartbeat);
    await this.#looking;
    await this.#current?.close();
  }

  async #beat(): Promise<void> {
    const connections = this.#current;
    if (connections === undefined) return;
    try {
      await withDeadline(HEALTH_CHECK_DEADLINE_MS, checkHealth(connections.health), serverSilent);
    } catch (error) {
      const reason = error instanceof StoreError ? error : storeErrorOf(error);
      // One connection that broke is the pool's business, which has made another one by the next beat.
      const isSure =
        error instanceof StoreError || isStatementLost(error) || !(await this.#answers(connections));
      if (isSure && reason instanceof StoreError) this.discard(connections, reason);
    }
  }

  async #answers(connections: Connections): Promise<boolean> {
    try {
      await withDeadline(HEALTH_CHECK_DEADLINE_MS, checkHealth(connections.health), serverSilent);
      return true;
    } catch (error) {
      // A server that has no connection left for us is well, and so are the connections that we have.
      return isRefusal(error);
    }
  }

  #look(): void {
    this.#looking ??= this.#lookUntilFound().finally(() => {
      this.#looking = undefined;
    });
  }

  async #lookUntilFound(): Promise<void> {
    while (!this.#closed && this.#current === undefined) {
      try {
        this.#current = await this.#find();
        this.#options.log?.info("database_found", {});
      } catch (error) {
        if (error instanceof StoreError) this.#reason = error;
        await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL_MS));
      }
    }
  }

  async #find(): Promise<Connections> {
    const [best, ...rivals] = await findCandidates(this.#options.urls, this.lastKnown);
    if (rivals.length > 0) {
      const others = rivals.map(({ host }) => host).join(", ");
      this.#options.log?.warn("database_rivals", { taken: best.host, left: others });
    }
    const connections = new Connections(best.url);
    // A command needs few of them, and not for long.
    if (this.#options.retryOpen) void connections.warm();
    return connections;
  }
}

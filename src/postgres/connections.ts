// The connections to one server, in pools apart: nothing slow is ever ahead of the question that each list asks.

import { type ReservedSQL, SQL } from "bun";
import { StoreError } from "../inventory/store-error.ts";
import { noop, withDeadline } from "./deadline.ts";
import { isRefusal, isCancelled } from "./errors.ts";

/** Longest wait for a connection, s. */
const CONNECT_TIMEOUT_S = 5;
/** Longest wait at the end for what was asked: a frozen server never answers it. */
const CLOSE_TIMEOUT_S = 5;
/** How long a question that was told to stop may take for it. */
const CANCEL_DEADLINE_MS = 1_000;

/** A connection did not answer in time. That says nothing of the others: the network may have lost this one alone. */
export class NoReplyError extends StoreError {
  constructor(deadlineMs: number) {
    super("unavailable", `PostgreSQL: no answer for ${Math.round(deadlineMs)} ms`);
  }
}

/** What is done on a connection: a transaction, or one query, which the server can be told to stop. */
type Work<T> = (connection: ReservedSQL) => Promise<T> | SQL.Query<T>;

export class Connections {
  /**
   * Whether the server is alive. On a connection of its own: a question that waits for somebody's lock must not look like
   * a server that is frozen, or each new set of connections would end up waiting for the same lock.
   */
  readonly health: SQL;
  /** What changed? */
  readonly lookups: SQL;
  /** Groups of updates: one at work, and one that waits for the lock behind it. */
  readonly updates: SQL;
  /** Imports, exports, proofs and keys. */
  readonly tasks: SQL;
  readonly #waiting = new Set<(error: Error) => void>();
  #loss: Error | undefined;

  constructor(url: string) {
    this.health = connect(url, 1);
    this.lookups = connect(url, 2);
    this.updates = connect(url, 2);
    this.tasks = connect(url, 3);
  }

  /**
   * Connects all pools, where it can: later the server may have no connection left for us, and the first to ask anything
   * need not wait for a login. A pool that is asked anything makes all of its connections.
   */
  async warm(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool`SELECT 1`.catch(noop)));
  }

  /**
   * Settles as `work` does, or rejects once these connections are given up: nobody waits on a frozen one. Not a race with
   * one promise of their loss, which would remember whoever raced with it for as long as the connections live.
   */
  orDiscarded<T>(work: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    work.then(resolve, reject).finally(() => this.#waiting.delete(reject));
    if (this.#loss === undefined) this.#waiting.add(reject);
    else reject(this.#loss);
    return promise;
  }

  /**
   * A connection of the pool for somebody alone, who is to release it, or to close it where it may never answer: the pool
   * makes another one then. Throws NoAnswer.
   */
  async reserve(pool: SQL, deadlineMs: number): Promise<ReservedSQL> {
    const reserved = pool.reserve();
    try {
      return await withDeadline(deadlineMs, this.orDiscarded(reserved), () => new NoReplyError(deadlineMs));
    } catch (error) {
      // One that comes later would be lost to the pool for good.
      reserved.then((connection) => connection.release(), noop);
      throw error;
    }
  }

  /** Does work on a connection of the pool, and keeps none that did not answer. Throws NoAnswer. */
  async withConnection<T>(pool: SQL, deadlineMs: number, work: Work<T>): Promise<T> {
    const begunAt = performance.now();
    const connection = await this.reserve(pool, deadlineMs);
    const asked = work(connection);
    try {
      const leftMs = begunAt + deadlineMs - performance.now();
      const result = await withDeadline(leftMs, this.orDiscarded(asked), () => new NoReplyError(deadlineMs));
      connection.release();
      return result;
    } catch (error) {
      if (isRefusal(error)) connection.release();
      else void abandonQuery(connection, asked);
      throw error;
    }
  }

  /** Ends every connection at once, whatever it is doing. */
  discard(error: Error): void {
    this.#loss = error;
    for (const reject of this.#waiting) reject(error);
    for (const pool of this.#pools) void pool.close({ timeout: 0 }).catch(noop);
  }

  /** Ends the connections when they have done what they were asked. */
  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.close({ timeout: CLOSE_TIMEOUT_S }).catch(noop)));
  }

  get #pools(): readonly SQL[] {
    return [this.health, this.lookups, this.updates, this.tasks];
  }
}

export function connect(url: string, max: number): SQL {
  const { pathname, searchParams } = new URL(url);
  return new SQL({
    url,
    max,
    bigint: true,
    // Else the client would let PGDATABASE win over the address.
    database: decodeURIComponent(pathname.slice(1)),
    connectionTimeout: CONNECT_TIMEOUT_S,
    connection: { application_name: searchParams.get("application_name") ?? "petstock" },
  });
}

/**
 * Leaves what was asked. A server that waits for somebody's lock is told to stop, or one backend after the other would
 * stay behind and wait; once it says that it did the connection is good, and any other is closed.
 */
async function abandonQuery(
  connection: ReservedSQL,
  asked: Promise<unknown> | SQL.Query<unknown>,
): Promise<void> {
  if (await isStopped(asked)) connection.release();
  else await connection.close({ timeout: 0 }).catch(noop);
}

async function isStopped(asked: Promise<unknown> | SQL.Query<unknown>): Promise<boolean> {
  if (!("cancel" in asked)) return false;
  asked.cancel();
  try {
    await withDeadline(CANCEL_DEADLINE_MS, asked, () => new NoReplyError(CANCEL_DEADLINE_MS));
    // Answered after all: what tells the server to stop is still on its way, and would stop the next question.
    return false;
  } catch (error) {
    return isCancelled(error);
  }
}

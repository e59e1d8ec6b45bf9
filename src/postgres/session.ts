// A session: one connection for one task, from its reservation to its end. It begins a transaction, runs work in it under
// a deadline or its monitor, and ends by what happened: released after a commit, rolled back after a refusal, closed where
// the connection may be lost.

import type { ReservedSQL } from "bun";
import type { TimerClock } from "../inventory/clock.ts";
import { StoreError } from "../inventory/store-error.ts";
import { beginLocked, type LockOptions } from "./begin-locked.ts";
import type { Connections, PoolName } from "./connections.ts";
import type { Borrowed } from "./pool.ts";
import { Deadline, withDeadline } from "./deadline.ts";
import { DEADLINES, type Wait } from "./deadlines.ts";
import {
  CommitRefusedError,
  isConnectionLost,
  isReusableAfter,
  NoReplyError,
  storeErrorOf,
} from "./errors.ts";
import { type NewestCommit, readNewestCommit } from "./newest-commit.ts";
import type { Query } from "../ledger/sql.ts";
import type { Primary } from "./primary.ts";
import { pipelined, sendQuery } from "./run-work.ts";
import { ensureKnown } from "./schema.ts";
import { prepareTransaction } from "./transaction-settings.ts";
import { ConsumerError, SessionMonitor } from "./session-monitor.ts";

/** Work in the transaction of the session. */
export type Work<T> = (sql: ReservedSQL, session: Session) => Promise<T>;

/** `broken`: the connection may never reply, so it is not used again. */
type State = "idle" | "in transaction" | "broken";

export class Session implements AsyncDisposable {
  readonly connections: Connections;
  readonly #borrowed: Borrowed;
  readonly #primary: Primary;
  readonly #clock: TimerClock;
  #monitor: SessionMonitor | undefined;
  #state: State = "idle";
  #isWorking = false;
  #isClosed = false;

  private constructor(primary: Primary, connections: Connections, borrowed: Borrowed) {
    this.#primary = primary;
    this.#clock = primary.clock;
    this.connections = connections;
    this.#borrowed = borrowed;
  }

  get sql(): ReservedSQL {
    return this.#borrowed.sql;
  }

  /** A session of the pool for tasks, once one is free. Throws a StoreError. */
  static async open(primary: Primary, wait: Wait = "replyMs"): Promise<Session> {
    const { connections } = primary;
    try {
      using deadline = new Deadline(primary.clock, wait);
      return await Session.reserve(primary, { connections, pool: "tasks", deadline });
    } catch (error) {
      throw primary.toStoreError(error, connections);
    }
  }

  /** Throws NoReplyError, or the driver's error. */
  static async reserve(
    primary: Primary,
    { connections, pool, deadline }: { connections: Connections; pool: PoolName; deadline: Deadline },
  ): Promise<Session> {
    return new Session(primary, connections, await connections.borrow(pool, deadline));
  }

  /** Begins a transaction that reads one snapshot of the database. */
  async beginRead(): Promise<void> {
    await this.#begin("REPEATABLE READ READ ONLY");
  }

  /** Begins a transaction without the lock of all writers. Throws `unusable` where a newer petstock has migrated the database. */
  async beginUnlocked(isolation: "READ COMMITTED" | "REPEATABLE READ" = "READ COMMITTED"): Promise<void> {
    await this.#begin(isolation);
    await this.withDeadline(ensureKnown(this.sql));
  }

  /** Begins a transaction with the lock of all writers (see begin-locked.ts), and starts the monitor. */
  async beginLocked(lockTimeoutMs: number): Promise<NewestCommit> {
    const newest = await this.sendBeginLocked({ lockTimeoutMs }, () => readNewestCommit(this.sql));
    this.#monitor = await SessionMonitor.make(this.#primary, this.sql);
    return newest;
  }

  /** The same without the monitor, for a pipeline: all its statements, also those of `next`, are sent when it returns. */
  sendBeginLocked<T>(options: Omit<LockOptions, "clock">, next: () => Promise<T>): Promise<T> {
    this.#state = "in transaction";
    return beginLocked(this.sql, { clock: this.#clock, ...options }, next);
  }

  /** One statement in a transaction of its own, without the lock. All is sent when it returns. */
  async sendAlone<Row>(statement: Query<Row>): Promise<Row[] & { count: number }> {
    this.#state = "in transaction";
    const begun = this.sql`BEGIN ISOLATION LEVEL READ COMMITTED`.execute();
    // The server ends it where the rest of it is lost on its way: its locks hold up the end of the stage.
    const prepared = prepareTransaction(this.sql, DEADLINES.stageLockMs);
    const sent = sendQuery(this.sql, statement);
    const committed = this.sql`COMMIT`.execute();
    const [, , rows, { command }] = await pipelined<
      [unknown, unknown, Row[] & { count: number }, { command: string }]
    >(begun, prepared, sent, committed);
    this.committed(command);
    return rows;
  }

  /** Waits for a statement that replies at once. Throws NoReplyError. */
  withDeadline<T>(query: Promise<T>, wait: Wait = "replyMs"): Promise<T> {
    return withDeadline(this.#clock, wait, query);
  }

  /** Runs work in the transaction, however long it takes. Throws NoReplyError where the monitor finds the connection lost. */
  async run<T>(work: Work<T>): Promise<T> {
    this.#ensureInTransaction();
    return this.connections.orDiscarded(this.#monitored(work(this.sql, this)));
  }

  /** Runs code of the caller, however long it takes, without the monitor. Throws ConsumerError. */
  pauseMonitor<T>(work: () => Promise<T>): Promise<T> {
    return this.#monitor === undefined ? work() : this.#monitor.pauseMonitor(work);
  }

  /** Commits; `what` names it in messages. Throws `outcome_unknown` where the connection was lost before the reply. */
  async commit(what: string): Promise<void> {
    this.#ensureInTransaction();
    try {
      // Not `run`: once the connections are discarded the driver rejects it, and says whether the commit was sent.
      const { command } = await this.#monitored(this.sql`COMMIT`);
      this.committed(command);
    } catch (error) {
      if (!(error instanceof NoReplyError || isConnectionLost(error))) throw error;
      const cause = error instanceof NoReplyError ? "no answer to" : "the connection broke in";
      throw new StoreError("outcome_unknown", `PostgreSQL: ${cause} the commit of ${what}`, { cause: error });
    }
  }

  /** Commits what `beginUnlocked` began. Throws like `run`: no other transaction needs it. */
  async commitUnlocked(): Promise<void> {
    const { command } = await this.run((sql) => sql`COMMIT`);
    this.committed(command);
  }

  /** The reply to a COMMIT. After a failed statement that is a ROLLBACK without an error: throws CommitRefusedError. */
  committed(command: string): void {
    if (command !== "COMMIT") throw new CommitRefusedError();
    this.#ended();
  }

  /** Ends the transaction without changes. Throws nothing: without a reply the connection is closed at the end. */
  async rollBack(): Promise<void> {
    await this.cleanUp(() => this.sql`ROLLBACK`, "rollbackMs");
    this.#ended();
  }

  /** Runs a statement without which the connection cannot go back to the pool. Throws nothing. */
  async cleanUp(statement: () => Promise<unknown>, wait: Wait = "replyMs"): Promise<void> {
    if (this.#state === "broken") return;
    try {
      await this.withDeadline(statement(), wait);
    } catch {
      this.#state = "broken";
    }
  }

  /** Runs work on the session. After an error the transaction is rolled back, or the connection is not used again. */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    this.#isWorking = true;
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ConsumerError || isReusableAfter(error))) this.#state = "broken";
      if (this.#state === "in transaction") await this.rollBack();
      throw error;
    } finally {
      this.#isWorking = false;
    }
  }

  /** The same. Throws a StoreError, or the error of the caller's own code. */
  async ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.guard(work);
    } catch (error) {
      if (error instanceof ConsumerError) throw error.cause;
      // Closed beneath its work: that says nothing about the server.
      throw this.#isClosed ? storeErrorOf(error) : this.#primary.toStoreError(error, this.connections);
    }
  }

  /**
   * Rolls back what was not committed. The connection goes back to its pool, or is closed where it may be lost, or where
   * work still runs: after a ROLLBACK each further statement of that work would commit by itself.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    if (this.#isWorking) this.#state = "broken";
    if (this.#state === "in transaction") await this.rollBack();
    if (this.#state === "idle") this.#borrowed.giveBack();
    else await this.#borrowed.drop();
  }

  async #begin(mode: string): Promise<void> {
    this.#state = "in transaction";
    await this.withDeadline(this.sql.unsafe(`BEGIN ISOLATION LEVEL ${mode}`));
    // A database's own limit is for other statements than ours, which read whole tables.
    await this.withDeadline(this.sql`SELECT set_config('statement_timeout', '0', true)`);
    this.#monitor = await SessionMonitor.make(this.#primary, this.sql);
  }

  /** After a refusal the transaction was rolled back: a statement would commit by itself. */
  #ensureInTransaction(): void {
    if (this.#state === "in transaction") return;
    throw new StoreError("unavailable", "PostgreSQL: the transaction has ended");
  }

  #ended(): void {
    if (this.#state === "in transaction") this.#state = "idle";
    this.#monitor = undefined;
  }

  #monitored<T>(work: Promise<T>): Promise<T> {
    return this.#monitor === undefined ? work : this.#monitor.watch(work);
  }
}

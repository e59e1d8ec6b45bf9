// A copy of another database on its way into this one, which must be empty: one transaction from the first row to the
// last, with the lock of every transaction that writes.

import type { ReservedSQL } from "bun";
import { type CopyStage, NotEmptyError, type OnRowBatch, type RowBatch } from "../inventory/copy.ts";
import type { Position } from "../inventory/position.ts";
import type { Verification } from "../inventory/verification.ts";
import { adoptHistory, prepareTarget } from "../ledger/copy.ts";
import { verify } from "../ledger/verify.ts";
import { beginLocked } from "./begin-locked.ts";
import type { Connections } from "./connections.ts";
import { noop } from "./deadline.ts";
import { isRefusal } from "./errors.ts";
import { readNewest } from "./newest-commit.ts";
import type { Primary } from "./primary.ts";
import { lockKeys } from "./retirement.ts";
import { runWork } from "./run-work.ts";
import { readTablesByKey } from "./read-tables.ts";
import { rollBack } from "./transaction.ts";
import { ConsumerError, SessionMonitor } from "./session-monitor.ts";

/** Beyond the wait for the source's lock: nothing that a copy does between two statements takes longer. */
const IDLE_MS = 60_000;
const CONNECTION_DEADLINE_MS = 5_000;

export class PostgresCopyStage implements CopyStage {
  readonly #primary: Primary;
  readonly #connections: Connections;
  readonly #connection: ReservedSQL;
  readonly #watch: SessionMonitor;
  /** The connection may never answer, and nothing is asked on it any more. */
  #isLost = false;

  private constructor(
    primary: Primary,
    held: { connections: Connections; connection: ReservedSQL; watch: SessionMonitor },
  ) {
    this.#primary = primary;
    this.#connections = held.connections;
    this.#connection = held.connection;
    this.#watch = held.watch;
  }

  /** Throws NotEmptyError; `retired` where what was there has moved. */
  static async open(primary: Primary, lockTimeoutMs: number): Promise<PostgresCopyStage> {
    const { connections } = primary;
    try {
      const connection = await connections.reserve(connections.tasks, CONNECTION_DEADLINE_MS);
      try {
        const newest = await beginLocked(connection, lockTimeoutMs);
        const watch = await SessionMonitor.make(primary, connection);
        await watch.watch(begin(connection, { newest, lockTimeoutMs }));
        return new PostgresCopyStage(primary, { connections, connection, watch });
      } catch (error) {
        if (isRefusal(error) || error instanceof NotEmptyError) await rollBack(connection);
        else await connection.close({ timeout: 0 }).catch(noop);
        throw error;
      }
    } catch (error) {
      throw primary.toStoreError(error, connections);
    }
  }

  add(batch: RowBatch): Promise<void> {
    return this.#ask((sql) => writeBatch(sql, batch));
  }

  readBack(onBatch: OnRowBatch): Promise<void> {
    return this.#ask((sql) =>
      readTablesByKey(sql, (batch) => this.#watch.pauseMonitor(() => onBatch(batch))),
    );
  }

  async commit(): Promise<Verification> {
    const verification = await this.#ask(async (sql) => {
      await runWork(sql, adoptHistory());
      // So that verify, and the first services, are planned for full tables. Not commit_mark: for a few commits the planner
      // would choose to read all of them, and services keep its plans.
      await sql`ANALYZE inventory, movement`;
      return runWork(sql, verify(await readNewest(sql)));
    });
    if (verification.problems.length > 0) return verification;
    await this.#orBlame(this.#watch.commit(this.#connection, "the copy"));
    return verification;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // After a commit there is nothing to roll back, and the server only remarks on it.
    if (this.#isLost) await this.#connection.close({ timeout: 0 }).catch(noop);
    else await rollBack(this.#connection);
  }

  #ask<T>(work: (sql: ReservedSQL) => Promise<T>): Promise<T> {
    return this.#orBlame(this.#watch.watch(work(this.#connection)));
  }

  /** Not raced with their loss, which ends what was asked: only the commit itself can say that nobody knows its outcome. */
  async #orBlame<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof ConsumerError) throw error.cause;
      this.#isLost = !isRefusal(error);
      throw this.#primary.toStoreError(error, this.#connections);
    }
  }
}

async function begin(
  sql: ReservedSQL,
  { newest, lockTimeoutMs }: { newest: Position; lockTimeoutMs: number },
): Promise<void> {
  await lockKeys(sql);
  const idleMs = String(lockTimeoutMs + IDLE_MS);
  await sql`SELECT set_config('idle_in_transaction_session_timeout', ${idleMs}, true)`;
  await runWork(sql, prepareTarget(newest));
}

/** As JSON text, which PostgreSQL parses itself, with every digit of an id. */
async function writeBatch(sql: ReservedSQL, { table, rows }: RowBatch): Promise<void> {
  const columns = table.columns.join(", ");
  const text = JSON.stringify(rows, (_, cell: unknown) => (typeof cell === "bigint" ? String(cell) : cell));
  await sql.unsafe(
    `INSERT INTO ${table.name} (${columns})
     SELECT ${columns} FROM json_populate_recordset(null::${table.name}, $1::text::json)`,
    [text],
  );
}

// Copies another database into this one, which must be empty, in one transaction with the lock of all writers.

import type { ReservedSQL } from "bun";
import type { CopyStage, OnRowBatch, RowBatch } from "../inventory/copy.ts";
import type { Position } from "../inventory/position.ts";
import type { Verification } from "../inventory/maintenance.ts";
import { adoptHistory, prepareTarget } from "../ledger/copy.ts";
import { verify } from "../ledger/verify.ts";
import { DEADLINES } from "./deadlines.ts";
import { readNewest } from "./newest-commit.ts";
import { planWholeJoins, readTablesByKey } from "./plan-joins.ts";
import type { Primary } from "./primary.ts";
import { lockKeys } from "./retirement.ts";
import { runWork } from "./run-work.ts";
import { Session, type Work } from "./session.ts";

export class PostgresCopyStage implements CopyStage {
  readonly #session: Session;

  private constructor(session: Session) {
    this.#session = session;
  }

  /** Throws NotEmptyError; `retired` where the inventory has moved. */
  static async open(primary: Primary, lockTimeoutMs: number): Promise<PostgresCopyStage> {
    await using owned = new AsyncDisposableStack();
    const session = owned.use(await Session.open(primary));
    await session.ask(async () => {
      const newest = await session.beginLocked(lockTimeoutMs);
      await session.run((sql) => begin(sql, { newest, lockTimeoutMs }));
    });
    owned.move();
    return new PostgresCopyStage(session);
  }

  add(batch: RowBatch): Promise<void> {
    return this.#ask((sql) => writeBatch(sql, batch));
  }

  readBack(onBatch: OnRowBatch): Promise<void> {
    return this.#ask((sql) =>
      readTablesByKey(sql, (batch, all) => this.#session.pauseMonitor(() => onBatch(batch, all))),
    );
  }

  async commit(): Promise<Verification> {
    const verification = await this.#ask(async (sql) => {
      await runWork(sql, adoptHistory());
      // So that verify, and the first services, are planned for full tables. Not commit_mark: for a few commits the planner
      // would choose to read all of them, and services keep its plans.
      await sql`ANALYZE inventory, ledger_entry`;
      await planWholeJoins(sql);
      return runWork(sql, verify(await readNewest(sql)));
    });
    if (verification.problems.length > 0) return verification;
    await this.#session.ask(() => this.#session.commit("the copy"));
    return verification;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#session[Symbol.asyncDispose]();
  }

  #ask<T>(work: Work<T>): Promise<T> {
    return this.#session.ask(() => this.#session.run(work));
  }
}

async function begin(
  sql: ReservedSQL,
  { newest, lockTimeoutMs }: { newest: Position; lockTimeoutMs: number },
): Promise<void> {
  await lockKeys(sql);
  const idleMs = String(lockTimeoutMs + DEADLINES.idleCopyMs);
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

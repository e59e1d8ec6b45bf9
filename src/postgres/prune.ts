// Prunes without blocking writers where it can: no transaction reads commits and movements from before the start of the
// history, and a writer's expired records are skipped. Only pets that were removed need the write lock.

import type { ExpiryResult, ExpiredRange } from "../inventory/idempotency.ts";
import type { PruneOptions, PruneReport } from "../inventory/maintenance.ts";
import { ensurePruned, isNotLastState, type PruneBounds, type PrunedTable } from "../ledger/prunable.ts";
import { prune as pruneWith, type PruneEngine } from "../ledger/prune.ts";
import { execute, type Query, sql, type Work } from "../ledger/sql.ts";
import { removeRecords } from "./idempotency-table.ts";
import { planByKey, planWholeJoins } from "./plan-joins.ts";
import type { Primary } from "./primary.ts";
import { runWork } from "./run-work.ts";
import { lockedTransaction, readTransaction, unlockedTransaction } from "./transactions.ts";

export function prune(primary: Primary, lockTimeoutMs: number, options: PruneOptions): Promise<PruneReport> {
  return pruneWith(new PostgresPrune(primary, lockTimeoutMs), options);
}

class PostgresPrune implements PruneEngine {
  /** Some ten milliseconds of work. */
  readonly portionRows = 5_000;
  readonly lockRows = sql`FOR UPDATE`;
  readonly lastStates = lastStates;
  readonly #primary: Primary;
  readonly #lockTimeoutMs: number;

  constructor(primary: Primary, lockTimeoutMs: number) {
    this.#primary = primary;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  read<T>(work: Work<T>): Promise<T> {
    return readTransaction(this.#primary, (connection) => runWork(connection, work));
  }

  writeLocked<T>(work: Work<T>): Promise<T> {
    const [primary, lockTimeoutMs] = [this.#primary, this.#lockTimeoutMs];
    const what = "a part of the prune; run it again to be sure";
    return lockedTransaction({ primary, lockTimeoutMs, what }, (connection) => runWork(connection, work));
  }

  /** Each portion is read by its keys. */
  writeUnlocked<T>(work: Work<T>): Promise<T> {
    return unlockedTransaction(this.#primary, async (connection) => {
      await planByKey(connection);
      return runWork(connection, work);
    });
  }

  removeExpired(range: ExpiredRange): Promise<ExpiryResult> {
    return unlockedTransaction(this.#primary, (connection) => removeRecords(connection, range));
  }

  /** In one statement: it blocks no writer, and the last states are computed once. */
  async *removeEntries(table: PrunedTable, bounds: PruneBounds): AsyncGenerator<number> {
    yield await unlockedTransaction(this.#primary, async (connection) => {
      await planWholeJoins(connection);
      return runWork(connection, removeEntries(table, bounds));
    });
  }
}

function* removeEntries(table: PrunedTable, bounds: PruneBounds): Work<number> {
  yield* ensurePruned(bounds);
  const kept = sql`(${lastStates(table, bounds.start.revision)})`;
  return yield* execute(sql`
    DELETE FROM ${table.name} WHERE revision <= ${bounds.start.revision} AND ${isNotLastState(table, kept)}`);
}

function lastStates({ name, hasState }: PrunedTable, revision: number): Query {
  return sql`
    SELECT pet_id, revision FROM (
      SELECT DISTINCT ON (pet_id) pet_id, revision, ${hasState} AS has_state FROM ${name} WHERE revision <= ${revision}
      ORDER BY pet_id, revision DESC
    ) AS last WHERE has_state`;
}

// Prunes in transactions of a connection of its own, each with the write lock and short: other processes get it in between.

import type { ExpiryResult, ExpiredRange } from "../inventory/idempotency.ts";
import type { PruneOptions, PruneReport } from "../inventory/maintenance.ts";
import {
  ensurePruned,
  ensureSameHistory,
  isNotLastState,
  type PruneBounds,
  type PrunedTable,
} from "../ledger/prunable.ts";
import { prune as pruneWith, type PruneEngine } from "../ledger/prune.ts";
import { execute, type Query, rows, sql, type Work } from "../ledger/sql.ts";
import { PORTION_ROWS, yieldLock } from "./file/portions.ts";
import { TaskConnection, type TaskOptions } from "./file/task-connection.ts";
import { type NewestCommitStatement, prepareNewestForWriting, readNewest } from "./newest-commit.ts";
import { IdempotencyTable } from "./idempotency-table.ts";
import { runWork } from "./run-work.ts";

export async function prune(own: TaskOptions, options: PruneOptions): Promise<PruneReport> {
  using connection = new TaskConnection(own);
  return await pruneWith(new SqlitePrune(connection), options);
}

class SqlitePrune implements PruneEngine {
  readonly portionRows = PORTION_ROWS;
  /** The write lock covers every row. */
  readonly lockRows = sql``;
  readonly lastStates = lastStates;
  readonly #own: TaskConnection;
  readonly #newest: NewestCommitStatement;
  readonly #records: IdempotencyTable;

  constructor(own: TaskConnection) {
    this.#own = own;
    this.#newest = prepareNewestForWriting(own.db);
    this.#records = new IdempotencyTable(own.db);
  }

  async read<T>(work: Work<T>): Promise<T> {
    return this.#own.read(() => runWork(this.#own.db, work));
  }

  writeLocked<T>(work: Work<T>): Promise<T> {
    return this.#write(() => runWork(this.#own.db, work));
  }

  writeUnlocked<T>(work: Work<T>): Promise<T> {
    return this.writeLocked(work);
  }

  removeExpired(range: ExpiredRange): Promise<ExpiryResult> {
    return this.#write(() => this.#records.removeExpired(range));
  }

  async *removeEntries(table: PrunedTable, bounds: PruneBounds): AsyncGenerator<number> {
    await this.read(keepLastStates(table, bounds));
    for (let from: Place | undefined | null; from !== null;) {
      const { removed, end } = await this.writeLocked(removeEntries(table, bounds, from));
      yield removed;
      from = end;
    }
  }

  async #write<T>(work: () => T): Promise<T> {
    const result = this.#own.write(() => {
      readNewest(this.#newest);
      return work();
    });
    await yieldLock();
    return result;
  }
}

/** The key of an entry. */
interface Place {
  readonly revision: bigint;
  readonly pet_id: bigint;
}

/** Each portion looks them up, so they are found once, for all. */
function* keepLastStates(table: PrunedTable, bounds: PruneBounds): Work<void> {
  yield* ensureSameHistory(bounds);
  yield* execute(sql`DROP TABLE IF EXISTS temp.last_state`);
  yield* execute(sql`
    CREATE TEMP TABLE last_state (pet_id INTEGER PRIMARY KEY, revision INTEGER) STRICT`);
  yield* execute(sql`INSERT INTO temp.last_state ${lastStates(table, bounds.start.revision)}`);
}

/** With max() alone, SQLite takes the other columns from the row of the maximum (sqlite.org/lang_select.html, "bare columns"). */
function lastStates({ name, hasState }: PrunedTable, revision: number): Query {
  return sql`
    SELECT pet_id, revision FROM (
      SELECT pet_id, max(revision) AS revision, ${hasState} AS has_state FROM ${name} WHERE revision <= ${revision} GROUP BY pet_id
    ) WHERE has_state`;
}

/** Walks the table by its key from `from` on, so that no portion looks again at what earlier ones have left. */
function* removeEntries(
  table: PrunedTable,
  bounds: PruneBounds,
  from: Place | undefined,
): Work<{ removed: number; end: Place | null }> {
  yield* ensurePruned(bounds);
  const after = from === undefined ? sql`true` : sql`(revision, pet_id) > (${from.revision}, ${from.pet_id})`;
  const [end] = yield* rows(sql<Place>`
    SELECT revision, pet_id FROM ${table.name} WHERE revision <= ${bounds.start.revision} AND ${after}
    ORDER BY revision, pet_id LIMIT 1 OFFSET ${PORTION_ROWS}`);
  // One upper bound: SQLite searches by one alone, and with the wrong one it reads on to the end.
  const upTo =
    end === undefined
      ? sql`revision <= ${bounds.start.revision}`
      : sql`(revision, pet_id) <= (${end.revision}, ${end.pet_id})`;
  const removed = yield* execute(sql`
    DELETE FROM ${table.name} WHERE ${after} AND ${upTo} AND ${isNotLastState(table, sql`temp.last_state`)}`);
  return { removed, end: end ?? null };
}

// Indexes that were dropped by hand: found, and created again where this user may.

import type { ReservedSQL, SQL, TransactionSQL } from "bun";
import type { TimerClock } from "../inventory/clock.ts";
import type { Migrated, MissingIndex } from "../inventory/migration.ts";
import { StoreError } from "../inventory/store-error.ts";
import { withDeadline } from "./deadline.ts";
import { DEADLINES } from "./deadlines.ts";
import { storeErrorOf } from "./errors.ts";
import { serverSilent } from "./health-check.ts";
import { MIGRATION_LOCK, retryWhileLocked } from "./migrate.ts";
import { INDEXES } from "./migrations.ts";

export async function findMissingIndexes(
  sql: SQL | ReservedSQL | TransactionSQL,
): Promise<readonly MissingIndex[]> {
  const rows = await sql`SELECT relname FROM pg_class WHERE relkind = 'i' AND pg_table_is_visible(oid)`;
  const names = new Set(rows.map(({ relname }: { relname: string }) => relname));
  return INDEXES.filter(({ name }) => !names.has(name));
}

/** The database works without them, only slower: one that cannot be created is reported, and nothing is thrown. */
export async function createMissingIndexes(
  sql: SQL,
  clock: TimerClock,
): Promise<Pick<Migrated, "createdIndexes" | "failedIndexes">> {
  const createdIndexes: MissingIndex[] = [];
  const failedIndexes: Migrated["failedIndexes"][number][] = [];
  const missing = await withDeadline(clock, "healthCheckMs", findMissingIndexes(sql), serverSilent);
  for (const index of missing) {
    const cause = await causeOfFailure(withDeadline(clock, "migrationMs", create(sql, clock, index)));
    if (cause === undefined) createdIndexes.push(index);
    else failedIndexes.push({ ...index, cause });
  }
  return { createdIndexes, failedIndexes };
}

async function causeOfFailure(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    const failure = storeErrorOf(error);
    if (failure instanceof StoreError) return failure.message;
    throw error;
  }
}

/**
 * One message of several statements, and so one transaction, which the server commits even if its client has given up by then. Servers
 * that start together create it one after the other.
 */
function create(sql: SQL, clock: TimerClock, index: MissingIndex): Promise<unknown> {
  const { migrationLockTimeoutMs, alterLockTimeoutMs } = DEADLINES;
  const statement = index.create.replace("CREATE INDEX", "CREATE INDEX IF NOT EXISTS");
  return retryWhileLocked(clock, () =>
    sql
      .unsafe(
        `SELECT set_config('lock_timeout', '${migrationLockTimeoutMs}', true), set_config('statement_timeout', '0', true);
        SELECT pg_advisory_xact_lock(${MIGRATION_LOCK});
        SELECT set_config('lock_timeout', '${alterLockTimeoutMs}', true);
        ${statement}`,
      )
      .simple(),
  );
}

// Forgets what is old. After any of its transactions the ledger folds to the stock, so one that is broken off does no
// harm, and the next one goes on with it.
//
// What a writer may touch as well goes in portions, under its lock. Old movements are nobody's any more once the history
// begins after them, so those go in one statement, which no writer waits for.

import type { ReservedSQL, SQL } from "bun";
import { ONCE_KEPT_MS } from "../inventory/once.ts";
import type { PruneOptions, PruneReport } from "../inventory/prune.ts";
import { StoreError } from "../inventory/store.ts";
import { inOwnTransaction, type OwnOptions } from "./own-transaction.ts";
import type { Primary } from "./primary.ts";
import { inSnapshot, withoutLock } from "./unlocked.ts";

/** Rows that go in one transaction: some ten milliseconds. */
const PORTION_ROWS = 5_000;

interface Bounds {
  /** The commit with which the history begins from now on. */
  readonly begins: number;
  /** That commit's. */
  readonly nonce: string;
  /** Results of changes that are older have expired. */
  readonly expired: number;
}

export async function prune(
  primary: Primary,
  lockTimeoutMs: number,
  { before, dryRun, onProgress }: PruneOptions,
): Promise<PruneReport> {
  let total = 0;
  const onRemoved = (rows: number) => {
    total += rows;
    onProgress?.(total);
  };
  const { begins, nonce } = await inSnapshot(primary, (sql) => beginningBy(sql, before));
  const bounds = { begins, nonce, expired: Date.now() - ONCE_KEPT_MS };
  if (dryRun) return inSnapshot(primary, (sql) => countAll(sql, bounds));
  const own = { primary, lockTimeoutMs, what: "a part of the prune; begin it again to be sure", onRemoved };
  // The beginning moves first: what was before it is not asked for any more.
  const commits = await removeInPortions(own, bounds, removeCommits);
  const removedPets = await removeTombstones(own, bounds);
  const movements = await withoutLock(primary, (sql) => removeMovements(sql, bounds));
  onRemoved(movements);
  const onceRecords = await removeInPortions(own, bounds, removeOnceRecords);
  return { begins, movements, commits, removedPets, onceRecords };
}

/**
 * The newest old commit that no young one precedes: clocks may have been set back. A commit from the future, made under a
 * clock that was ahead, is neither: it does not stop the prune, and the history does not begin with it.
 */
async function beginningBy(sql: ReservedSQL, before: number): Promise<Pick<Bounds, "begins" | "nonce">> {
  const [row] = await sql`
    WITH young AS (
      SELECT revision FROM commit_mark WHERE at BETWEEN ${before} AND ${Date.now()} ORDER BY revision LIMIT 1
    ), old AS (
      SELECT revision FROM commit_mark
      WHERE at < ${before} AND revision < coalesce((SELECT revision FROM young), ${Number.MAX_SAFE_INTEGER})
      ORDER BY revision DESC LIMIT 1
    )
    SELECT revision, nonce FROM commit_mark
    WHERE revision = coalesce((SELECT revision FROM old), (SELECT min(revision) FROM commit_mark))`;
  return { begins: Number(row.revision), nonce: row.nonce };
}

/** After a failover to a standby that lacked commits, or a restore, the same revision may be another, younger commit. */
async function ensureBeginning(sql: ReservedSQL, { begins, nonce }: Bounds): Promise<void> {
  const marks = await sql`SELECT 1 FROM commit_mark WHERE revision = ${begins} AND nonce = ${nonce}`;
  if (marks.length > 0) return;
  throw new StoreError(
    "unavailable",
    "another prune came in between, or the database was rewound: its history is not the one that was being pruned. Nothing more was removed; begin again",
  );
}

async function countAll(sql: ReservedSQL, { begins, expired }: Bounds): Promise<PruneReport> {
  const [row] = await sql`
    SELECT (SELECT count(*) FROM commit_mark WHERE revision < ${begins}) AS commits,
      (SELECT count(*) FROM inventory WHERE removed = 1 AND revision <= ${begins}) AS removed_pets,
      (SELECT count(*) FROM movement WHERE revision <= ${begins})
        - (SELECT count(*) FROM (${lastStates(sql, begins)}) AS kept) AS movements,
      (SELECT count(*) FROM once_record WHERE at < ${expired}) AS once_records`;
  return {
    begins,
    movements: Number(row.movements),
    commits: Number(row.commits),
    removedPets: Number(row.removed_pets),
    onceRecords: Number(row.once_records),
  };
}

interface Removal extends OwnOptions {
  /** Told of each portion. */
  readonly onRemoved: (rows: number) => void;
}

/** `remove` gives how many went; fewer than a portion are the last. */
async function removeInPortions(
  own: Removal,
  bounds: Bounds,
  remove: (sql: ReservedSQL, bounds: Bounds) => Promise<number>,
): Promise<number> {
  let removed = 0;
  for (let portion = PORTION_ROWS; portion === PORTION_ROWS;) {
    portion = await inOwnTransaction(own, async (sql) => {
      await ensureBeginning(sql, bounds);
      return remove(sql, bounds);
    });
    removed += portion;
    own.onRemoved(portion);
  }
  return removed;
}

/** From the oldest on. */
async function removeCommits(sql: ReservedSQL, { begins }: Bounds): Promise<number> {
  const { count } = await sql`
    DELETE FROM commit_mark WHERE revision IN (
      SELECT revision FROM commit_mark WHERE revision < ${begins} ORDER BY revision LIMIT ${PORTION_ROWS})`;
  return count;
}

/** Looked for without the lock: it takes a look at every pet. */
async function removeTombstones(own: Removal, bounds: Bounds): Promise<number> {
  const { begins } = bounds;
  for (let removed = 0; ;) {
    const rows = await inSnapshot(
      own.primary,
      async (sql): Promise<{ pet_id: bigint }[]> => sql`
      SELECT pet_id FROM inventory WHERE removed = 1 AND revision <= ${begins} LIMIT ${PORTION_ROWS}`,
    );
    if (rows.length === 0) return removed;
    const ids = rows.map(({ pet_id }) => pet_id);
    const portion = await inOwnTransaction(own, async (sql): Promise<number> => {
      await ensureBeginning(sql, bounds);
      // Some may have been made anew meanwhile.
      const { count } = await sql`
        DELETE FROM inventory
        WHERE pet_id = ANY(${sql.array(ids, "BIGINT")}) AND removed = 1 AND revision <= ${begins}`;
      return count;
    });
    removed += portion;
    own.onRemoved(portion);
  }
}

async function removeMovements(sql: ReservedSQL, bounds: Bounds): Promise<number> {
  await ensureBeginning(sql, bounds);
  const { begins } = bounds;
  const { count } = await sql`
    DELETE FROM movement WHERE revision <= ${begins} AND NOT EXISTS (
      SELECT 1 FROM (${lastStates(sql, begins)}) AS kept
      WHERE kept.pet_id = movement.pet_id AND kept.revision = movement.revision)`;
  return count;
}

async function removeOnceRecords(sql: ReservedSQL, { expired }: Bounds): Promise<number> {
  const { count } = await sql`
    DELETE FROM once_record WHERE (scope, key) IN (
      SELECT scope, key FROM once_record WHERE at < ${expired} ORDER BY at LIMIT ${PORTION_ROWS})`;
  return count;
}

/** Of each pet that was there at the beginning, the movement that says how it was. */
function lastStates(sql: ReservedSQL, begins: number): SQL.Query<unknown> {
  return sql`
    SELECT pet_id, revision FROM (
      SELECT DISTINCT ON (pet_id) pet_id, revision, quantity_after FROM movement WHERE revision <= ${begins}
      ORDER BY pet_id, revision DESC
    ) AS last WHERE quantity_after IS NOT NULL`;
}

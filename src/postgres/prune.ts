// Forgets what is old. After any of its transactions the ledger folds to the stock, so one that is broken off does no
// harm, and the next one goes on with it.
//
// What a writer may touch as well goes in portions, under its lock. No transaction needs commits and movements once the
// history begins after them, and expired results are skipped where a writer has them: those go without it.

import type { ReservedSQL, SQL } from "bun";
import { IDEMPOTENCY_RETENTION_MS } from "../inventory/idempotency.ts";
import type { PruneOptions, PruneReport } from "../inventory/prune.ts";
import { StoreError } from "../inventory/store-error.ts";
import { removeRecords } from "./idempotency-table.ts";
import { lockedTransaction, type LockedOptions, readTransaction, unlockedTransaction } from "./session.ts";
import type { Primary } from "./primary.ts";

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
  const { begins, nonce } = await readTransaction(primary, (sql) => beginningBy(sql, before));
  const bounds = { begins, nonce, expired: Date.now() - IDEMPOTENCY_RETENTION_MS };
  if (dryRun) return readTransaction(primary, (sql) => countAll(sql, bounds));
  const own = { primary, lockTimeoutMs, what: "a part of the prune; begin it again to be sure", onRemoved };
  await passLock(own, bounds);
  // The beginning moves first: what was before it is not asked for any more.
  const commits = await removeCommits(own, bounds);
  // An undo may have read the beginning of before: it ends first, and any later one reads the new one.
  await passLock(own, bounds);
  const removedPets = await removeTombstones(own, bounds);
  const movements = await unlockedTransaction(primary, (sql) => removeMovements(sql, bounds));
  onRemoved(movements);
  const idempotencyRecords = await removeOnceRecords(own, bounds);
  return { historyStart: begins, movements, commits, removedPets, idempotencyRecords: idempotencyRecords };
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
    historyStart: begins,
    movements: Number(row.movements),
    commits: Number(row.commits),
    removedPets: Number(row.removed_pets),
    idempotencyRecords: Number(row.once_records),
  };
}

interface Removal extends LockedOptions {
  /** Told of each portion. */
  readonly onRemoved: (rows: number) => void;
}

/** What of a portion went, and where the next one begins: not at what went before, which a held snapshot keeps. */
interface Portion<At> {
  readonly removed: number;
  readonly reached: At;
}

/** In portions, each from where the one before ended; fewer rows than a portion has are the last. */
async function removeInPortions<At>(
  { onRemoved }: Removal,
  first: At,
  remove: (from: At) => Promise<Portion<At>>,
): Promise<number> {
  let total = 0;
  for (let from = first; ;) {
    const { removed, reached } = await remove(from);
    total += removed;
    onRemoved(removed);
    if (removed < PORTION_ROWS) return total;
    from = reached;
  }
}

/** From the oldest on, in that order: two prunes at once wait for each other alone. */
function removeCommits(own: Removal, bounds: Bounds): Promise<number> {
  return removeInPortions(own, 0, (from) =>
    unlockedTransaction(own.primary, async (sql) => {
      await ensureBeginning(sql, bounds);
      const [row] = await sql`
        WITH old AS MATERIALIZED (
          SELECT revision FROM commit_mark WHERE revision >= ${from} AND revision < ${bounds.begins}
          ORDER BY revision LIMIT ${PORTION_ROWS} FOR UPDATE
        ), removed AS (
          DELETE FROM commit_mark USING old WHERE commit_mark.revision = old.revision RETURNING old.revision
        )
        SELECT count(*) AS removed, max(revision) AS reached FROM removed`;
      return { removed: Number(row.removed), reached: Number(row.reached) };
    }),
  );
}

/** Waits for the transaction that writes just now. Throws `retired` where the inventory has moved. */
function passLock(own: Removal, bounds: Bounds): Promise<void> {
  return lockedTransaction(own, (sql) => ensureBeginning(sql, bounds));
}

/** Looked for without the lock, and removed under it: an update or an import may make a removed pet anew. */
async function removeTombstones(own: Removal, bounds: Bounds): Promise<number> {
  const { begins } = bounds;
  let total = 0;
  for (let after: bigint | undefined; ;) {
    const ids = await readTransaction(own.primary, (sql) => findTombstones(sql, begins, after));
    if (ids.length === 0) return total;
    const removed = await lockedTransaction(own, async (sql): Promise<number> => {
      await ensureBeginning(sql, bounds);
      const { count } = await sql`
        DELETE FROM inventory
        WHERE pet_id = ANY(${sql.array(ids, "BIGINT")}) AND removed = 1 AND revision <= ${begins}`;
      return count;
    });
    total += removed;
    own.onRemoved(removed);
    after = ids.at(-1);
  }
}

async function findTombstones(sql: ReservedSQL, begins: number, after?: bigint): Promise<bigint[]> {
  const onwards = after === undefined ? sql`` : sql`AND pet_id > ${after}`;
  const rows: { pet_id: bigint }[] = await sql`
    SELECT pet_id FROM inventory WHERE removed = 1 AND revision <= ${begins} ${onwards}
    ORDER BY pet_id LIMIT ${PORTION_ROWS}`;
  return rows.map(({ pet_id }) => pet_id);
}

/** What is under way there may be a moment late for a portion: it is found by the service's own sweep. */
function removeOnceRecords(own: Removal, { expired: before }: Bounds): Promise<number> {
  const max = PORTION_ROWS;
  return removeInPortions(own, 0, (from) =>
    unlockedTransaction(own.primary, (sql) => removeRecords(sql, { from, before, max })),
  );
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

/** Of each pet that was there at the beginning, the movement that says how it was. */
function lastStates(sql: ReservedSQL, begins: number): SQL.Query<unknown> {
  return sql`
    SELECT pet_id, revision FROM (
      SELECT DISTINCT ON (pet_id) pet_id, revision, quantity_after FROM movement WHERE revision <= ${begins}
      ORDER BY pet_id, revision DESC
    ) AS last WHERE quantity_after IS NOT NULL`;
}

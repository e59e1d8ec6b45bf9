// What a prune removes, as statements: commits before the new start of the history, pets that were removed by then, and
// movements up to it, except the last state of each pet.

import type { PruneReport } from "../inventory/prune.ts";
import { StoreError } from "../inventory/store-error.ts";
import { execute, type Integer, list, only, type Query, rows, sql, type Work } from "./sql.ts";

/** The commit with which the history is to start. */
export interface HistoryStart {
  readonly historyStart: number;
  readonly nonce: string;
  /** The revision of the commit before it, which is removed last; null where there is none. */
  readonly previous: number | null;
}

export interface PruneBounds extends HistoryStart {
  /** Idempotency records that are older have expired, ms since 1970. */
  readonly expiredBefore: number;
}

/**
 * The newest commit before the time, and before every younger one: clocks may have been set back. Commits later than `now`,
 * made under a clock that was ahead, are neither old nor young.
 */
export function* findStart(before: number, now: number): Work<HistoryStart> {
  const { revision, nonce, previous } = yield* only(sql<{
    revision: Integer;
    nonce: string;
    previous: Integer | null;
  }>`
    WITH young AS (
      SELECT revision FROM commit_mark WHERE at BETWEEN ${before} AND ${now} ORDER BY revision LIMIT 1
    ), old AS (
      SELECT revision FROM commit_mark
      WHERE at < ${before} AND revision < coalesce((SELECT revision FROM young), ${Number.MAX_SAFE_INTEGER})
      ORDER BY revision DESC LIMIT 1
    )
    SELECT revision, nonce,
      (SELECT max(revision) FROM commit_mark AS m WHERE m.revision < commit_mark.revision) AS previous
    FROM commit_mark
    WHERE revision = coalesce((SELECT revision FROM old), (SELECT min(revision) FROM commit_mark))`);
  return { historyStart: Number(revision), nonce, previous: previous === null ? null : Number(previous) };
}

/**
 * Throws `unavailable` unless the commit is still in the history. After a restore, or a failover to a standby that lacked
 * commits, the same revision may be another commit: then other rows are old. Where it is the same commit, so is all before.
 */
export function* ensureStart({ historyStart, nonce }: HistoryStart): Work<void> {
  const found = yield* rows(sql`
    SELECT 1 FROM commit_mark WHERE revision = ${historyStart} AND nonce = ${nonce}`);
  if (found.length === 0) throw historyChanged();
}

/** Throws `unavailable` unless the history starts with the commit: a restore may have brought earlier ones back. */
export function* ensurePruned(start: HistoryStart): Work<void> {
  yield* ensureStart(start);
  // A look at one commit. Looking for the oldest one, PostgreSQL may have to skip every commit that was removed.
  const earlier = yield* rows(sql`SELECT 1 FROM commit_mark WHERE revision = ${start.previous ?? -1}`);
  if (earlier.length > 0) throw historyChanged();
}

function historyChanged(): StoreError {
  const message =
    "the history changed during the prune (by a restore, a failover or another prune); nothing more was removed; run it again";
  return new StoreError("unavailable", message);
}

export function* countPrunable({ historyStart, expiredBefore }: PruneBounds): Work<PruneReport> {
  const row = yield* only(sql<Record<Exclude<keyof PruneReport, "historyStart">, Integer>>`
    SELECT (SELECT count(*) FROM commit_mark WHERE revision < ${historyStart}) AS commits,
      (SELECT count(*) FROM inventory WHERE removed = 1 AND revision <= ${historyStart}) AS "removedPets",
      (SELECT count(*) FROM movement WHERE revision <= ${historyStart})
        - (SELECT count(*) FROM (${lastStates(historyStart)}) AS kept) AS movements,
      (SELECT count(*) FROM once_record WHERE at < ${expiredBefore}) AS "idempotencyRecords"`);
  return {
    historyStart,
    movements: Number(row.movements),
    commits: Number(row.commits),
    removedPets: Number(row.removedPets),
    idempotencyRecords: Number(row.idempotencyRecords),
  };
}

/**
 * From the oldest on; undefined where none is left. The next portion starts at `next`, after the rows that this one removed:
 * PostgreSQL may keep those. Two prunes at once lock rows in one order, so there is no deadlock.
 */
export function* removeCommits(
  start: HistoryStart,
  { from, portionRows, lockRows }: { from: number; portionRows: number; lockRows: Query },
): Work<{ removed: number; next: number } | undefined> {
  yield* ensureStart(start);
  const { last } = yield* only(sql<{ last: Integer | null }>`
    SELECT max(revision) AS last FROM (
      SELECT revision FROM commit_mark WHERE revision >= ${from} AND revision < ${start.historyStart}
      ORDER BY revision LIMIT ${portionRows} ${lockRows}
    ) AS old`);
  if (last === null) return undefined;
  const removed = yield* execute(sql`DELETE FROM commit_mark WHERE revision BETWEEN ${from} AND ${last}`);
  return { removed, next: Number(last) + 1 };
}

/** Pets that were removed before the history starts, by ascending id. */
export function* findTombstones(
  { historyStart }: HistoryStart,
  { after, limit }: { after: bigint | undefined; limit: number },
): Work<bigint[]> {
  const onwards = after === undefined ? sql`` : sql`AND pet_id > ${after}`;
  const found = yield* rows(sql<{ pet_id: bigint }>`
    SELECT pet_id FROM inventory WHERE removed = 1 AND revision <= ${historyStart} ${onwards}
    ORDER BY pet_id LIMIT ${limit}`);
  return found.map(({ pet_id }) => pet_id);
}

export function* removeTombstones(start: HistoryStart, ids: readonly bigint[]): Work<number> {
  yield* ensurePruned(start);
  return yield* execute(sql`
    DELETE FROM inventory
    WHERE pet_id IN (${list(ids)}) AND removed = 1 AND revision <= ${start.historyStart}`);
}

/** Of each pet that existed at the revision, the movement that says in which state it was. */
export function lastStates(revision: number): Query {
  return sql`
    SELECT pet_id, revision FROM (
      SELECT pet_id, max(revision) AS revision FROM movement WHERE revision <= ${revision} GROUP BY pet_id
    ) AS last JOIN movement USING (pet_id, revision) WHERE quantity_after IS NOT NULL`;
}

/** Whether a movement is none of the last states, of which `kept` is a table or a query in parentheses. */
export function isNoLastState(kept: Query): Query {
  return sql`NOT EXISTS (
    SELECT 1 FROM ${kept} AS kept WHERE kept.pet_id = movement.pet_id AND kept.revision = movement.revision)`;
}

// The rows that a prune removes, as statements: commits before the new start of the history, pets that were removed by then, and
// movements up to it, except the last state of each pet.

import type { Position } from "../inventory/position.ts";
import type { PruneReport } from "../inventory/maintenance.ts";
import { StoreError } from "../inventory/store-error.ts";
import { HAS_MEMBER } from "./summary.ts";
import { execute, type Integer, list, names, only, type Query, rows, sql, type Work } from "./sql.ts";

/** The state of the history when a prune begins. */
interface PruneStart {
  /** The commit with which the history is to start. */
  readonly start: Position;
  /** The newest commit. */
  readonly newest: Position;
  /** The revision of the commit before `start`, which is removed last; null if there is none. */
  readonly previous: number | null;
}

export interface PruneBounds extends PruneStart {
  /** Idempotency records that are older have expired, ms since 1970. */
  readonly expiredBefore: number;
}

/**
 * The start is the newest commit before the time, and before every younger one: clocks may have been set back. Commits later
 * than `now`, made under a clock that was ahead, are neither old nor young.
 */
export function* findStart(before: number, now: number): Work<PruneStart> {
  const [newest] = yield* rows(sql<CommitRow>`
    SELECT revision, nonce FROM commit_mark ORDER BY revision DESC LIMIT 1`);
  const [start] = yield* rows(sql<CommitRow>`
    WITH timed AS (${timedCommits(now)}), young AS (
      SELECT revision FROM timed WHERE at BETWEEN ${before} AND ${now} ORDER BY revision LIMIT 1
    ), old AS (
      SELECT revision FROM timed
      WHERE at < ${before} AND revision < coalesce((SELECT revision FROM young), ${Number.MAX_SAFE_INTEGER})
      ORDER BY revision DESC LIMIT 1
    )
    SELECT revision, nonce FROM commit_mark
    WHERE revision = coalesce((SELECT revision FROM old), (SELECT min(revision) FROM commit_mark))`);
  if (newest === undefined || start === undefined) throw historyLost();
  const { previous } = yield* only(sql<{ previous: Integer | null }>`
    SELECT max(revision) AS previous FROM commit_mark WHERE revision < ${start.revision}`);
  return {
    start: positionOf(start),
    newest: positionOf(newest),
    previous: previous === null ? null : Number(previous),
  };
}

/** A commit after one under a clock that was ahead has its time (commits.ts); its movements have the time of their own clock. */
function timedCommits(now: number): Query {
  return sql`
    SELECT revision, CASE WHEN at <= ${now} THEN at ELSE coalesce((
      SELECT max(moved.at) FROM ledger_entry moved WHERE moved.revision = commit_mark.revision
    ), at) END AS at FROM commit_mark`;
}

interface CommitRow {
  readonly revision: Integer;
  readonly nonce: string;
}

function positionOf({ revision, nonce }: CommitRow): Position {
  return { revision: Number(revision), nonce };
}

/**
 * Throws `unavailable` unless the history still has both commits: then it is the one of the beginning, so the same rows are
 * old. After a restore, or a failover to a standby that lacked commits, the same revision is another commit: a restore gives
 * even the newest commit of a backup a nonce of its own.
 */
export function* ensureSameHistory({ start, newest }: PruneStart): Work<void> {
  for (const { revision, nonce } of [start, newest]) {
    const found = yield* rows(sql`
      SELECT 1 FROM commit_mark WHERE revision = ${revision} AND nonce = ${nonce}`);
    if (found.length === 0) throw historyChanged();
  }
}

/** Throws `unavailable` unless the same history begins with the start: a restore may have brought earlier commits back. */
export function* ensurePruned(bounds: PruneStart): Work<void> {
  yield* ensureSameHistory(bounds);
  // One commit stands for all. Looking for the oldest one, PostgreSQL may have to skip every commit that was removed.
  const earlier = yield* rows(sql`SELECT 1 FROM commit_mark WHERE revision = ${bounds.previous ?? -1}`);
  if (earlier.length > 0) throw historyChanged();
}

function historyChanged(): StoreError {
  const message =
    "the history changed during the prune (by a restore, a failover or another prune); nothing more was removed; run it again";
  return new StoreError("unavailable", message);
}

function historyLost(): StoreError {
  return new StoreError(
    "unusable",
    "the database has lost its history (it has no commit mark); restore a backup",
  );
}

/** `lastStates` is the engine's query (see PruneEngine). */
export function* countPrunable({ start, expiredBefore }: PruneBounds, lastStates: Query): Work<PruneReport> {
  const historyStart = start.revision;
  const row = yield* only(sql<Record<Exclude<keyof PruneReport, "historyStart">, Integer>>`
    SELECT (SELECT count(*) FROM commit_mark WHERE revision < ${historyStart}) AS commits,
      (SELECT count(*) FROM inventory WHERE removed = 1 AND label_revision IS NULL AND revision <= ${historyStart}) AS "removedPets",
      (SELECT count(*) FROM ledger_entry WHERE revision <= ${historyStart})
        - (SELECT count(*) FROM (${lastStates}) AS kept) AS movements,
      (SELECT count(*) FROM idempotency_record WHERE at < ${expiredBefore}) AS "idempotencyRecords"`);
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
  bounds: PruneStart,
  { from, portionRows, lockRows }: { from: number; portionRows: number; lockRows: Query },
): Work<{ removed: number; next: number } | undefined> {
  yield* ensureSameHistory(bounds);
  const { last } = yield* only(sql<{ last: Integer | null }>`
    SELECT max(revision) AS last FROM (
      SELECT revision FROM commit_mark WHERE revision >= ${from} AND revision < ${bounds.start.revision}
      ORDER BY revision LIMIT ${portionRows} ${lockRows}
    ) AS old`);
  if (last === null) return undefined;
  const removed = yield* execute(sql`DELETE FROM commit_mark WHERE revision BETWEEN ${from} AND ${last}`);
  return { removed, next: Number(last) + 1 };
}

/** The requests of revisions whose movements were removed, from the oldest on; undefined where none is left. */
export function* removeRequests(
  bounds: PruneStart,
  { from, portionRows, lockRows }: { from: number; portionRows: number; lockRows: Query },
): Work<{ removed: number; next: number } | undefined> {
  yield* ensurePruned(bounds);
  const { last } = yield* only(sql<{ last: Integer | null }>`
    SELECT max(revision) AS last FROM (
      SELECT revision FROM revision_request WHERE revision >= ${from} AND revision <= ${bounds.start.revision}
      ORDER BY revision LIMIT ${portionRows} ${lockRows}
    ) AS old`);
  if (last === null) return undefined;
  const removed = yield* execute(sql`
    DELETE FROM revision_request WHERE revision BETWEEN ${from} AND ${last}
      AND NOT EXISTS (SELECT 1 FROM ledger_entry e WHERE e.revision = revision_request.revision)`);
  return { removed, next: Number(last) + 1 };
}

/** Pets that were removed before the history starts and have no label, by ascending id. */
export function* findTombstones(
  { start }: PruneStart,
  { after, limit }: { after: bigint | undefined; limit: number },
): Work<bigint[]> {
  const onwards = after === undefined ? sql`` : sql`AND pet_id > ${after}`;
  const found = yield* rows(sql<{ pet_id: bigint }>`
    SELECT pet_id FROM inventory
    WHERE removed = 1 AND label_revision IS NULL AND revision <= ${start.revision} ${onwards}
    ORDER BY pet_id LIMIT ${limit}`);
  return found.map(({ pet_id }) => pet_id);
}

export function* removeTombstones(bounds: PruneStart, ids: readonly bigint[]): Work<number> {
  yield* ensurePruned(bounds);
  return yield* execute(sql`
    DELETE FROM inventory
    WHERE pet_id IN (${list(ids)}) AND removed = 1 AND label_revision IS NULL AND revision <= ${bounds.start.revision}`);
}

/** A table of the history whose entries a prune removes, except the last of each pet, where that gives it a state. */
export interface PrunedTable {
  readonly name: Query;
  /** Of an entry: a stock, or a label. */
  readonly hasState: Query;
}

export const LEDGER: PrunedTable = { name: names("ledger_entry"), hasState: sql`quantity_after IS NOT NULL` };

export const PRUNED_TABLES: readonly PrunedTable[] = [
  LEDGER,
  { name: names("label_entry"), hasState: HAS_MEMBER },
];

/** Whether an entry is not one of the last states; `kept` is a table of those, or a query in parentheses. */
export function isNotLastState({ name }: PrunedTable, kept: Query): Query {
  return sql`NOT EXISTS (
    SELECT 1 FROM ${kept} AS kept WHERE kept.pet_id = ${name}.pet_id AND kept.revision = ${name}.revision)`;
}

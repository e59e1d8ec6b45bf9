// Prunes the ledger: removes what is older than a given time, in portions, each in a transaction of its own. After each of
// them the ledger folds to the stock, so an interrupted prune does no harm, and the next one continues it.

import { type ExpiryResult, type ExpiredRange, IDEMPOTENCY_RETENTION_MS } from "../inventory/idempotency.ts";
import type { PruneOptions, PruneReport } from "../inventory/maintenance.ts";
import {
  countPrunable,
  ensurePruned,
  ensureSameHistory,
  findStart,
  findTombstones,
  LEDGER,
  PRUNED_TABLES,
  type PruneBounds,
  type PrunedTable,
  removeCommits,
  removeRequests,
  removeTombstones,
} from "./prunable.ts";
import type { Query, Work } from "./sql.ts";

/** The transactions of an engine, as a prune needs them. */
export interface PruneEngine {
  /** How many rows are removed in one transaction. */
  readonly portionRows: number;
  /** Ends a SELECT: locks its rows in their order, where the engine locks rows. */
  readonly lockRows: Query;
  /**
   * The entries (pet_id, revision) that gave the pets that had a state at the revision that state. In SQL of the engine's
   * own: portable SQL takes twice as long.
   */
  lastStates(table: PrunedTable, revision: number): Query;
  /** Reads one snapshot. */
  read<T>(work: Work<T>): Promise<T>;
  /** Writes while no other transaction does. Throws `retired`. */
  writeLocked<T>(work: Work<T>): Promise<T>;
  /** Removes what no writer reads, and so without the write lock where the engine can. */
  writeUnlocked<T>(work: Work<T>): Promise<T>;
  /** Removes the entries up to the start of the history, except each pet's last state. Gives the rows of each portion. */
  removeEntries(table: PrunedTable, bounds: PruneBounds): AsyncIterable<number>;
  /** Removes expired idempotency records. */
  removeExpired(range: ExpiredRange): Promise<ExpiryResult>;
}

export async function prune(
  engine: PruneEngine,
  { before, dryRun, onProgress }: PruneOptions,
): Promise<PruneReport> {
  const now = Date.now();
  const found = await engine.read(findStart(before, now));
  const bounds = { ...found, expiredBefore: now - IDEMPOTENCY_RETENTION_MS };
  if (dryRun) return engine.read(countPrunable(bounds, engine.lastStates(LEDGER, bounds.start.revision)));
  let total = 0;
  const sum = async (portions: AsyncIterable<number>): Promise<number> => {
    let removed = 0;
    for await (const rows of portions) {
      removed += rows;
      onProgress?.((total += rows));
    }
    return removed;
  };
  await engine.writeLocked(ensureSameHistory(bounds));
  // The start of the history moves first: earlier rows are not read any more.
  const commits = await sum(removeAllCommits(engine, bounds));
  // An undo under way may have read the start before it moved. It ends before this transaction gets the lock.
  await engine.writeLocked(ensurePruned(bounds));
  const removedPets = await sum(removeAllTombstones(engine, bounds));
  let movements = 0;
  for (const table of PRUNED_TABLES) {
    const removed = await sum(engine.removeEntries(table, bounds));
    // A change of a label is a part of a movement.
    if (table === LEDGER) movements = removed;
  }
  // No part of the report: a request is removed with the last of its movements.
  for await (const _ of removeAllRequests(engine, bounds));
  const idempotencyRecords = await sum(removeAllExpired(engine, bounds));
  return { historyStart: bounds.start.revision, movements, commits, removedPets, idempotencyRecords };
}

async function* removeAllCommits(engine: PruneEngine, bounds: PruneBounds): AsyncGenerator<number> {
  const { portionRows, lockRows } = engine;
  for (let from = 0; ;) {
    const portion = await engine.writeUnlocked(removeCommits(bounds, { from, portionRows, lockRows }));
    if (portion === undefined) return;
    yield portion.removed;
    from = portion.next;
  }
}

async function* removeAllRequests(engine: PruneEngine, bounds: PruneBounds): AsyncGenerator<number> {
  const { portionRows, lockRows } = engine;
  for (let from = 0; ;) {
    const portion = await engine.writeUnlocked(removeRequests(bounds, { from, portionRows, lockRows }));
    if (portion === undefined) return;
    yield portion.removed;
    from = portion.next;
  }
}

/** Finds them without the lock, and removes them under it, since a change may create such a pet again. */
async function* removeAllTombstones(engine: PruneEngine, bounds: PruneBounds): AsyncGenerator<number> {
  for (let after: bigint | undefined; ;) {
    const ids = await engine.read(findTombstones(bounds, { after, limit: engine.portionRows }));
    if (ids.length === 0) return;
    yield await engine.writeLocked(removeTombstones(bounds, ids));
    after = ids.at(-1);
  }
}

async function* removeAllExpired(engine: PruneEngine, bounds: PruneBounds): AsyncGenerator<number> {
  const max = engine.portionRows;
  for (let from = 0, isLast = false; !isLast;) {
    const { removed, reached } = await engine.removeExpired({ from, before: bounds.expiredBefore, max });
    yield removed;
    from = reached;
    isLast = removed < max;
  }
}

// Reads the inventory and the ledger, each answer from one snapshot.

import type { ReservedSQL, SQL } from "bun";
import type { RevisionFilter, RevisionPage } from "../inventory/activity.ts";
import type { ActorPets } from "../inventory/actors.ts";
import type { MovementFilter, MovementPage } from "../inventory/movement.ts";
import type { OnRowBatch } from "../inventory/copy.ts";
import type { ChangeSet, ChangeSetOutcome } from "../inventory/change-set.ts";
import { previewChangeSet } from "../inventory/fold.ts";
import type { Entry, InventoryItem } from "../inventory/item.ts";
import { readChanges } from "../ledger/changes.ts";
import {
  MOVEMENTS_MAX,
  PAGE_ROWS,
  type ChangesOptions,
  type ChangesSince,
  type CommitRange,
  type OnChanges,
} from "../inventory/store.ts";
import { type Retirement, throwIfRetired } from "../inventory/retirement.ts";
import { SingleFlight } from "../inventory/single-flight.ts";
import type { LowPet } from "../inventory/became-low.ts";
import type { Position } from "../inventory/position.ts";
import type { PlannedUndo, PlanOfUndo } from "../inventory/revision-undo.ts";
import type { StockTotals, TotalsRange } from "../inventory/totals.ts";
import type { PreviewedUndo, UndoResult } from "../inventory/undo.ts";
import type { DatabaseVerification } from "../inventory/maintenance.ts";
import type { Work } from "../ledger/sql.ts";
import { actorsBetween, readActors } from "../ledger/actors.ts";
import { readBecameLow } from "../ledger/low.ts";
import { readMovements } from "../ledger/movements.ts";
import { readRevisions } from "../ledger/activity.ts";
import { readTotals } from "../ledger/totals.ts";
import { planUndo, previewUndo } from "../ledger/undo.ts";
import { verify } from "../ledger/verify.ts";
import { changesOf, selectChanges } from "./changes.ts";
import { DEADLINES } from "./deadlines.ts";
import { refuseStandby } from "./errors.ts";
import { findMissingIndexes } from "./missing-indexes.ts";
import { newestOf, readNewest, selectNewest } from "./newest-commit.ts";
import { planByKey, planWholeJoins, readTablesByKey } from "./plan-joins.ts";
import type { Primary } from "./primary.ts";
import { itemOfRow, type ItemRow, retirementOf } from "./rows.ts";
import { runWork } from "./run-work.ts";
import { findLabels, petsOf, selectPets } from "./update-statements.ts";
import { selectRetirement } from "./retirement.ts";
import { readTransaction } from "./transactions.ts";

type OnPage = (items: readonly InventoryItem[]) => void | Promise<void>;

export class PostgresReader {
  readonly #primary: Primary;
  /** Shared, because readiness checks need no key and have no rate limit: they must not take connections from lists. */
  readonly #readiness = new SingleFlight(() => this.#ensureReady());

  constructor(primary: Primary) {
    this.#primary = primary;
  }

  /** One small round trip where nothing changed. */
  async changesSince(
    known: Position,
    {
      movementsMax = MOVEMENTS_MAX,
      labels = false,
    }: ChangesOptions & { readonly movementsMax?: number } = {},
  ): Promise<ChangesSince | "reload"> {
    const { revision, nonce } = await this.newest();
    if (revision === known.revision && nonce === known.nonce)
      return { position: known, items: [], removed: [] };
    const select = (sql: ReservedSQL) => selectChanges(sql, known, { movementsMax, labels });
    const [, rows] = await this.#primary.query("lookups", "changesAttemptsMs", select);
    return changesOf(rows, known, movementsMax);
  }

  async readChanges(
    known: Position,
    onChanges: OnChanges,
    { labels = false }: ChangesOptions = {},
  ): Promise<Position | "reload"> {
    return readTransaction(this.#primary, async (transaction, session) => {
      await session.withDeadline(planByKey(transaction));
      const newest = newestOf(await session.withDeadline(selectNewest(transaction)));
      const run = <T>(work: Work<T>) => session.withDeadline(runWork(transaction, work));
      // The consumer may rest between pages.
      const onPage: OnChanges = (page) => session.pauseMonitor(async () => onChanges(page));
      const isRead = await readChanges({ run, known, newest, onChanges: onPage, labels });
      return isRead ? newest : "reload";
    });
  }

  becameLow(range: CommitRange): Promise<readonly LowPet[] | "reload"> {
    return this.#readByKey((run) => readBecameLow(run, range));
  }

  actorsBetween(range: CommitRange): Promise<readonly ActorPets[] | "reload"> {
    return this.#readByKey((run) => run(actorsBetween(range)));
  }

  readActors(range: CommitRange): Promise<readonly ActorPets[] | "reload"> {
    return this.#readByKey((run) => readActors(run, range));
  }

  async entry(petId: bigint): Promise<Entry | undefined> {
    const select = (sql: ReservedSQL) => selectEntry(sql, petId);
    const [row] = await this.#primary.query("lookups", "lookupAttemptsMs", select);
    refuseStandby(row?.standby ?? true);
    if (row?.removed !== 0) return undefined;
    return { item: itemOfRow({ ...row, pet_id: petId }), revision: Number(row.revision) };
  }

  async preview(set: ChangeSet): Promise<ChangeSetOutcome> {
    return readTransaction(this.#primary, async (transaction, session) => {
      const [row] = await session.withDeadline(selectRetirement(transaction));
      throwIfRetired(row && retirementOf(row));
      const newest = newestOf(await session.withDeadline(selectNewest(transaction)));
      const ids = set.changes.map(({ petId }) => petId);
      const rows = await session.withDeadline(selectPets(transaction, ids));
      const labels = await session.withDeadline(findLabels(transaction, [set]));
      return previewChangeSet(set, { petOf: petsOf(rows), labelOf: labels, newest });
    });
  }

  async readAll(onPage: OnPage): Promise<Position> {
    return readTransaction(this.#primary, async (transaction, session) => {
      const lockTimeoutMs = String(DEADLINES.pageLockTimeoutMs);
      await session.withDeadline(transaction`SELECT set_config('lock_timeout', ${lockTimeoutMs}, true)`);
      const position = newestOf(await session.withDeadline(selectNewest(transaction)));
      for (let after: bigint | undefined; ;) {
        const rows = await session.withDeadline(readPage(transaction, after));
        // The consumer may be slow: an export into a pipe.
        if (rows.length > 0) await session.pauseMonitor(async () => onPage(rows.map(itemOfRow)));
        if (rows.length < PAGE_ROWS) return position;
        after = rows.at(-1)?.pet_id;
      }
    });
  }

  async exportAll(onBatch: OnRowBatch): Promise<Position> {
    return readTransaction(this.#primary, async (transaction, session) => {
      const position = await readNewest(transaction);
      // The consumer may be slow: a pipe, another database.
      await readTablesByKey(transaction, (batch, all) => session.pauseMonitor(() => onBatch(batch, all)));
      return position;
    });
  }

  async retirement(): Promise<Retirement | undefined> {
    const [row] = await this.#primary.query("tasks", "lookupAttemptsMs", selectRetirement);
    return row && retirementOf(row);
  }

  async movements(filter: MovementFilter): Promise<MovementPage> {
    return this.#readWindows(readMovements(filter));
  }

  async revisions(filter: RevisionFilter): Promise<RevisionPage> {
    return this.#readWindows(readRevisions(filter));
  }

  async totals(range: TotalsRange): Promise<readonly StockTotals[]> {
    return readTransaction(this.#primary, (transaction) =>
      readTotals((work) => runWork(transaction, work), range),
    );
  }

  async planUndo(wanted: PlannedUndo): Promise<PlanOfUndo> {
    return readTransaction(this.#primary, async (transaction) =>
      runWork(transaction, planUndo(wanted, await readNewest(transaction))),
    );
  }

  async previewUndo(wanted: PreviewedUndo): Promise<UndoResult> {
    return readTransaction(this.#primary, async (transaction) =>
      runWork(transaction, previewUndo(wanted, await readNewest(transaction))),
    );
  }

  async verify(): Promise<DatabaseVerification> {
    return readTransaction(this.#primary, async (transaction) => {
      await planWholeJoins(transaction);
      const verification = await runWork(transaction, verify(await readNewest(transaction)));
      return { ...verification, missingIndexes: await findMissingIndexes(transaction) };
    });
  }

  async ping(): Promise<void> {
    await this.#readiness.get();
  }

  /** In one snapshot; each work has its own deadline. */
  #readByKey<T>(read: (run: <R>(work: Work<R>) => Promise<R>) => Promise<T>): Promise<T> {
    return readTransaction(this.#primary, async (transaction, session) => {
      await session.withDeadline(planByKey(transaction));
      return read((work) => session.withDeadline(runWork(transaction, work)));
    });
  }

  /** Work on bounded parts of the ledger. Without statistics PostgreSQL would read and sort all of a large revision for each. */
  #readWindows<T>(work: Work<T>): Promise<T> {
    return readTransaction(this.#primary, async (transaction) => {
      await planByKey(transaction);
      return runWork(transaction, work);
    });
  }

  async #ensureReady(): Promise<void> {
    await this.newest();
    const [row] = await this.#primary.query("lookups", "lookupAttemptsMs", selectRetirement);
    throwIfRetired(row && retirementOf(row));
  }

  async newest(): Promise<Position> {
    const newest = newestOf(await this.#primary.query("lookups", "lookupAttemptsMs", selectNewest));
    this.#primary.lastKnown = newest;
    return newest;
  }
}

interface EntryRow extends Omit<ItemRow, "pet_id"> {
  revision: bigint;
  /** Null if there is no row. */
  removed: number | null;
  standby: boolean;
}

/** One row, also if the pet has none. The simple protocol plans it each time (see newest-commit.ts). */
function selectEntry(sql: ReservedSQL, petId: bigint): SQL.Query<EntryRow[]> {
  const query = sql.unsafe(`
    SELECT quantity, status, revision, removed, pg_is_in_recovery() AS standby
    FROM (SELECT 1) AS one LEFT JOIN inventory ON pet_id = ${BigInt(petId)}`);
  return query.simple();
}

function readPage(transaction: ReservedSQL, after: bigint | undefined): Promise<ItemRow[]> {
  const onwards = after === undefined ? transaction`` : transaction`AND pet_id > ${after}`;
  return transaction`
    SELECT pet_id, quantity, status FROM inventory WHERE removed = 0 ${onwards}
    ORDER BY pet_id LIMIT ${PAGE_ROWS}`;
}

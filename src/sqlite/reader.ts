// Reads the inventory and the ledger. One connection serves `changesSince`, which every list calls; long reads have a
// connection, and so a snapshot, of their own.

import { setImmediate } from "node:timers/promises";
import type { Database, Statement } from "bun:sqlite";
import type { RevisionFilter, RevisionPage } from "../inventory/activity.ts";
import type { ActorPets } from "../inventory/actors.ts";
import type { MovementFilter, MovementPage } from "../inventory/movement.ts";
import type { OnRowBatch } from "../inventory/copy.ts";
import type { ChangeSet, ChangeSetOutcome } from "../inventory/change-set.ts";
import { type KnownPet, previewChangeSet } from "../inventory/fold.ts";
import type { Entry, InventoryItem } from "../inventory/item.ts";
import { readLabelsAfter, throwIfMovementsLost, readChanges } from "../ledger/changes.ts";
import {
  type ChangesOptions,
  type ChangesSince,
  type CommitRange,
  MOVEMENTS_MAX,
  type OnChanges,
  PAGE_ROWS,
} from "../inventory/store.ts";
import type { LowPet } from "../inventory/became-low.ts";
import type { Position } from "../inventory/position.ts";
import type { PlannedUndo, PlanOfUndo } from "../inventory/revision-undo.ts";
import type { StockTotals, TotalsRange } from "../inventory/totals.ts";
import type { PreviewedUndo, UndoResult } from "../inventory/undo.ts";
import type { DatabaseVerification } from "../inventory/maintenance.ts";
import { actorsBetween, readActors } from "../ledger/actors.ts";
import { readBecameLow } from "../ledger/low.ts";
import { readMovements } from "../ledger/movements.ts";
import { readRevisions } from "../ledger/activity.ts";
import { readTotals } from "../ledger/totals.ts";
import { planUndo, previewUndo } from "../ledger/undo.ts";
import type { Work } from "../ledger/sql.ts";
import { translateReadErrors } from "./errors.ts";
import { LabelEntries } from "./label-entries.ts";
import { type NewestCommitStatement, prepareNewest, readNewest } from "./newest-commit.ts";
import { readTables } from "../ledger/copy.ts";
import { openForReading } from "./file/open.ts";
import { OwnSnapshot } from "./own-snapshot.ts";
import { type ItemRow, itemOfRow } from "./rows.ts";
import { runWork } from "./run-work.ts";
import { verifyDatabase } from "./verify.ts";
import { WalIndex } from "./file/wal-index.ts";

export class SqliteReader {
  readonly #path: string;
  readonly #db: Database;
  readonly #newestCommit: NewestCommitStatement;
  readonly #isMark: Statement;
  readonly #countMovements: Statement;
  readonly #changed: Statement;
  readonly #countPets: Statement;
  readonly #changedOfAll: Statement;
  readonly #entry: Statement;
  readonly #index: WalIndex | undefined;
  /** The answer for the newest commit when the WAL index was remembered. */
  #nothingSince: ChangesSince | undefined;

  /** The file must exist and have the newest schema. Throws a StoreError. */
  constructor(path: string) {
    this.#path = path;
    this.#db = openForReading(path);
    try {
      this.#newestCommit = prepareNewest(this.#db);
      this.#isMark = this.#db.prepare("SELECT 1 FROM commit_mark WHERE revision = ? AND nonce = ?");
      this.#countMovements = this.#db.prepare(
        `SELECT count(*) FROM (SELECT 1 FROM ledger_entry WHERE revision > ? LIMIT ?)`,
      );
      this.#changed = this.#db.prepare(CHANGED);
      this.#countPets = this.#db.prepare(COUNT_PETS);
      this.#changedOfAll = this.#db.prepare(CHANGED_OF_ALL);
      this.#entry = this.#db.prepare(ENTRY);
      // Reads one row from the file.
      this.newest();
      this.#index = WalIndex.of(path);
    } catch (error) {
      this.#db.close(true);
      throw error;
    }
  }

  /** Compares a few bytes of memory if there was no commit since the last call; else takes microseconds, and the changes. */
  changesSince(
    known: Position,
    {
      movementsMax = MOVEMENTS_MAX,
      labels = false,
    }: ChangesOptions & { readonly movementsMax?: number } = {},
  ): ChangesSince | "reload" {
    const nothing = this.#nothingSince;
    if (nothing?.position === known && this.#index?.isUnchanged) return nothing;
    return translateReadErrors(this.#path, () => {
      this.#nothingSince = undefined;
      this.#index?.remember();
      const { revision, nonce } = readNewest(this.#newestCommit);
      if (revision === known.revision && nonce === known.nonce) {
        this.#nothingSince = { position: known, items: [], removed: [] };
        return this.#nothingSince;
      }
      return snapshotOf(this.#db, () => this.#changesAfter(known, movementsMax, labels));
    });
  }

  async readChanges(
    known: Position,
    onChanges: OnChanges,
    { labels = false }: ChangesOptions = {},
  ): Promise<Position | "reload"> {
    using own = new OwnSnapshot(this.#path);
    const run = <T>(work: Work<T>) => translateReadErrors(this.#path, () => runWork(own.db, work));
    const isRead = await readChanges({ run, known, newest: own.position, onChanges, labels });
    return isRead ? own.position : "reload";
  }

  async becameLow(range: CommitRange): Promise<readonly LowPet[] | "reload"> {
    using own = new OwnSnapshot(this.#path);
    const run = <T>(work: Work<T>) => translateReadErrors(this.#path, () => runWork(own.db, work));
    return await readBecameLow(inSteps(run), range);
  }

  actorsBetween(range: CommitRange): readonly ActorPets[] | "reload" {
    return this.#readPage(actorsBetween(range));
  }

  /** Each page in a snapshot of its own: one that was held would keep the log from shrinking. */
  readActors(range: CommitRange): Promise<readonly ActorPets[] | "reload"> {
    return readActors(
      inSteps((work) => this.#readPage(work)),
      range,
    );
  }

  newest(): Position {
    return translateReadErrors(this.#path, () => readNewest(this.#newestCommit));
  }

  entry(petId: bigint): Entry | undefined {
    const [row] = translateReadErrors(this.#path, () => this.#entry.values(petId)) as EntryRow[];
    if (row === undefined) return undefined;
    const [id, quantity, status, revision] = row;
    return { item: itemOfRow([id, quantity, status]), revision: Number(revision) };
  }

  /** About 3 µs for each change. */
  preview(set: ChangeSet): ChangeSetOutcome {
    const petOf = (petId: bigint): KnownPet | undefined => {
      const known = this.entry(petId);
      return known && { stock: known.item, revision: known.revision };
    };
    const labels = new LabelEntries(this.#db);
    const labelOf = (petId: bigint) => labels.labelOf(petId);
    const read = () => previewChangeSet(set, { petOf, labelOf, newest: readNewest(this.#newestCommit) });
    return translateReadErrors(this.#path, () => snapshotOf(this.#db, read));
  }

  async readAll(onPage: (items: readonly InventoryItem[]) => void | Promise<void>): Promise<Position> {
    using own = new OwnSnapshot(this.#path);
    const page = own.db.prepare(
      `SELECT pet_id, quantity, status FROM inventory WHERE pet_id > ? AND removed = 0
       ORDER BY pet_id LIMIT ${PAGE_ROWS}`,
    );
    const first = own.db.prepare(
      `SELECT pet_id, quantity, status FROM inventory WHERE removed = 0 ORDER BY pet_id LIMIT ${PAGE_ROWS}`,
    );
    let rows = translateReadErrors(this.#path, () => first.values()) as ItemRow[];
    while (rows.length > 0) {
      await onPage(rows.map(itemOfRow));
      const last = (rows.at(-1) as ItemRow)[0];
      rows =
        rows.length < PAGE_ROWS
          ? []
          : (translateReadErrors(this.#path, () => page.values(last)) as ItemRow[]);
    }
    return own.position;
  }

  async exportAll(onBatch: OnRowBatch): Promise<Position> {
    using own = new OwnSnapshot(this.#path);
    await readTables((work) => translateReadErrors(this.#path, () => runWork(own.db, work)), onBatch);
    return own.position;
  }

  movements(filter: MovementFilter): MovementPage {
    return this.#readPage(readMovements(filter));
  }

  revisions(filter: RevisionFilter): RevisionPage {
    return this.#readPage(readRevisions(filter));
  }

  totals(range: TotalsRange): Promise<readonly StockTotals[]> {
    const run = <T>(work: Work<T>) => translateReadErrors(this.#path, () => runWork(this.#db, work));
    return readTotals(inSteps(run), range);
  }

  planUndo(wanted: PlannedUndo): PlanOfUndo {
    return this.#readAtNewest((newest) => planUndo(wanted, newest));
  }

  previewUndo(wanted: PreviewedUndo): UndoResult {
    return this.#readAtNewest((newest) => previewUndo(wanted, newest));
  }

  verify(): DatabaseVerification {
    using own = new OwnSnapshot(this.#path);
    return translateReadErrors(this.#path, () => verifyDatabase(own.db, own.position));
  }

  /** The connection, for short reads of other tables. */
  get db(): Database {
    return this.#db;
  }

  close(): void {
    this.#index?.[Symbol.dispose]();
    // `true` ends the prepared statements too; without it they keep the connection, and its snapshot, until collected.
    this.#db.close(true);
  }

  /** In one snapshot: another process may prune the ledger meanwhile. */
  #readPage<T>(work: Work<T>): T {
    return translateReadErrors(this.#path, () => snapshotOf(this.#db, () => runWork(this.#db, work)));
  }

  /** Like `#readPage`, with the newest commit of the snapshot. */
  #readAtNewest<T>(work: (newest: Position) => Work<T>): T {
    const read = () => runWork(this.#db, work(readNewest(this.#newestCommit)));
    return translateReadErrors(this.#path, () => snapshotOf(this.#db, read));
  }

  #changesAfter(known: Position, movementsMax: number, labels: boolean): ChangesSince | "reload" {
    const position = readNewest(this.#newestCommit);
    if (this.#isMark.values(known.revision, known.nonce).length === 0) return "reload";
    const count = Number(this.#countMovements.values(known.revision, movementsMax + 1)[0]?.[0]);
    const isSmall = count > SCANNED_FROM && Number(this.#countPets.values()[0]?.[0]) <= SCANNED_PETS_MAX;
    if (count > movementsMax && !isSmall) return "reload";
    throwIfMovementsLost({ known, position, count });
    const changed = isSmall ? this.#changedOfAll : this.#changed;
    const items: InventoryItem[] = [];
    const removed: bigint[] = [];
    for (const [petId, quantity, status, gone] of changed.values(known.revision) as [...ItemRow, bigint][]) {
      if (gone === 1n) removed.push(petId);
      else items.push(itemOfRow([petId, quantity, status]));
    }
    return { position, items, removed, ...(labels && runWork(this.#db, readLabelsAfter(known.revision))) };
  }
}

/**
 * With more movements than this, a small inventory is read whole: each row has the revision that changed it last. Under load it has
 * a hundred times as many movements as pets.
 */
const SCANNED_FROM = 200;
/** Half a millisecond. */
const SCANNED_PETS_MAX = 2_000;

const COUNT_PETS = `SELECT count(*) FROM (SELECT 1 FROM inventory LIMIT ${SCANNED_PETS_MAX + 1})`;

const CHANGED_OF_ALL = "SELECT pet_id, quantity, status, removed FROM inventory WHERE revision > ?";

const CHANGED = `
  SELECT pet_id, quantity, status, removed
  FROM (
    SELECT DISTINCT pet_id FROM ledger_entry
    WHERE revision > ? AND (quantity_before IS NOT quantity_after OR status_before IS NOT NULL)
  ) JOIN inventory USING (pet_id)`;

type EntryRow = [...ItemRow, revision: bigint];

const ENTRY = "SELECT pet_id, quantity, status, revision FROM inventory WHERE pet_id = ? AND removed = 0";

/** Returns to the event loop before each step. */
function inSteps(run: <T>(work: Work<T>) => T): <T>(work: Work<T>) => Promise<T> {
  return async (work) => {
    await setImmediate();
    return run(work);
  };
}

function snapshotOf<T>(db: Database, read: () => T): T {
  db.run("BEGIN");
  try {
    return read();
  } finally {
    if (db.inTransaction) db.run("COMMIT");
  }
}

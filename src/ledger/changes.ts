// Reads a large difference in pages: the pets whose movements follow a position, each once, as they are now. Time and memory of a
// page are bounded, so that other work runs between two pages.

import type { Awaitable } from "../inventory/awaitable.ts";
import { PET_ID_MAX, type InventoryItem, type PetStatus } from "../inventory/item.ts";
import type { Position } from "../inventory/position.ts";
import type { Label } from "../inventory/label.ts";
import type { Changes, OnChanges, Relabelled } from "../inventory/store.ts";
import { RESTOCKED } from "./summary.ts";
import { type LabelRow, labelOfRow } from "./labels.ts";
import { type Integer, list, rows, sql, type Work } from "./sql.ts";
import { StoreError } from "../inventory/store-error.ts";

/** Some milliseconds on SQLite, also for pets that are far apart among 1,000,000. */
const PAGE_PETS = 500;
const PAGE_MOVEMENTS = 2_000;
/** Beyond this many pets a client reads the list with less work: their JSON has 3 MB. */
const PETS_MAX = 50_000;
/** Bounds the time of one reading: about half a second on SQLite. */
export const MOVEMENTS_MAX = 500_000;

interface ReadOptions {
  /** Runs work in the snapshot. */
  readonly run: <T>(work: Work<T>) => Awaitable<T>;
  readonly known: Position;
  /** The newest commit of the snapshot. */
  readonly newest: Position;
  readonly onChanges: OnChanges;
  /** Whether the changes of labels are wanted, too. */
  readonly labels: boolean;
}

/** False if `known` is not in the history, or too long ago; some pages may have been passed on. */
export async function readChanges({ run, known, newest, onChanges, labels }: ReadOptions): Promise<boolean> {
  if (!(await run(isCommit(known)))) return false;
  const seen = { stock: new Set<bigint>(), labels: new Set<bigint>() };
  let count = 0;
  let after: MovementKey = { revision: known.revision, pet_id: PET_ID_MAX };
  for (let isLast = false; !isLast;) {
    const page = await run(movementsAfter(after));
    const restocked = newPets(
      seen.stock,
      page.filter(({ restocked: is }) => Number(is) === 1),
    );
    const relabelled = labels
      ? newPets(
          seen.labels,
          page.filter(({ relabelled: is }) => Number(is) === 1),
        )
      : [];
    count += page.length;
    if (count > MOVEMENTS_MAX || seen.stock.size + seen.labels.size > PETS_MAX) return false;
    for (const pets of portionsOf(restocked)) await onChanges(stockChangesOf(await run(stockOf(pets))));
    for (const pets of portionsOf(relabelled))
      await onChanges({ ...NO_STOCK, relabelled: relabelledOf(await run(labelsOf(pets))) });
    isLast = page.length < PAGE_MOVEMENTS;
    after = page.at(-1) ?? after;
  }
  throwIfMovementsLost({ known, position: newest, count });
  return true;
}

const NO_STOCK = { items: [], removed: [] };

/** Adds the pets to `seen`; gives those that are new there, each once. */
function newPets(seen: Set<bigint>, movements: readonly MovementKey[]): readonly bigint[] {
  const added = new Set<bigint>();
  for (const { pet_id: petId } of movements) if (!seen.has(petId)) added.add(petId);
  for (const petId of added) seen.add(petId);
  return [...added];
}

export function* portionsOf(petIds: readonly bigint[]): Generator<readonly bigint[]> {
  for (let at = 0; at < petIds.length; at += PAGE_PETS) yield petIds.slice(at, at + PAGE_PETS);
}

/** The changes of labels after a revision, in one statement. */
export function* readLabelsAfter(revision: number): Work<Pick<Changes, "relabelled">> {
  const found = yield* rows(sql<RelabelledRow>`
    SELECT c.pet_id, i.label_revision, e.name, e.kind, e.code, e.low
    FROM (SELECT DISTINCT pet_id FROM label_entry WHERE revision > ${revision}) AS c
      JOIN inventory i ON i.pet_id = c.pet_id
      LEFT JOIN label_entry e ON e.revision = i.label_revision AND e.pet_id = i.pet_id`);
  return found.length === 0 ? {} : { relabelled: relabelledOf(found) };
}

/** A pet whose label has changed, with its label as it is; `label_revision` is null if it has none. */
export interface RelabelledRow extends LabelRow {
  readonly label_revision: Integer | null;
}

export function relabelledOf(found: readonly RelabelledRow[]): Relabelled {
  const labels: Label[] = [];
  const unlabeled: bigint[] = [];
  for (const row of found) {
    if (row.label_revision === null) unlabeled.push(row.pet_id);
    else labels.push(labelOfRow(row));
  }
  return { labels, unlabeled };
}

function labelsOf(petIds: readonly bigint[]): Work<readonly RelabelledRow[]> {
  return rows(sql<RelabelledRow>`
    SELECT i.pet_id, i.label_revision, e.name, e.kind, e.code, e.low
    FROM inventory i LEFT JOIN label_entry e ON e.revision = i.label_revision AND e.pet_id = i.pet_id
    WHERE i.pet_id IN (${list(petIds)})`);
}

export function* isCommit({ revision, nonce }: Position): Work<boolean> {
  const found = yield* rows(
    sql`SELECT revision FROM commit_mark WHERE revision = ${revision} AND nonce = ${nonce}`,
  );
  return found.length > 0;
}

interface MovementKey {
  readonly revision: Integer;
  readonly pet_id: bigint;
}

interface MovedRow extends MovementKey {
  readonly restocked: Integer;
  readonly relabelled: Integer;
}

function movementsAfter({ revision, pet_id: petId }: MovementKey): Work<readonly MovedRow[]> {
  return rows(sql<MovedRow>`
    SELECT revision, pet_id, CASE WHEN ${RESTOCKED} THEN 1 ELSE 0 END AS restocked,
      CASE WHEN label_revision IS NULL THEN 0 ELSE 1 END AS relabelled
    FROM movement WHERE (revision, pet_id) > (${revision}, ${petId})
    ORDER BY revision, pet_id LIMIT ${PAGE_MOVEMENTS}`);
}

interface StockRow {
  readonly pet_id: bigint;
  readonly quantity: Integer;
  readonly status: PetStatus;
  readonly removed: Integer;
}

function stockOf(petIds: readonly bigint[]): Work<readonly StockRow[]> {
  return rows(sql<StockRow>`
    SELECT pet_id, quantity, status, removed FROM inventory WHERE pet_id IN (${list(petIds)})`);
}

function stockChangesOf(stock: readonly StockRow[]): { items: InventoryItem[]; removed: bigint[] } {
  const items: InventoryItem[] = [];
  const removed: bigint[] = [];
  for (const { pet_id: petId, quantity, status, removed: gone } of stock) {
    if (Number(gone) === 1) removed.push(petId);
    else items.push({ petId, quantity: Number(quantity), status });
  }
  return { items, removed };
}

/**
 * Every revision has a movement, and a prune keeps all movements after its oldest commit. So a history that continues after
 * `known` without movements is damaged: a catch-up would give an old list a new tag. Throws `unusable`.
 */
export function throwIfMovementsLost({ known, position, count }: CaughtUp): void {
  if (count > 0 || position.revision <= known.revision) return;
  const revisions = `revisions ${known.revision + 1} to ${position.revision}`;
  throw new StoreError(
    "unusable",
    `the ledger has lost the movements of ${revisions}: the database is damaged, or was edited by hand. "petstock verify" says more; restore a backup`,
  );
}

interface CaughtUp {
  readonly known: Position;
  readonly position: Position;
  /** Movements after `known`. */
  readonly count: number;
}

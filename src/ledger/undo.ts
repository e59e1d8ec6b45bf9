// Undoes a revision: applies each of its movements backwards, as a revision of its own.

import type { RecordedUndo } from "../inventory/applied-changes.ts";
import type { PetStatus } from "../inventory/item.ts";
import { isStillAt, type Position, positionOf } from "../inventory/position.ts";
import {
  CHANGED_PETS_MAX,
  type ChangedPet,
  type ChangedPets,
  hasRecord,
  NO_CHANGED_PETS,
  type PreviewedUndo,
  recordOfUndo,
  type UndoOptions,
  type UndoRefusal,
  type UndoResult,
} from "../inventory/undo.ts";
import { type PlannedUndo, type PlanOfUndo, reversalOf } from "../inventory/revision-undo.ts";
import { historyStart } from "./commits.ts";
import {
  applyDifference,
  type ComparedDifference,
  countDifference,
  type Difference,
  type PutRows,
} from "./difference.ts";
import { readKnownResults, writeResult } from "./idempotency.ts";
import { ensureActing } from "./keys.ts";
import { type MovementRow, movementOfRow } from "./rows.ts";
import { type Integer, list, type Query, rows, sql, type Work } from "./sql.ts";
import {
  asStored,
  petsChangedSince,
  type DifferenceTable,
  storeDifference,
  type StoredDifference,
  withRecompared,
} from "./stored-difference.ts";
import { RESTOCKED } from "./summary.ts";

/** An undo that is possible at a position: what is known of it before the write lock is taken. */
export interface PossibleUndo {
  readonly kind: "possible";
  readonly at: Position;
  /** None unless they are skipped. */
  readonly changed: ChangedPets;
  /** What it changes, if it changes labels. */
  readonly stored?: StoredDifference;
  /** The pets whose rows in `stored` no longer hold; at least one. */
  readonly outdated?: readonly bigint[];
}

type UndoCheck = PossibleUndo | Exclude<UndoResult, { kind: "undone" }>;

export interface WantedUndo extends UndoOptions {
  /** The limit of idempotency records of each scope. */
  readonly recordsMax: number;
}

/**
 * Whether the revision can be undone at `newest`, the newest commit. Reads the row of each of its pets, so it is done without the
 * write lock; `recheckUndo` then reads only what has been committed meanwhile.
 */
export function* checkUndo(options: WantedUndo, newest: Position, table: DifferenceTable): Work<UndoCheck> {
  const check = (yield* findKnown(options)) ?? (yield* checkPets(options, newest));
  if (check.kind !== "possible") return check;
  const difference = yield* reversed(options.revision, check.changed);
  return difference.hasLabels ? { ...check, stored: yield* storeDifference(difference.query, table) } : check;
}

function* checkPets(
  { revision, skipChanged = false }: PreviewedUndo,
  newest: Position,
): Work<PossibleUndo | UndoRefusal> {
  const refusal = yield* refuseOutside(revision, newest);
  if (refusal !== undefined) return refusal;
  const changed = yield* readChanged(revision);
  if (changed.count > 0 && !skipChanged) return { kind: "changed_since", ...changed };
  return { kind: "possible", at: newest, changed };
}

/** The same under the write lock, where the undo was `possible` before. */
export function* recheckUndo(options: WantedUndo, newest: Position, possible: PossibleUndo): Work<UndoCheck> {
  yield* ensureActing(options.by.keyId);
  const known = yield* findKnown(options);
  if (known !== undefined) return known;
  // A prune that has begun meanwhile removes movements of the revision: only the lock holds it back.
  const refusal = yield* refuseOutside(options.revision, newest);
  if (refusal !== undefined) return refusal;
  if (isStillAt(newest, possible.at)) return possible;
  const outdated = yield* petsChangedSince(possible.at, newest, amongPetsOf(options));
  if (outdated?.length === 0) return possible;
  const check = yield* checkPets(options, newest);
  const { stored } = possible;
  if (check.kind !== "possible" || stored === undefined || outdated === undefined) return check;
  return { ...check, stored, outdated };
}

/** Of the ledger's entries, those of pets of the revision. */
const amongPetsOf = ({ revision }: PreviewedUndo): Query => sql`AND EXISTS (
  SELECT 1 FROM ledger_entry undone WHERE undone.revision = ${revision} AND undone.pet_id = ledger_entry.pet_id)`;

/** The first result of an undo that was made with the same key, or why its result could not be recorded. */
function* findKnown({ idempotencyKey, dryRun, recordsMax }: WantedUndo): Work<UndoCheck | undefined> {
  if (idempotencyKey === undefined || dryRun) return undefined;
  const known = (yield* readKnownResults(idempotencyKey, recordsMax)).resultOf(idempotencyKey);
  // Equal requests have results of one kind.
  if (known?.kind === "replayed") return { kind: "replayed", ...(known.result as RecordedUndo) };
  return known;
}

/** The effect that an undo would have at `newest`. */
export function* previewUndo(options: PreviewedUndo, newest: Position): Work<UndoResult> {
  const check = yield* checkPets(options, newest);
  if (check.kind !== "possible") return check;
  const { revision } = options;
  const { at, changed } = check;
  const { pets: _, labels: __, ...counts } = yield* countDifference(yield* reversed(revision, changed));
  const position = positionOf(at);
  return { kind: "undone", ...counts, revision: at.revision, position, unchanged: 0, skipped: changed };
}

interface ApplyOptions {
  /** The newest commit, under the write lock. */
  readonly newest: Position;
  readonly putRows?: PutRows;
}

/** Undoes the revision as the one after `newest`. */
export function* applyUndo(
  { revision, by, idempotencyKey, recordsMax }: WantedUndo,
  possible: PossibleUndo,
  applied: ApplyOptions,
): Work<UndoResult> {
  const { changed } = possible;
  const difference = yield* differenceOf(revision, possible);
  const written = { ...applied, reason: "undo", by, undoes: revision } as const;
  const { pets: _, labels: __, ...counts } = yield* applyDifference(difference, written);
  const result = { ...counts, unchanged: 0, skipped: changed };
  if (idempotencyKey !== undefined && hasRecord(result)) {
    const known = yield* readKnownResults(idempotencyKey, recordsMax);
    yield* writeResult(known, idempotencyKey, recordOfUndo(result));
  }
  return { kind: "undone", ...result };
}

/** The reversals of a small revision, for an undo as a unit of a group. */
export function* planUndo({ revision, petsMax }: PlannedUndo, newest: Position): Work<PlanOfUndo> {
  const refusal = yield* refuseOutside(revision, newest);
  if (refusal !== undefined) return refusal;
  const found = yield* rows(sql<MovementRow>`
    SELECT * FROM movement WHERE revision = ${revision} ORDER BY pet_id LIMIT ${petsMax + 1}`);
  if (found.length > petsMax) return { kind: "large" };
  const reversals = found.map((row) => reversalOf(movementOfRow(row)));
  return { kind: "planned", at: positionOf(newest), reversals };
}

type ChangedSince = { readonly kind: "changed_since" };

/** The refusal where the revision does not exist yet, or was pruned. */
function* refuseOutside(
  revision: number,
  newest: Position,
): Work<Exclude<UndoRefusal, ChangedSince> | undefined> {
  if (revision > newest.revision) return { kind: "future", newest: newest.revision };
  // Backwards from the revision: at the start of the index PostgreSQL may have to skip millions of pruned commits.
  const earlier = yield* rows(sql`
    SELECT 1 FROM commit_mark WHERE revision < ${revision} ORDER BY revision DESC LIMIT 1`);
  return earlier.length > 0 ? undefined : { kind: "pruned", historyStart: yield* historyStart() };
}

interface ChangedRow {
  readonly pet_id: bigint;
  readonly revision: Integer;
  readonly quantity: Integer;
  readonly status: PetStatus;
  readonly removed: Integer;
  readonly count: Integer;
}

/** The pets that a later revision changed: an undo would lose that change. */
function* readChanged(revision: number): Work<ChangedPets> {
  const changed = yield* rows(sql<ChangedRow>`
    SELECT m.pet_id, i.revision, i.quantity, i.status, i.removed, count(*) OVER () AS count
    FROM movement m JOIN inventory i ON i.pet_id = m.pet_id
    WHERE m.revision = ${revision} AND ${LAST_CHANGE} IS DISTINCT FROM m.revision
    ORDER BY m.pet_id LIMIT ${CHANGED_PETS_MAX}`);
  const [first] = changed;
  return first === undefined
    ? NO_CHANGED_PETS
    : { count: Number(first.count), pets: changed.map(changedPetOf) };
}

function changedPetOf({ pet_id, revision, quantity, status, removed }: ChangedRow): ChangedPet {
  const present = Number(removed) === 1 ? null : { quantity: Number(quantity), status };
  return { petId: pet_id, revision: Number(revision), present };
}

/**
 * Of a movement `m` and its pet's row `i`: the revision that must still be the movement's own, so that it can be undone: that of the
 * pet, or of its label, where the movement gave it one and did nothing else (`Reversal.guard`).
 */
export const LAST_CHANGE = sql`
  CASE WHEN ${RESTOCKED} OR (name_after IS NULL AND kind_after IS NULL AND code_after IS NULL AND low_after IS NULL)
    THEN i.revision ELSE i.label_revision END`;

function* differenceOf(
  revision: number,
  { changed, stored, outdated }: PossibleUndo,
): Work<Difference | ComparedDifference> {
  if (stored === undefined) return yield* reversed(revision, changed);
  if (outdated === undefined) return asStored(stored);
  const among = sql`AND m.pet_id IN (${list(outdated)}) ${ofUnchanged(changed)}`;
  return yield* withRecompared(stored, outdated, reversedWithLabels(revision, among));
}

/** The difference that reverses the revision's own, without pets that have changed since. */
function* reversed(revision: number, changed: ChangedPets): Work<Difference> {
  const labelled = yield* rows(sql`SELECT 1 FROM label_entry WHERE revision = ${revision} LIMIT 1`);
  const among = ofUnchanged(changed);
  if (labelled.length > 0) return { hasLabels: true, query: reversedWithLabels(revision, among) };
  const present = changed.count === 0 ? sql`` : sql`JOIN inventory i ON i.pet_id = m.pet_id`;
  const query = sql`(
    SELECT m.pet_id, m.quantity_after AS quantity_before, m.quantity_before AS quantity_after,
      m.status_after AS status_before, m.status_before AS status_after, m.revision AS previous
    FROM movement m ${present}
    WHERE m.revision = ${revision} ${among}
  ) AS difference`;
  return { hasLabels: false, query };
}

const ofUnchanged = ({ count }: ChangedPets): Query =>
  count === 0 ? sql`` : sql`AND ${LAST_CHANGE} = m.revision`;

/** A movement of a label alone leaves the stock as it is now. */
const reversedWithLabels = (revision: number, among: Query): Query => sql`(
    SELECT m.pet_id, CASE WHEN i.removed = 0 THEN i.quantity END AS quantity_before,
      CASE WHEN ${RESTOCKED} THEN m.quantity_before WHEN i.removed = 0 THEN i.quantity END AS quantity_after,
      CASE WHEN i.removed = 0 THEN i.status END AS status_before,
      CASE WHEN ${RESTOCKED} THEN m.status_before WHEN i.removed = 0 THEN i.status END AS status_after,
      i.revision AS previous, CASE WHEN m.label_revision IS NULL THEN 0 ELSE 1 END AS relabelled,
      i.label_revision AS label_previous,
      m.name_before AS name, m.kind_before AS kind, m.code_before AS code, m.low_before AS low
    FROM movement m JOIN inventory i ON i.pet_id = m.pet_id
    WHERE m.revision = ${revision} ${among}
  ) AS difference`;

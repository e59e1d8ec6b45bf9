// Undoes a revision: applies each of its movements backwards, as a revision of its own.

import type { PetStatus } from "../inventory/item.ts";
import { type Position, positionOf } from "../inventory/position.ts";
import {
  CHANGED_PETS_MAX,
  type ChangedPet,
  type ChangedPets,
  NO_CHANGED_PETS,
  type UndoOptions,
  type UndoRefusal,
  type UndoResult,
  undoRequestId,
} from "../inventory/undo.ts";
import { historyStart } from "./commits.ts";
import { applyDifference, countDifference } from "./difference.ts";
import { type Integer, type Query, rows, sql, type Work } from "./sql.ts";

/** `newest` is the newest commit, read under the write lock unless it is a dry run. */
export function* undo(options: UndoOptions, newest: Position): Work<UndoResult> {
  const { revision, dryRun, skipChanged = false } = options;
  const refusal = yield* refuseOutside(revision, newest);
  if (refusal !== undefined) return refusal;
  const changed = yield* readChanged(revision);
  if (changed.count > 0 && !skipChanged) return { kind: "changed_since", ...changed };
  const difference = reversed(revision);
  const by = { ...options.by, requestId: undoRequestId(options) };
  const applied = dryRun
    ? { ...(yield* countDifference(difference)), revision: newest.revision, position: positionOf(newest) }
    : yield* applyDifference(difference, { newest, reason: "undo", by });
  return { kind: "undone", ...applied, unchanged: 0, skipped: changed };
}

/** The refusal where the revision does not exist yet, or was pruned. */
function* refuseOutside(revision: number, newest: Position): Work<UndoRefusal | undefined> {
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
    WHERE m.revision = ${revision} AND i.revision <> m.revision
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

/** The difference that reverses the revision's own, without pets that have changed since. */
function reversed(revision: number): Query {
  return sql`(
    SELECT m.pet_id, m.quantity_after AS quantity_before, m.quantity_before AS quantity_after,
      m.status_after AS status_before, m.status_before AS status_after, m.revision AS previous
    FROM movement m JOIN inventory i ON i.pet_id = m.pet_id AND i.revision = m.revision
    WHERE m.revision = ${revision}
  ) AS difference`;
}

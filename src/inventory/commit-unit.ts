// The units of a group: a change, a change set, or an undo.

import type { Change, Outcome } from "./change.ts";
import type { ChangeSet, ChangeSetOutcome } from "./change-set.ts";
import type { RevisionUndo, UndoOutcome } from "./revision-undo.ts";

export type CommitUnit = Change | ChangeSet | RevisionUndo;

export type OutcomeOf<U extends CommitUnit> = U extends ChangeSet
  ? ChangeSetOutcome
  : U extends RevisionUndo
    ? UndoOutcome
    : Outcome;

export function isChangeSet(unit: CommitUnit): unit is ChangeSet {
  return "changes" in unit;
}

export function isUndo(unit: CommitUnit): unit is RevisionUndo {
  return "plan" in unit;
}

/** The number of changes in a unit. */
export function sizeOf(unit: CommitUnit): number {
  if (isChangeSet(unit)) return unit.changes.length;
  return isUndo(unit) ? Math.max(1, reversalsOf(unit).length) : 1;
}

/** The pets that a unit may change. */
export function petIdsOf(unit: CommitUnit): readonly bigint[] {
  if (isChangeSet(unit)) return idsOf(unit.changes);
  return isUndo(unit) ? idsOf(reversalsOf(unit)) : [unit.petId];
}

/** Those of them whose label the unit may change, or expects to be something. */
export function labelledPetIdsOf(unit: CommitUnit): readonly bigint[] {
  if (isUndo(unit)) return idsOf(reversalsOf(unit).filter(({ label }) => label !== undefined));
  if (!isChangeSet(unit)) return [];
  return idsOf(unit.changes.filter(({ label, ifLabel }) => label !== undefined || ifLabel !== undefined));
}

function idsOf(pets: readonly { readonly petId: bigint }[]): readonly bigint[] {
  return pets.map(({ petId }) => petId);
}

function reversalsOf({ plan }: RevisionUndo) {
  return plan.kind === "planned" ? plan.reversals : [];
}

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
  if (isChangeSet(unit)) return unit.changes.map(({ petId }) => petId);
  return isUndo(unit) ? reversalsOf(unit).map(({ petId }) => petId) : [unit.petId];
}

function reversalsOf({ plan }: RevisionUndo) {
  return plan.kind === "planned" ? plan.reversals : [];
}

// Groups of changes and their outcomes as messages between the two threads: JSON text of arrays. The runtime copies one
// string many times faster than the same objects, and names of members would be half of the text.

import type { Change, ChangeDraft, Outcome, Precondition } from "../../inventory/change.ts";
import type { ChangeSetOutcome } from "../../inventory/change-set.ts";
import { type CommitUnit, isChangeSet, isUndo, type OutcomeOf } from "../../inventory/commit-unit.ts";
import type { IdempotencyKey } from "../../inventory/idempotency.ts";
import type { PetStatus } from "../../inventory/item.ts";
import type { UndoOutcome } from "../../inventory/revision-undo.ts";
import {
  changeSetOf,
  changeSetOutcomeOf,
  type ChangeSetOutcomeRow,
  type ChangeSetRow,
  rowOfChangeSet,
  rowOfChangeSetOutcome,
} from "./change-set-messages.ts";
import {
  rowOfUndo,
  rowOfUndoOutcome,
  undoOf,
  undoOutcomeOf,
  type UndoOutcomeRow,
  type UndoRow,
} from "./undo-messages.ts";

/** Ids are text: a JSON number would lose digits. Null stands for an absent member. */
type ChangeRow = readonly [
  petId: string,
  quantity: Exclude<Change["quantity"], undefined> | null,
  status: PetStatus | null,
  create: boolean | null,
  remove: boolean | null,
  precondition: Precondition | null,
  reason: Change["reason"],
  actor: string,
  keyId: string | null,
  requestId: string | null,
  note: string | null,
  ...key: [] | [scope: string, key: string, request: string],
];

/** Without the id of the pet, which is that of the change; also for a replayed outcome, whose first request was the same. */
type OutcomeRow =
  | [kind: Outcome["kind"], quantity?: number, status?: PetStatus, revision?: number]
  | [kind: "idempotency_limit", retryAfterMs: number];

/** They differ in their first member: the id of a pet, an array of changes, or an object. */
type UnitRow = ChangeRow | ChangeSetRow | UndoRow;

export function packUnits(units: readonly CommitUnit[]): string {
  return JSON.stringify(units.map(rowOfUnit));
}

function rowOfUnit(unit: CommitUnit): UnitRow {
  if (isChangeSet(unit)) return rowOfChangeSet(unit);
  return isUndo(unit) ? rowOfUndo(unit) : rowOf(unit);
}

function rowOf(change: Change): ChangeRow {
  const { petId, quantity, status, create, remove, precondition, idempotencyKey, reason, note, by } = change;
  // prettier-ignore
  const row = [
    String(petId), quantity ?? null, status ?? null, create ?? null, remove ?? null, precondition ?? null,
    reason, by.actor, by.keyId, by.requestId, note ?? null,
  ] as const;
  if (idempotencyKey === undefined) return row;
  const { scope, key, request } = idempotencyKey;
  return [...row, scope, key, request];
}

export function unpackUnits(text: string): CommitUnit[] {
  return (JSON.parse(text) as UnitRow[]).map(unitOf);
}

function unitOf(row: UnitRow): CommitUnit {
  if (typeof row[0] === "string") return changeOf(row as ChangeRow);
  return Array.isArray(row[0]) ? changeSetOf(row as ChangeSetRow) : undoOf(row as UndoRow);
}

function changeOf(row: ChangeRow): Change {
  const [
    petId,
    quantity,
    status,
    create,
    remove,
    precondition,
    reason,
    actor,
    keyId,
    requestId,
    note,
    ...key
  ] = row;
  const change: ChangeDraft = { petId: BigInt(petId), reason, by: { actor, keyId, requestId } };
  if (quantity !== null) change.quantity = quantity;
  if (status !== null) change.status = status;
  if (create !== null) change.create = create;
  if (remove !== null) change.remove = remove;
  if (precondition !== null) change.precondition = precondition;
  if (note !== null) change.note = note;
  if (key.length > 0) change.idempotencyKey = idempotencyKeyOf(key);
  return change;
}

function idempotencyKeyOf(parts: readonly string[]): IdempotencyKey {
  const [scope = "", key = "", request = ""] = parts;
  return { scope, key, request };
}

/** `units` is the group that the outcomes belong to. */
export function packOutcomes(outcomes: readonly AnyOutcome[], units: readonly CommitUnit[]): string {
  return JSON.stringify(outcomes.map((outcome, index) => rowOfAny(outcome, units[index] as CommitUnit)));
}

type AnyOutcome = OutcomeOf<CommitUnit>;
type AnyRow = OutcomeRow | ChangeSetOutcomeRow | UndoOutcomeRow;

function rowOfAny(outcome: AnyOutcome, unit: CommitUnit): AnyRow {
  if (isChangeSet(unit)) return rowOfChangeSetOutcome(outcome as ChangeSetOutcome);
  return isUndo(unit) ? rowOfUndoOutcome(outcome as UndoOutcome) : rowOfOutcome(outcome as Outcome);
}

function rowOfOutcome(outcome: Outcome): OutcomeRow {
  if (outcome.kind === "idempotency_limit") return [outcome.kind, outcome.retryAfterMs];
  if (!("item" in outcome)) return [outcome.kind];
  const { quantity, status } = outcome.item;
  return "revision" in outcome
    ? [outcome.kind, quantity, status, outcome.revision]
    : [outcome.kind, quantity, status];
}

export function unpackOutcomes<U extends CommitUnit>(text: string, units: readonly U[]): OutcomeOf<U>[] {
  return (JSON.parse(text) as AnyRow[]).map(
    (row, index) => anyOutcomeOf(row, units[index] as CommitUnit) as OutcomeOf<U>,
  );
}

function anyOutcomeOf(row: AnyRow, unit: CommitUnit): AnyOutcome {
  if (isChangeSet(unit)) return changeSetOutcomeOf(row as ChangeSetOutcomeRow);
  return isUndo(unit) ? undoOutcomeOf(row as UndoOutcomeRow) : outcomeOf(row as OutcomeRow, unit);
}

function outcomeOf([kind, quantity, status, revision]: OutcomeRow, { petId }: Change): Outcome {
  if (kind === "not_found" || kind === "idempotency_mismatch") return { kind };
  if (kind === "idempotency_limit") return { kind, retryAfterMs: quantity as number };
  const item = { petId, quantity, status };
  return (revision === undefined ? { kind, item } : { kind, item, revision }) as Outcome;
}

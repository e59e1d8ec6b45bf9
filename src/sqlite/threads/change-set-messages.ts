// Change sets and their outcomes as messages between the two threads (see writer-messages.ts).

import type {
  ChangeConflict,
  ChangeProblem,
  ChangeSet,
  ChangeSetOutcome,
  PetChange,
} from "../../inventory/change-set.ts";
import type { AppliedChanges } from "../../inventory/applied-changes.ts";
import type { PetStatus } from "../../inventory/item.ts";

/** Null stands for an absent member. */
type PetChangeRow = [
  petId: string,
  quantity: Exclude<PetChange["quantity"], undefined> | null,
  status: PetStatus | null,
  create: boolean | null,
  remove: boolean | null,
  ifMatch: string | null,
  /** Null among them is a value. */
  ...labels: [] | [Pick<PetChange, "label" | "ifLabel">],
];

export type ChangeSetRow = [changes: PetChangeRow[], rest: Omit<ChangeSet, "changes">];

export function rowOfChangeSet({ changes, ...rest }: ChangeSet): ChangeSetRow {
  return [changes.map(rowOfPetChange), rest];
}

function rowOfPetChange({
  petId,
  quantity,
  status,
  create,
  remove,
  ifMatch,
  ...labels
}: PetChange): PetChangeRow {
  const members = [
    quantity ?? null,
    status ?? null,
    create ?? null,
    remove ?? null,
    ifMatch ?? null,
  ] as const;
  return Object.keys(labels).length === 0 ? [String(petId), ...members] : [String(petId), ...members, labels];
}

export function changeSetOf([changes, rest]: ChangeSetRow): ChangeSet {
  return { changes: changes.map(petChangeOf), ...rest };
}

function petChangeOf([petId, quantity, status, create, remove, ifMatch, labels]: PetChangeRow): PetChange {
  return {
    petId: BigInt(petId),
    ...(quantity !== null && { quantity }),
    ...(status !== null && { status }),
    ...(create !== null && { create }),
    ...(remove !== null && { remove }),
    ...(ifMatch !== null && { ifMatch }),
    ...labels,
  };
}

/** In one member, so that it cannot be taken for the outcome of a change. */
export type ChangeSetOutcomeRow = [
  | ({ kind: "applied" | "replayed" } & AppliedChanges)
  | { kind: "invalid"; count: number; problems: Sent<ChangeProblem>[] }
  | { kind: "conflicts"; count: number; conflicts: Sent<ChangeConflict>[] }
  | Extract<ChangeSetOutcome, { kind: "idempotency_mismatch" | "idempotency_limit" | "outdated" }>,
];

export function rowOfChangeSetOutcome(outcome: ChangeSetOutcome): ChangeSetOutcomeRow {
  if (outcome.kind === "invalid") return [{ ...outcome, problems: outcome.problems.map(sent) }];
  if (outcome.kind === "conflicts") return [{ ...outcome, conflicts: outcome.conflicts.map(sent) }];
  return [outcome];
}

export function changeSetOutcomeOf([row]: ChangeSetOutcomeRow): ChangeSetOutcome {
  if (row.kind === "invalid") return { ...row, problems: row.problems.map(received) };
  if (row.kind === "conflicts") return { ...row, conflicts: row.conflicts.map(received) };
  return row;
}

/** Ids of pets are text in messages, because a JSON number would lose digits. */
type OfPet<Id> = { readonly petId: Id };

export type Sent<T extends OfPet<bigint>> = Omit<T, "petId"> & OfPet<string>;

export function sent<T extends OfPet<bigint>>({ petId, ...rest }: T): Sent<T> {
  return { petId: String(petId), ...rest };
}

export function received<T extends OfPet<string>>(row: T): Omit<T, "petId"> & OfPet<bigint> {
  return { ...row, petId: BigInt(row.petId) };
}

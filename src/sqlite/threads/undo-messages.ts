// Undos of small revisions and their outcomes as messages between the two threads (see writer-messages.ts).

import type { RecordedUndo } from "../../inventory/applied-changes.ts";
import type { Reversal, RevisionUndo, UndoOutcome, UndoPlan } from "../../inventory/revision-undo.ts";
import type { ChangedPet, ChangedPets, UndoResult } from "../../inventory/undo.ts";
import { received, type Sent, sent } from "./change-set-messages.ts";

type Planned = Extract<UndoPlan, { kind: "planned" }>;

type ReversalRow = [petId: string, rest: Omit<Reversal, "petId">];

type PlanRow =
  Exclude<UndoPlan, Planned> | (Omit<Planned, "reversals"> & { readonly reversals: ReversalRow[] });

/** In one member, so that it can be taken neither for a change nor for a change set. */
export type UndoRow = [Omit<RevisionUndo, "plan"> & { readonly plan: PlanRow }];

export function rowOfUndo({ plan, ...rest }: RevisionUndo): UndoRow {
  if (plan.kind !== "planned") return [{ ...rest, plan }];
  return [{ ...rest, plan: { ...plan, reversals: plan.reversals.map(rowOfReversal) } }];
}

function rowOfReversal({ petId, ...rest }: Reversal): ReversalRow {
  return [String(petId), rest];
}

export function undoOf([{ plan, ...rest }]: UndoRow): RevisionUndo {
  if (plan.kind !== "planned") return { ...rest, plan };
  return { ...rest, plan: { ...plan, reversals: plan.reversals.map(reversalOf) } };
}

function reversalOf([petId, rest]: ReversalRow): Reversal {
  return { petId: BigInt(petId), ...rest };
}

type Undone = Extract<UndoResult, { kind: "undone" }>;
type Replayed = { readonly kind: "replayed" } & RecordedUndo;
type ChangedSince = Extract<UndoResult, { kind: "changed_since" }>;

interface SentPets {
  readonly count: number;
  readonly pets: readonly Sent<ChangedPet>[];
}

/** In one member, like the outcome of a change set. */
export type UndoOutcomeRow = [
  | (Omit<Undone, "skipped"> & { readonly skipped: SentPets })
  | (Omit<Replayed, "skipped"> & {
      readonly skipped: { readonly count: number; readonly petIds: readonly string[] };
    })
  | (SentPets & Pick<ChangedSince, "kind">)
  | Exclude<UndoOutcome, Undone | Replayed | ChangedSince>,
];

export function rowOfUndoOutcome(outcome: UndoOutcome): UndoOutcomeRow {
  switch (outcome.kind) {
    case "undone":
      return [{ ...outcome, skipped: sentPets(outcome.skipped) }];
    case "replayed": {
      const { count, petIds } = outcome.skipped;
      return [{ ...outcome, skipped: { count, petIds: petIds.map(String) } }];
    }
    case "changed_since":
      return [{ kind: outcome.kind, ...sentPets(outcome) }];
    default:
      return [outcome];
  }
}

export function undoOutcomeOf([row]: UndoOutcomeRow): UndoOutcome {
  switch (row.kind) {
    case "undone":
      return { ...row, skipped: receivedPets(row.skipped) };
    case "replayed": {
      const { count, petIds } = row.skipped;
      return { ...row, skipped: { count, petIds: petIds.map(BigInt) } };
    }
    case "changed_since":
      return { kind: row.kind, ...receivedPets(row) };
    default:
      return row;
  }
}

function sentPets({ count, pets }: ChangedPets): SentPets {
  return { count, pets: pets.map(sent) };
}

function receivedPets({ count, pets }: SentPets): ChangedPets {
  return { count, pets: pets.map(received) };
}

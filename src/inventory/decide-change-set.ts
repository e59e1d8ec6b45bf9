// Decides the effect of a change set: all of its changes, or the reasons why none is applied.

import {
  type ChangeConflict,
  type ChangeProblem,
  type ChangeSet,
  type ChangeSetRefusal,
  LISTED_MAX,
  type PetChange,
} from "./change-set.ts";
import type { ChangeCounts } from "./applied-changes.ts";
import { type Decision, decide } from "./decide.ts";
import type { Stock } from "./item.ts";

/** The effect of a set on one pet; null: the pet does not exist. */
export interface Effect {
  readonly petId: bigint;
  readonly before: Stock | null;
  readonly after: Stock | null;
}

interface DecidedChangeSet {
  readonly kind: "effective";
  readonly effects: readonly Effect[];
  readonly counts: ChangeCounts;
}

/** `current` gives a pet's stock; undefined if the pet does not exist. */
export function decideChangeSet(
  { changes }: Pick<ChangeSet, "changes">,
  current: (petId: bigint) => Stock | undefined,
): DecidedChangeSet | ChangeSetRefusal {
  const problems: ChangeProblem[] = [];
  const conflicts: ChangeConflict[] = [];
  const effects: Effect[] = [];
  const placeOf = new Map<bigint, number>();
  changes.forEach((change, place) => {
    const { petId } = change;
    const firstPlace = placeOf.get(petId);
    if (firstPlace !== undefined) {
      problems.push({ place, petId, code: "duplicate_pet", firstPlace });
      return;
    }
    placeOf.set(petId, place);
    const before = current(petId);
    const decision = decideOne(before, change);
    if ("after" in decision) effects.push({ petId, before: before ?? null, after: decision.after });
    else if (decision.kind === "precondition_failed")
      conflicts.push({ place, petId, present: stockOf(decision.item) });
    else if (decision.kind !== "unchanged") problems.push({ place, petId, ...problemOf(decision) });
  });
  if (problems.length > 0) {
    return { kind: "invalid", count: problems.length, problems: problems.slice(0, LISTED_MAX) };
  }
  if (conflicts.length > 0) {
    return { kind: "conflicts", count: conflicts.length, conflicts: conflicts.slice(0, LISTED_MAX) };
  }
  return { kind: "effective", effects, counts: countsOf(effects, changes.length) };
}

function decideOne(
  before: Stock | undefined,
  { ifMatch, ...change }: PetChange,
): Decision | { readonly kind: "pet_exists" } {
  if (change.create === true && before !== undefined) return { kind: "pet_exists" };
  return decide(before, {
    ...change,
    ...(ifMatch !== undefined && { precondition: { anyTagOf: [ifMatch] } }),
  });
}

function problemOf(
  decision: Exclude<Decision, { after: Stock | null }> | { readonly kind: "pet_exists" },
): Pick<ChangeProblem, "code" | "present"> {
  if (decision.kind === "pet_exists") return { code: "pet_exists" };
  if (decision.kind === "out_of_range")
    return { code: "quantity_out_of_range", present: stockOf(decision.item) };
  return { code: "pet_not_found" };
}

/** `changes`: the number of changes that were to have an effect. */
export function countsOf(effects: readonly Effect[], changes: number): ChangeCounts {
  const created = effects.filter(({ before }) => before === null).length;
  const removed = effects.filter(({ after }) => after === null).length;
  const updated = effects.length - created - removed;
  return { created, updated, removed, unchanged: changes - effects.length };
}

/** Without the id of the item. */
function stockOf({ quantity, status }: Stock): Stock {
  return { quantity, status };
}

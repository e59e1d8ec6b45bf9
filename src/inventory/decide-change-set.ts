// Decides the effect of a change set: all of its changes, or the reasons why none is applied.

import {
  type ChangeConflict,
  type ChangeProblem,
  type ChangeSet,
  type ChangeSetRefusal,
  isOfLabelAlone,
  LISTED_MAX,
  type PetChange,
} from "./change-set.ts";
import type { ChangeCounts } from "./applied-changes.ts";
import { decide, sameStock } from "./decide.ts";
import { itemTag, type Stock } from "./item.ts";
import { isExpectedLabel, isSameLabel, type LabelMembers, patchedLabel } from "./label.ts";
import type { LabelEntry } from "./movement.ts";

/** The label that a pet has, and the revision that gave it. */
export interface KnownLabel {
  readonly members: LabelMembers;
  readonly revision: number;
}

/** The state that a change set meets; undefined: no pet in the inventory, no label. */
export interface CurrentPets {
  readonly stockOf: (petId: bigint) => Stock | undefined;
  readonly labelOf: (petId: bigint) => KnownLabel | undefined;
}

/** The effect of a set on one pet; null: the pet does not exist. The stock may be the same before and after if the label changes. */
export interface Effect {
  readonly petId: bigint;
  readonly before: Stock | null;
  readonly after: Stock | null;
  /** Absent: the label stays. */
  readonly label?: LabelEntry;
}

interface DecidedChangeSet {
  readonly kind: "effective";
  readonly effects: readonly Effect[];
  readonly counts: ChangeCounts;
}

export function decideChangeSet(
  { changes }: Pick<ChangeSet, "changes">,
  current: CurrentPets,
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
    const decision = decideOne(change, current);
    if (decision.kind === "effect") effects.push(decision.effect);
    else if (decision.kind === "problem") problems.push({ place, petId, ...decision.problem });
    else if (decision.kind === "conflict") conflicts.push({ place, petId, ...decision.conflict });
  });
  if (problems.length > 0) {
    return { kind: "invalid", count: problems.length, problems: problems.slice(0, LISTED_MAX) };
  }
  if (conflicts.length > 0) {
    return { kind: "conflicts", count: conflicts.length, conflicts: conflicts.slice(0, LISTED_MAX) };
  }
  return { kind: "effective", effects, counts: countsOf(effects, changes.length) };
}

type Refused =
  | { readonly kind: "problem"; readonly problem: Pick<ChangeProblem, "code" | "present" | "by"> }
  | { readonly kind: "conflict"; readonly conflict: Pick<ChangeConflict, "present" | "label"> };

type DecidedOne =
  { readonly kind: "effect"; readonly effect: Effect } | { readonly kind: "unchanged" } | Refused;

function decideOne(change: PetChange, { stockOf, labelOf }: CurrentPets): DecidedOne {
  const { petId } = change;
  const before = stockOf(petId);
  const present = before ?? null;
  const stock = decideStock(before, change);
  if (stock.kind === "problem") return stock;
  if (change.label === undefined && change.ifLabel === undefined)
    return stock.kind === "conflict" ? stock : effectOf({ petId, before: present, after: stock.after });
  const known = labelOf(petId);
  const label = known?.members ?? null;
  if (change.ifLabel !== undefined && !isExpectedLabel(label, change.ifLabel))
    return { kind: "conflict", conflict: { present, label } };
  if (stock.kind === "conflict") return stock;
  const after = change.label === undefined ? label : patchedLabel(label, change.label);
  const relabelled = !isSameLabel(label, after);
  const entry = { before: label, after, previous: known?.revision ?? null };
  return effectOf({ petId, before: present, after: stock.after, ...(relabelled && { label: entry }) });
}

function effectOf(effect: Effect): DecidedOne {
  const isUnchanged = effect.label === undefined && sameStock(effect.before, effect.after);
  return isUnchanged ? { kind: "unchanged" } : { kind: "effect", effect };
}

type DecidedStock = { readonly kind: "stock"; readonly after: Stock | null } | Refused;

function decideStock(before: Stock | undefined, { ifMatch, ...change }: PetChange): DecidedStock {
  if (change.create === true && before !== undefined)
    return { kind: "problem", problem: { code: "pet_exists" } };
  if (isOfLabelAlone(change)) return stockKept(before, ifMatch);
  const decision = decide(before, {
    ...change,
    ...(ifMatch !== undefined && { precondition: { anyTagOf: [ifMatch] } }),
  });
  if ("after" in decision) return { kind: "stock", after: decision.after };
  switch (decision.kind) {
    case "unchanged":
      return { kind: "stock", after: before ?? null };
    case "precondition_failed":
      return { kind: "conflict", conflict: { present: withoutId(decision.item) } };
    case "out_of_range": {
      const present = withoutId(decision.item);
      const by = typeof change.quantity === "object" ? change.quantity.by : 0;
      return { kind: "problem", problem: { code: "quantity_out_of_range", present, by } };
    }
    case "not_found":
      return { kind: "problem", problem: { code: "pet_not_found" } };
  }
}

/** For a change of the label alone. */
function stockKept(before: Stock | undefined, ifMatch: string | undefined): DecidedStock {
  if (ifMatch === undefined) return { kind: "stock", after: before ?? null };
  if (before === undefined) return { kind: "problem", problem: { code: "pet_not_found" } };
  return itemTag(before) === ifMatch
    ? { kind: "stock", after: before }
    : { kind: "conflict", conflict: { present: before } };
}

/** `changes`: the number of changes that were to have an effect. */
export function countsOf(effects: readonly Effect[], changes: number): ChangeCounts {
  const counts = { created: 0, updated: 0, removed: 0, relabelled: 0 };
  for (const { before, after, label } of effects) {
    if (label !== undefined) counts.relabelled += 1;
    if (sameStock(before, after)) continue;
    if (before === null) counts.created += 1;
    else if (after === null) counts.removed += 1;
    else counts.updated += 1;
  }
  return { ...counts, unchanged: changes - effects.length };
}

function withoutId({ quantity, status }: Stock): Stock {
  return { quantity, status };
}

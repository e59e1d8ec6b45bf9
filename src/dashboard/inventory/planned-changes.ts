// A change of several pets before it is sent, and what can be said of it beforehand: what it would do, the service's preview says. Pure.

import type { Change, ChangeSetResult } from "../../client/client.ts";
import { itemETag } from "../../contract/item-etag.ts";
import { type InventoryItem, isQuantity, type PetStatus, QUANTITY_MAX } from "../../contract/item-json.ts";
import { petText } from "../language/en/pet.ts";
import { petNameFirst } from "../ui/names.ts";
import { uiText } from "../language/en/ui.ts";

export type PlannedAction =
  | { readonly kind: "set"; readonly quantity: number }
  | { readonly kind: "adjust"; readonly by: number }
  | { readonly kind: "status"; readonly status: PetStatus }
  | { readonly kind: "remove" };

/** What becomes of a pet; absent members stay. */
export interface PlannedChange {
  readonly petId: bigint;
  readonly quantity?: number;
  /** The difference, instead of `quantity`. */
  readonly by?: number;
  readonly status?: PetStatus;
  readonly remove?: true;
}

export interface PlanProblem {
  /** Such as `Pet 7` or `Row 3`. */
  readonly where: string;
  readonly text: string;
}

export interface Plan {
  readonly changes: readonly PlannedChange[];
  /** Rows that say nothing of their pets. */
  readonly unchanged: number;
  readonly problems: readonly PlanProblem[];
}

export const NO_PLAN: Plan = { changes: [], unchanged: 0, problems: [] };

/** Pets that an adjustment would bring out of range, as the page knows them, are problems: the user may leave them out. */
export function planOf(items: readonly InventoryItem[], action: PlannedAction): Plan {
  const changes: PlannedChange[] = [];
  const problems: PlanProblem[] = [];
  for (const item of items) {
    const after = action.kind === "adjust" ? item.quantity + action.by : 0;
    if (isQuantity(after)) changes.push({ petId: item.petId, ...membersOf(action) });
    else problems.push(outOfRange(item, after));
  }
  return { changes, unchanged: 0, problems };
}

function membersOf(action: PlannedAction): Omit<PlannedChange, "petId"> {
  switch (action.kind) {
    case "set":
      return { quantity: action.quantity };
    case "adjust":
      return { by: action.by };
    case "status":
      return { status: action.status };
    case "remove":
      return { remove: true };
  }
}

function outOfRange({ petId, quantity }: InventoryItem, wanted: number): PlanProblem {
  const text = wanted < 0 ? petText.onlyInStock(quantity) : petText.overMaximum(wanted, QUANTITY_MAX);
  return { where: petNameFirst(petId, undefined), text };
}

/** The notice's text. `pet`: what to call it, if it is one. */
export function planTitle(action: PlannedAction, pets: number, pet?: string): string {
  const subject = pet ?? petText.pets(pets);
  switch (action.kind) {
    case "set":
      return petText.quantitySet(subject, action.quantity);
    case "adjust":
      return petText.quantityAdjusted(subject, action.by);
    case "status":
      return petText.statusSet(subject, uiText.statuses[action.status]);
    case "remove":
      return pet === undefined ? petText.petsRemoved(pets) : petText.removed(pet);
  }
}

/** Undefined if the change set has no form for it: quantity and status at once. */
export function changeOf({ petId, quantity, by, status, remove }: PlannedChange): Change | undefined {
  if (remove) return { petId, remove };
  if (status !== undefined) return quantity === undefined ? { petId, status } : undefined;
  return by === undefined ? { petId, quantity: quantity! } : { petId, by };
}

type PreviewedChange = NonNullable<ChangeSetResult["preview"]>["updated"][number];

/** The pets that a preview shows as changed. */
export function previewedChanges({ preview }: ChangeSetResult): readonly PreviewedChange[] {
  return [...(preview?.updated ?? []), ...(preview?.removed ?? [])];
}

/** How many pets the service would change. */
export function changedPets({ updated, removed }: ChangeSetResult): number {
  return updated + removed;
}

/**
 * Takes back what the preview shows, each change guarded with what it left. Undefined where the preview has not all of them, and where a
 * change set has no form for it.
 */
export function inverseOf(previewed: ChangeSetResult): readonly Change[] | undefined {
  const rows = previewedChanges(previewed);
  if (rows.length < changedPets(previewed)) return undefined;
  const inverse = rows.map(({ petId, before, after }): Change | undefined => {
    if (before === null) return undefined;
    if (after === null) return { petId, ...before, create: true };
    const ifMatch = itemETag(after);
    if (before.status === after.status) return { petId, quantity: before.quantity, ifMatch };
    return before.quantity === after.quantity ? { petId, status: before.status, ifMatch } : undefined;
  });
  return inverse.every((change) => change !== undefined) ? inverse : undefined;
}

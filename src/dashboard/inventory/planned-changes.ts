// A change of several pets before it is sent: what each row becomes, and which cannot be changed. Pure.

import type { Change } from "../../client/client.ts";
import { itemETag } from "../../contract/item-etag.ts";
import { type InventoryItem, isQuantity, type PetStatus, QUANTITY_MAX } from "../../contract/item-json.ts";
import { formatCount, formatDelta, formatPlural } from "../ui/format.ts";

export type PlannedAction =
  | { readonly kind: "set"; readonly quantity: number }
  | { readonly kind: "adjust"; readonly by: number }
  | { readonly kind: "status"; readonly status: PetStatus }
  | { readonly kind: "remove" };

export interface PlannedChange {
  readonly from: InventoryItem;
  /** Undefined: removed. */
  readonly to: InventoryItem | undefined;
  /** Set for an adjustment, which needs no guard: it keeps what others do meanwhile. */
  readonly by?: number;
}

export interface PlanProblem {
  /** Such as `Pet 7` or `Row 3`. */
  readonly where: string;
  readonly text: string;
}

export interface Plan {
  readonly changes: readonly PlannedChange[];
  readonly unchanged: number;
  readonly problems: readonly PlanProblem[];
}

export const NO_PLAN: Plan = { changes: [], unchanged: 0, problems: [] };

export function planOf(items: readonly InventoryItem[], action: PlannedAction): Plan {
  const changes: PlannedChange[] = [];
  const problems: PlanProblem[] = [];
  let unchanged = 0;
  for (const from of items) {
    const to = after(from, action);
    if (to !== undefined && !isQuantity(to.quantity)) problems.push(outOfRange(from, to.quantity));
    else if (to?.quantity === from.quantity && to.status === from.status) unchanged += 1;
    else changes.push({ from, to, ...(action.kind === "adjust" && { by: action.by }) });
  }
  return { changes, unchanged, problems };
}

function after(from: InventoryItem, action: PlannedAction): InventoryItem | undefined {
  switch (action.kind) {
    case "set":
      return { ...from, quantity: action.quantity };
    case "adjust":
      return { ...from, quantity: from.quantity + action.by };
    case "status":
      return { ...from, status: action.status };
    case "remove":
      return undefined;
  }
}

function outOfRange({ petId, quantity }: InventoryItem, wanted: number): PlanProblem {
  const text =
    wanted < 0
      ? `Only ${formatCount(quantity)} in stock`
      : `${formatCount(wanted)} is more than the maximum of ${formatCount(QUANTITY_MAX)}`;
  return { where: `Pet ${petId}`, text };
}

/** The notice's text. */
export function planTitle(action: PlannedAction, pets: number): string {
  const count = formatPlural(pets, "pet");
  switch (action.kind) {
    case "set":
      return `${count} set to ${formatCount(action.quantity)}`;
    case "adjust":
      return `${count} changed by ${formatDelta(action.by)}`;
    case "status":
      return `${count} set to ${action.status}`;
    case "remove":
      return `${count} removed`;
  }
}

/** Guarded with the row that the preview showed. Undefined if the change set has no form for it: quantity and status at once. */
export function changeOf({ from, to, by }: PlannedChange): Change | undefined {
  const { petId } = from;
  const ifMatch = itemETag(from);
  if (to === undefined) return { petId, remove: true, ifMatch };
  if (by !== undefined) return { petId, by };
  if (to.status === from.status) return { petId, quantity: to.quantity, ifMatch };
  return to.quantity === from.quantity ? { petId, status: to.status, ifMatch } : undefined;
}

/** More are undone as a revision or not at all. */
const INVERSE_MAX = 1_000;

/** Takes the changes back, each guarded with what it left. Undefined for too many, and where a change set has no form for it. */
export function inverseOf(changes: readonly PlannedChange[]): readonly Change[] | undefined {
  if (changes.length > INVERSE_MAX) return undefined;
  const inverse = changes.map(({ from, to }): Change | undefined =>
    to === undefined ? { ...from, create: true } : changeOf({ from: to, to: from }),
  );
  return inverse.every((change) => change !== undefined) ? inverse : undefined;
}

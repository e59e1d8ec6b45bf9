// Pets as the tools show them: stock and label in one, chosen by filters, page by page.

import { type InventoryItem, parsePetId, type PetStatus } from "../contract/item-json.ts";
import type { Label } from "../client/admin-types.ts";
import type { Inventory } from "./inventory-copy.ts";
import { ToolError } from "./tool.ts";

/** Members that are absent are undefined, and so not part of the answer's text. */
export interface Pet extends InventoryItem {
  readonly name?: string | undefined;
  readonly kind?: string | undefined;
  readonly code?: string | undefined;
  readonly low?: number | undefined;
}

export function petOf({ petId, quantity, status }: InventoryItem, label: Label | undefined): Pet {
  const { name, kind, code, low } = label ?? {};
  return {
    petId,
    quantity,
    status,
    name: name ?? undefined,
    kind: kind ?? undefined,
    code: code ?? undefined,
    low: low ?? undefined,
  };
}

export function* petsOf({ items, labels }: Inventory): Generator<Pet> {
  for (const item of items) yield petOf(item, labels.get(item.petId));
}

export interface Page {
  /** All that match, on this page or not. */
  readonly matching: number;
  readonly pets: readonly Pet[];
  /** The cursor of the next page; null at the end. */
  readonly next: string | null;
}

/** The matching pets after the cursor. A cursor is the last id of the page before, so changes between pages shift nothing. */
export function pageOf(
  pets: Iterable<Pet>,
  matches: (pet: Pet) => boolean,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Page {
  const after = afterOrThrow(cursor);
  const page: Pet[] = [];
  let [matching, left] = [0, 0];
  for (const pet of pets) {
    if (!matches(pet)) continue;
    matching += 1;
    if (after !== undefined && pet.petId <= after) continue;
    if (page.length < limit) page.push(pet);
    else left += 1;
  }
  return { matching, pets: page, next: left === 0 ? null : String(page.at(-1)?.petId) };
}

function afterOrThrow(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined;
  const petId = parsePetId(cursor);
  if (petId === undefined) throw new ToolError("`cursor` must be `next` of the answer before, unchanged.");
  return petId;
}

/** The whole inventory in a few numbers. */
export function summaryOf(items: readonly InventoryItem[]): Summary {
  const byStatus: Record<PetStatus, number> = { available: 0, pending: 0, sold: 0 };
  let [quantity, inStock] = [0, 0];
  for (const item of items) {
    quantity += item.quantity;
    if (item.quantity > 0) inStock += 1;
    byStatus[item.status] += 1;
  }
  return { pets: items.length, inStock, quantity, byStatus };
}

export interface Summary {
  readonly pets: number;
  readonly inStock: number;
  readonly quantity: number;
  readonly byStatus: Readonly<Record<PetStatus, number>>;
}

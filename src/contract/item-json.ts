// One item as JSON: members in the contract's order, the id with all its digits.

import { type InventoryItem, isQuantity, PET_STATUSES } from "../inventory/item.ts";
import { isJsonObject, type JsonObject, parseJson } from "./json.ts";

// The domain's types that the wire has, for the client and the dashboard, which import the contract alone.
export {
  type InventoryItem,
  isQuantity,
  parsePetId,
  PET_STATUSES,
  type PetStatus,
  QUANTITY_MAX,
  type Stock,
} from "../inventory/item.ts";

/** `{"petId":1,"quantity":2,"status":"sold"}`, without white space; ASCII only. */
export function itemJson({ petId, quantity, status }: InventoryItem): string {
  return `{"petId":${petId},"quantity":${quantity},"status":"${status}"}`;
}

/** The form that `itemJson` writes, with an id that a double holds: nearly all items, and quick to read. */
const PLAIN = /^\{"petId":(-?[0-9]{1,15}),"quantity":([0-9]{1,9}),"status":"([a-z]+)"\}$/;

/**
 * The item that a JSON text holds; undefined if it holds another value. Further members are ignored. Throws what
 * `parseJson` throws.
 */
export function parseItemJson(text: string): InventoryItem | undefined {
  const [, petId, quantity, status] = PLAIN.exec(text) ?? [];
  if (petId !== undefined)
    return itemOf({ petId: Number(petId), quantity: Number(quantity), status: status! });
  const value = parseJson(text);
  return isJsonObject(value) ? itemOf(value) : undefined;
}

function itemOf({ petId, quantity, status: text }: JsonObject): InventoryItem | undefined {
  // Not the text itself: it is a slice of the whole answer, and would keep that in memory.
  const status = PET_STATUSES.find((known) => known === text);
  if (typeof petId !== "number" && typeof petId !== "bigint") return undefined;
  return status !== undefined && isQuantity(quantity)
    ? { petId: BigInt(petId), quantity, status }
    : undefined;
}

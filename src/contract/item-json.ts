// One item as the wire has it: members in the contract's order, the id with all its digits.

import { type InventoryItem, isQuantity, PET_STATUSES } from "../inventory/item.ts";
import { JsonNumber, type JsonObject, type JsonValue, parseJson } from "./json.ts";

// What of the domain travels, for those who know the wire alone.
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

/** As `itemJson` writes it, with an id that a double holds: what nearly all items are, and quick to read. */
const PLAIN = /^\{"petId":(-?[0-9]{1,15}),"quantity":([0-9]{1,9}),"status":"([a-z]+)"\}$/;

/**
 * The item that a JSON text is; undefined where it is another value. Further members are no mistake of whoever reads.
 * Throws what `parseJson` throws.
 */
export function parseItemJson(text: string): InventoryItem | undefined {
  const [, petId, quantity, status] = PLAIN.exec(text) ?? [];
  if (petId !== undefined)
    return itemOf({ petId: Number(petId), quantity: Number(quantity), status: status! });
  const value = parseJson(text);
  return isObject(value) ? itemOf(value) : undefined;
}

function itemOf({ petId, quantity, status: text }: JsonObject): InventoryItem | undefined {
  // Never the text itself: it is a slice of the whole answer's, and would keep that in memory.
  const status = PET_STATUSES.find((known) => known === text);
  if (typeof petId !== "number" && typeof petId !== "bigint") return undefined;
  return status !== undefined && isQuantity(quantity)
    ? { petId: BigInt(petId), quantity, status }
    : undefined;
}

function isObject(value: JsonValue): value is JsonObject {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
  );
}

// The id of a pet, as a caller may give it.

import { parsePetId } from "../contract/item-json.ts";
import type { PetId } from "./options.ts";

/** Throws a TypeError. */
export function petIdOrThrow(petId: PetId): bigint {
  const isExact = typeof petId !== "number" || Number.isSafeInteger(petId);
  const id = isExact ? parsePetId(String(petId)) : undefined;
  if (id !== undefined) return id;
  throw new TypeError(`petId must be an int64, and a number only up to 2^53 - 1; got ${petId}`);
}

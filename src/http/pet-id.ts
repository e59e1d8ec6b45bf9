// The pet's id in an address.

import { INT64_IN_WORDS } from "../contract/schema-words.ts";
import { parsePetId } from "../inventory/item.ts";
import { ApiError } from "./api-error.ts";

/** Throws `invalid_pet_id`. */
export function petIdOf(text: string): bigint {
  const petId = parsePetId(text);
  if (petId !== undefined) return petId;
  throw new ApiError(
    "invalid_pet_id",
    `petId must be ${INT64_IN_WORDS}; got ${JSON.stringify(text.slice(0, 40))}.`,
  );
}

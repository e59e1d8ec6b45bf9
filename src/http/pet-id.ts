// The pet's id in an address.

import { parsePetId } from "../inventory/item.ts";
import { ApiError } from "./api-error.ts";

/** Throws `invalid_pet_id`. */
export function petIdOf(text: string): bigint {
  const petId = parsePetId(text);
  if (petId !== undefined) return petId;
  const rule = "must be an int64 in plain decimal form, such as 734980";
  throw new ApiError("invalid_pet_id", `petId ${rule}; got ${JSON.stringify(text.slice(0, 40))}.`);
}

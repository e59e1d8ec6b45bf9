// A pet as people know it, as one text.

import type { Label } from "../../client/client.ts";
import { isolated } from "./isolated.ts";

/** Such as for a notice: `Buddy (305144)`, or `pet 305144`. */
export function petName(petId: bigint, label: Label | undefined): string {
  return label?.name ? `${isolated(label.name)} (${petId})` : `pet ${petId}`;
}

/** The same at the beginning of a sentence: `Pet 305144`. */
export function petNameFirst(petId: bigint, label: Label | undefined): string {
  return label?.name ? petName(petId, label) : `Pet ${petId}`;
}

// Interprets scanned or typed text. Pure.

import { QUANTITY_MAX } from "../../contract/item-json.ts";
import { countText } from "../language/en/count.ts";
import { isolated } from "../ui/isolated.ts";

/** Characters of the shortest barcode in use (EAN-8), less its check digit. Larger counts are typed without a doubt. */
const CODE_LENGTH_MIN = 7;

type CountText =
  | { readonly kind: "count"; readonly quantity: number }
  | { readonly kind: "error"; readonly message: string };

/** `isCode` says whether a text is a pet's id or code: a scanner types into the focused field, whatever that is for. */
export function readCount(text: string, isCode: (text: string) => boolean): CountText {
  const typed = text.trim();
  if (typed === "") return { kind: "error", message: countText.enterCount };
  if (typed.length >= CODE_LENGTH_MIN && isCode(typed)) {
    return { kind: "error", message: countText.otherScan };
  }
  if (!/^[0-9]+$/.test(typed)) return { kind: "error", message: countText.notWhole(isolated(typed)) };
  const quantity = Number(typed);
  if (quantity > QUANTITY_MAX) return { kind: "error", message: countText.tooLarge };
  return { kind: "count", quantity };
}

/** The id of a pet that could be added: an integer of 64 bits. */
export function newPetId(text: string): bigint | undefined {
  if (!/^-?[0-9]{1,30}$/.test(text.trim())) return undefined;
  const petId = BigInt(text.trim());
  return petId === BigInt.asIntN(64, petId) ? petId : undefined;
}

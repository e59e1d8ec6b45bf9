// The messages for a pet id, a quantity, a status or a text that was refused: each finds the likely reason and says what to do.

import { LABEL_TEXT_LENGTH_MAX } from "../inventory/label.ts";
import type { LabelTextRefusal } from "../inventory/label-text.ts";
import { textRule } from "../inventory/text.ts";
import { PET_ID_MAX, PET_ID_MIN, PET_STATUSES, QUANTITY_MAX } from "../inventory/item.ts";

const NO_QUANTITY = `is not an integer from 0 to ${QUANTITY_MAX}`;
const NO_PET_ID = `is not an integer from ${PET_ID_MIN} to ${PET_ID_MAX}`;

/** `9.00720E+18`, `1,23E+15`: a spreadsheet writes an id like this if it has more digits than the column shows. */
const ROUNDED = /^[+-]?[0-9]+(?:[.,][0-9]+)?E[+]?[0-9]+$/i;
const THOUSANDS = /^[+-]?[0-9]{1,3}(?:[.,'’\s][0-9]{3})+$/;
const SUPERFLUOUS_SIGNS = /^(?:\+|-?0)[0-9]+$/;

export function petIdRule(text: string): string {
  if (ROUNDED.test(text)) {
    return "was rounded by a spreadsheet: format the column as text, enter the original ids again and export the file again";
  }
  return `${NO_PET_ID} in digits alone (no "+", separator, fraction or leading zero)`;
}

export function quantityRule(text: string): string {
  if (THOUSANDS.test(text)) return `${NO_QUANTITY}: write it without separators`;
  if (SUPERFLUOUS_SIGNS.test(text)) return `${NO_QUANTITY}: write it without "+" and leading zeros`;
  return NO_QUANTITY;
}

export function statusRule(text: string): string {
  const meant = PET_STATUSES.find((status) => status === text.trim().toLowerCase());
  if (meant !== undefined) return `is not a status: write "${meant}"`;
  return `is not a status: write ${PET_STATUSES.map((status) => `"${status}"`).join(" or ")}`;
}

export function labelTextRule(refusal: LabelTextRefusal): string {
  return refusal === "too_long" ? `is longer than ${LABEL_TEXT_LENGTH_MAX} characters` : textRule(refusal);
}

/** `4.00638E+12`: a spreadsheet writes a barcode like this. `1E5` may be a code. */
const ROUNDED_CODE = /^[0-9][.,][0-9]+E[+][0-9]+$/;

/** Undefined if the text may be a code. */
export function codeRule(text: string): string | undefined {
  if (!ROUNDED_CODE.test(text)) return undefined;
  return "was rounded by a spreadsheet: format the column as text, enter the original codes again and export the file again";
}

// Why a pet id, a quantity, a status or a code was refused: each finds the likely reason.

import { PET_STATUSES } from "../inventory/item.ts";
import type { Fault } from "./fault.ts";

/** `9.00720E+18`, `1,23E+15`: a spreadsheet writes an id like this if it has more digits than the column shows. */
const ROUNDED = /^[+-]?[0-9]+(?:[.,][0-9]+)?E[+]?[0-9]+$/i;
const THOUSANDS = /^[+-]?[0-9]{1,3}(?:[.,'’\s][0-9]{3})+$/;
const SUPERFLUOUS_SIGNS = /^(?:\+|-?0)[0-9]+$/;

export function petIdFault(text: string): Fault {
  return { code: ROUNDED.test(text) ? "id_rounded" : "id_invalid" };
}

export function quantityFault(text: string): Fault {
  if (THOUSANDS.test(text)) return { code: "quantity_with_separators" };
  return { code: SUPERFLUOUS_SIGNS.test(text) ? "quantity_with_signs" : "quantity_invalid" };
}

export function statusFault(text: string): Fault {
  const meant = PET_STATUSES.find((status) => status === text.trim().toLowerCase());
  return meant === undefined ? { code: "status_unknown" } : { code: "status_misspelt", meant };
}

/** `4.00638E+12`: a spreadsheet writes a barcode like this. `1E5` may be a code. */
const ROUNDED_CODE = /^[0-9][.,][0-9]+E[+][0-9]+$/;

/** Undefined if the text may be a code. */
export function codeFault(text: string): Fault | undefined {
  return ROUNDED_CODE.test(text) ? { code: "code_rounded" } : undefined;
}

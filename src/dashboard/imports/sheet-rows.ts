// What a file's row says of its pet.

import type { Stock } from "../../contract/item-json.ts";
import type { LabelMembers } from "../../transfer/label-form.ts";
import type { SheetRow } from "../../transfer/sheet-form.ts";

/** The part of a row that a clerk's key may change. */
export function quantityAlone({ petId, line, quantity }: SheetRow): SheetRow {
  return { petId, line, ...(quantity !== undefined && { quantity }) };
}

export function labelOf({
  petId: _,
  line: __,
  quantity: ___,
  status: ____,
  ...label
}: SheetRow): LabelMembers {
  return label;
}

/** Whether the row leaves the stock as it is. */
export function isSameStock({ quantity, status }: SheetRow, before: Stock | undefined): boolean {
  const isQuantity = quantity === undefined || quantity === before?.quantity;
  return isQuantity && (status === undefined || status === before?.status);
}

/** Whether two rows of a pet ask for the same. */
export function isEqual({ line: _, ...a }: SheetRow, { line: __, ...b }: SheetRow): boolean {
  return Object.keys({ ...a, ...b }).every((name) => a[name as keyof typeof a] === b[name as keyof typeof b]);
}

/** A spreadsheet keeps 15 digits of a number. */
export function isRounded(petId: bigint): boolean {
  return /^-?[0-9]{15}0+$/.test(String(petId));
}

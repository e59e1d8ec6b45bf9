// The effect of a file's row on its pet.

import type { Label } from "../../client/client.ts";
import type { PetStatus, Stock } from "../../contract/item-json.ts";
import type { LabelMembers } from "../../transfer/label-form.ts";
import type { SheetRow } from "../../transfer/sheet-form.ts";

/** The part of a row that a clerk's key may change. */
export function quantityAlone({ petId, line, quantity }: SheetRow): SheetRow {
  return { petId, line, ...(quantity !== undefined && { quantity }) };
}

/** Undefined if the row says nothing about the stock. */
export function stockAfter({ quantity, status }: SheetRow, before: Stock | undefined): Stock | undefined {
  if (quantity === undefined && status === undefined) return undefined;
  const statusAfter: PetStatus = status ?? before?.status ?? "available";
  return { quantity: quantity ?? before?.quantity ?? 0, status: statusAfter };
}

export function isSameStock(before: Stock | undefined, after: Stock): boolean {
  return before?.quantity === after.quantity && before.status === after.status;
}

/** The members that differ from the pet's label; undefined if none does. */
export function changedMembers(
  row: LabelMembers & { readonly line?: number },
  label: Label | undefined,
): LabelMembers | undefined {
  const members = (["name", "kind", "code", "low"] as const).filter(
    (member) => row[member] !== undefined && row[member] !== (label?.[member] ?? null),
  );
  if (members.length === 0) return undefined;
  return Object.fromEntries(members.map((member) => [member, row[member]]));
}

/** Whether two rows of a pet ask for the same. */
export function isEqual({ line: _, ...a }: SheetRow, { line: __, ...b }: SheetRow): boolean {
  return Object.keys({ ...a, ...b }).every((name) => a[name as keyof typeof a] === b[name as keyof typeof b]);
}

/** A spreadsheet keeps 15 digits of a number. */
export function isRounded(petId: bigint): boolean {
  return /^-?[0-9]{15}0+$/.test(String(petId));
}

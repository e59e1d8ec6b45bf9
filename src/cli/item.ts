// One pet on the command line: its id as an argument, and the report of its change.

import { itemJson } from "../contract/item-json.ts";
import { SettingError } from "../config.ts";
import {
  type InventoryItem,
  isPetStatus,
  parsePetId,
  PET_STATUSES,
  type PetStatus,
} from "../inventory/item.ts";
import { printable } from "../printable.ts";
import { type Context, REPORT_LOST, printMessage, printData } from "./context.ts";

/** Throws a SettingError. */
export function petIdOrThrow(text: string): bigint {
  const petId = parsePetId(text);
  if (petId !== undefined) return petId;
  throw new SettingError(
    `petId: ${JSON.stringify(text)} is not an int64 in plain decimal form, such as 734980`,
  );
}

/** Throws a SettingError that names the flag. */
export function statusOrThrow(text: string): PetStatus {
  if (isPetStatus(text)) return text;
  throw new SettingError(`--status: ${JSON.stringify(text)} is not one of ${PET_STATUSES.join(", ")}`);
}

/** `how` says what happened, such as `revision 17`. */
export async function printItem(
  context: Context,
  item: InventoryItem,
  how: string,
  { json }: { json?: boolean },
): Promise<void> {
  printMessage(context, `Pet ${item.petId}: ${item.quantity} ${item.status} (${how}).`);
  if (json) await printData(context, `${printable(itemJson(item))}\n`, `${REPORT_LOST} (${how})`);
}

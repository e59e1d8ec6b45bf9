// One pet on the command line: the argument that names it, and what a command tells of it.

import { itemJson } from "../contract/item-json.ts";
import { SettingError } from "../config.ts";
import { type InventoryItem, parsePetId } from "../inventory/item.ts";
import { printable } from "../printable.ts";
import { type Context, DONE, printMessage, printData } from "./context.ts";

/** The id that an argument names. Throws a SettingError. */
export function petIdOrThrow(text: string): bigint {
  const petId = parsePetId(text);
  if (petId !== undefined) return petId;
  throw new SettingError(`petId: ${JSON.stringify(text)} is no int64 in plain decimal form, such as 734980`);
}

/** `how` says what became of it. */
export async function tellItem(
  context: Context,
  item: InventoryItem,
  how: string,
  { json }: { json?: boolean },
): Promise<void> {
  printMessage(context, `Pet ${item.petId}: ${item.quantity} ${item.status} (${how}).`);
  if (json) await printData(context, `${printable(itemJson(item))}\n`, `${DONE} (${how})`);
}

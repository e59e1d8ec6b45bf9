// petstock list: shows the inventory, from one snapshot, page by page, so that memory does not grow with its length.

import { Command } from "commander";
import { SettingError } from "../config.ts";
import { itemJson } from "../contract/item-json.ts";
import { type InventoryItem, PET_STATUSES, type PetStatus } from "../inventory/item.ts";
import { printable } from "../printable.ts";
import { type Context, printData } from "./context.ts";
import { statusOrThrow } from "./item.ts";
import { ACCESS_SETTINGS, withAccess } from "./open-access.ts";
import { optionWith, withSettings } from "./settings.ts";
import { aligned, table } from "./table.ts";

export function listCommand(context: Context): Command {
  const command = new Command("list")
    .description("show every pet with its quantity and status, by ascending id")
    .addOption(optionWith(PET_STATUSES, "--status <status>", "only pets with this status"))
    .option("--code <code>", "only pets whose label has this code, such as a barcode")
    .option("--json", "one line of JSON for each pet", false);
  return withSettings(command, ACCESS_SETTINGS).action(async (options) => {
    const status = options.status === undefined ? undefined : statusOrThrow(options.status);
    const write = options.json ? jsonLines : itemsTable;
    await withAccess({ options, context, create: false }, async (access) => {
      let isFirst = true;
      const print = async (items: readonly InventoryItem[]) => {
        await printData(context, write(items, isFirst));
        isFirst = false;
      };
      const onPage = async (page: readonly InventoryItem[]) => {
        const items = matching(page, status);
        if (items.length > 0) await print(items);
      };
      if (options.code === undefined) await access.readAll(onPage);
      else await access.readByCode(codeOrThrow(options.code), onPage);
      if (isFirst) await print([]);
    });
  });
}

function codeOrThrow(text: string): string {
  const code = text.trim();
  if (code !== "") return code;
  throw new SettingError("--code: give a code, such as 4006381333931");
}

function matching(items: readonly InventoryItem[], status: PetStatus | undefined): readonly InventoryItem[] {
  return status === undefined ? items : items.filter((item) => item.status === status);
}

function jsonLines(items: readonly InventoryItem[]): string {
  return items.map((item) => `${printable(itemJson(item))}\n`).join("");
}

/** The column widths of each page fit its own rows. */
function itemsTable(items: readonly InventoryItem[], isFirst: boolean): string {
  const rows = items.map(({ petId, quantity, status }) => [String(petId), String(quantity), status]);
  return isFirst ? table(["PET", "QUANTITY", "STATUS"], rows) : aligned(rows);
}

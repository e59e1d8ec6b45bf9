// petstock export: writes the inventory, from one snapshot, in a form that import reads back exactly.

import { Command } from "commander";
import { PROGRAM } from "../build.ts";
import { type InventoryItem, isPetStatus, PET_STATUSES } from "../inventory/item.ts";
import type { Position } from "../inventory/position.ts";
import type { TransferFormat } from "../transfer/format.ts";
import { openRowWriter } from "../transfer/write-rows.ts";
import type { ItemReader } from "./access.ts";
import { CommandError, type Context, count, printMessage } from "./context.ts";
import { exportTo, withExportFlags } from "./export-file.ts";
import { ACCESS_SETTINGS, withAccess } from "./open-access.ts";
import { withSettings } from "./settings.ts";
import type { Write } from "./atomic-file.ts";

export function exportCommand(context: Context): Command {
  const command = withExportFlags(new Command("export")).description(
    "write the inventory as a file that import reads; also while a server is running",
  );
  return withSettings(command, ACCESS_SETTINGS).action((options) =>
    withAccess({ options, context, create: false }, async (access) => {
      const { pets, position } = await exportTo(context, options, (format, write) =>
        writeAll(access, format, write),
      );
      const { revision, nonce } = position;
      const guard = `--if-unchanged-since ${revision}-${nonce}`;
      printMessage(context, `Exported ${count(pets, "pet")} as of revision ${revision} (${guard}).`);
    }),
  );
}

interface Exported {
  readonly pets: number;
  readonly position: Position;
}

async function writeAll(reader: ItemReader, format: TransferFormat, write: Write): Promise<Exported> {
  const rows = openRowWriter(format);
  let pets = 0;
  const position = await reader.readAll(async (items) => {
    throwOnUnknownStatus(items);
    pets += items.length;
    await write(rows.page(items));
  });
  await write(rows.end());
  return { pets, position };
}

/** A foreign database may hold a status that import refuses, or one that controls the terminal. */
function throwOnUnknownStatus(items: readonly InventoryItem[]): void {
  const unknown = items.find(({ status }) => !isPetStatus(status));
  if (unknown === undefined) return;
  const { petId, status } = unknown;
  throw new CommandError(
    `pet ${petId} has the status ${JSON.stringify(status)}, which is not one of ${PET_STATUSES.join(", ")}; correct it with "${PROGRAM} set ${petId} --status STATUS"`,
  );
}

// petstock export: the inventory from one snapshot, in a form that import takes back exactly.

import { Command, Option } from "commander";
import { PROGRAM } from "../build.ts";
import { type InventoryItem, isPetStatus, PET_STATUSES } from "../inventory/item.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { Position } from "../inventory/position.ts";
import { formatOfFileName, TRANSFER_FORMATS, type TransferFormat } from "../transfer/format.ts";
import { openRowWriter } from "../transfer/write-rows.ts";
import { CommandError, type Context, count, printMessage, printData } from "./context.ts";
import { STORE_SETTINGS, withStore } from "./open-store.ts";
import { withSettings } from "./settings.ts";
import { type Write, writeFile } from "./whole-file.ts";

export function exportCommand(context: Context): Command {
  const command = new Command("export")
    .description("write the inventory as a file that import takes back; works beside a running server")
    .addOption(
      new Option("--format <format>", "csv where neither this nor the file's name tells").choices(
        TRANSFER_FORMATS,
      ),
    )
    .option("--output <file>", "the file to write, whole or not at all; standard output where absent");
  return withSettings(command, STORE_SETTINGS).action((options) =>
    withStore({ options, context, create: false }, async (store) => {
      const output: string | undefined = options.output;
      const format: TransferFormat = options.format ?? formatOfFileName(output ?? "") ?? "csv";
      const write = (to: Write) => writeAll(store, format, to);
      const { pets, position } =
        output === undefined
          ? await write((text) => printData(context, text))
          : await writeFile(context, output, write);
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

async function writeAll(store: InventoryStore, format: TransferFormat, write: Write): Promise<Exported> {
  const rows = openRowWriter(format);
  let pets = 0;
  const position = await store.readAll(async (items) => {
    refuseUnknownStatus(items);
    pets += items.length;
    await write(rows.page(items));
  });
  await write(rows.end());
  return { pets, position };
}

/** A database from elsewhere may hold what no import takes back, and what steers the terminal that it is written to. */
function refuseUnknownStatus(items: readonly InventoryItem[]): void {
  const odd = items.find(({ status }) => !isPetStatus(status));
  if (odd === undefined) return;
  const { petId, status } = odd;
  throw new CommandError(
    `pet ${petId} has the status ${JSON.stringify(status)}, which is none of ${PET_STATUSES.join(", ")}; mend it with "${PROGRAM} set ${petId} --status STATUS"`,
  );
}

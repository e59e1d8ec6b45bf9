// petstock export: the inventory from one snapshot, in a form that import takes back exactly.

import { open, rename, rm } from "node:fs/promises";
import { Command, Option } from "commander";
import type { InventoryStore, Position } from "../inventory/store.ts";
import { formatOfFileName, TRANSFER_FORMATS, type TransferFormat } from "../transfer/format.ts";
import { openRowWriter } from "../transfer/write-rows.ts";
import { CommandError, type Context, count, tell, writeOut } from "./context.ts";
import { STORE_SETTINGS, withStore } from "./open-store.ts";
import { withSettings } from "./settings.ts";

type Write = (text: string) => Promise<unknown>;

export function exportCommand(context: Context): Command {
  const command = new Command("export")
    .description("write the inventory as a file that import takes back; works beside a running server")
    .addOption(
      new Option("--format <format>", "csv where neither this nor the file's name tells").choices(
        TRANSFER_FORMATS,
      ),
    )
    .option("--output <file>", "the file to write; standard output where absent");
  return withSettings(command, STORE_SETTINGS).action((options) =>
    withStore({ options, context, create: false }, async (store) => {
      const output: string | undefined = options.output;
      const format: TransferFormat = options.format ?? formatOfFileName(output ?? "") ?? "csv";
      const write = (to: Write) => writeAll(store, format, to);
      const { pets, position } =
        output === undefined ? await write(writeOut) : await writeFileWhole(output, write);
      const { revision, nonce } = position;
      const guard = `--if-unchanged-since ${revision}-${nonce}`;
      tell(`Exported ${count(pets, "pet")} as of revision ${revision} (${guard}).`);
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
    pets += items.length;
    await write(rows.page(items));
  });
  await write(rows.end());
  return { pets, position };
}

async function writeSynced(path: string, work: (write: Write) => Promise<Exported>): Promise<Exported> {
  const file = await open(path, "w");
  try {
    // Not write: on a disk that is nearly full it writes a part and calls that a success.
    const exported = await work((text) => file.appendFile(text));
    await file.sync();
    return exported;
  } finally {
    await file.close();
  }
}

/** Writes beside the file and then takes its place, so that there is never half a file under its name. */
async function writeFileWhole(path: string, work: (write: Write) => Promise<Exported>): Promise<Exported> {
  const partial = `${path}.${process.pid}.partial`;
  try {
    const exported = await writeSynced(partial, work);
    await rename(partial, path);
    return exported;
  } catch (error) {
    await rm(partial, { force: true });
    if (!(error instanceof Error && "syscall" in error)) throw error;
    throw new CommandError(`${path} cannot be written: ${error.message}`);
  }
}

// petstock copy: the inventory moves house, with its ledger and its keys, to a database of the same engine or the other.

import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { Command } from "commander";
import { openStore } from "../engines.ts";
import { type DatabaseAddress, describeDatabase, SettingError, SETTINGS } from "../config.ts";
import { CommandError, type Context, count, DONE, EXIT, tell, writeOut } from "./context.ts";
import { onInterruption } from "./interruption.ts";
import { type Moved, moveInventory } from "./move-inventory.ts";
import { settingsOf, withSettings } from "./settings.ts";
import { toJson } from "./table.ts";

export function copyCommand(context: Context): Command {
  const command = new Command("copy")
    .description(
      "move the inventory, with its ledger and its keys, to an empty database; the old one is retired: it is read, and changes no more",
    )
    .requiredOption("--from <url>", "the database that has it: sqlite:PATH or postgres://…")
    .requiredOption("--to <url>", "the database that gets it; a SQLite file is made where there is none")
    .option("--keep-source", "leave the old one in use: the copy is for trying", false)
    .option("--json", "the report as JSON", false);
  return withSettings(command, ["lockTimeoutMs"]).action(async (options) => {
    const { lockTimeoutMs } = settingsOf(["lockTimeoutMs"], options, context.env);
    const [from, to] = [addressOf("--from", options.from), addressOf("--to", options.to)];
    if (isSame(from, to)) throw new CommandError("--from and --to name the same database", EXIT.usage);
    await using source = await openStore({ database: from, lockTimeoutMs, create: false });
    await using target = await openStore({ database: to, lockTimeoutMs, create: true });
    // Only now: of a file that was made just now nobody knew the real path.
    const names = { from: nameOf(from), to: nameOf(to) };
    using interruption = onInterruption("it was interrupted");
    const moved = await moveInventory({
      from: { store: source, name: names.from },
      to: { store: target, name: names.to },
      keepSource: options.keepSource,
      signal: interruption.signal,
    });
    await report(moved, { ...names, retired: !options.keepSource, json: options.json });
  });
}

function addressOf(flag: string, text: string): DatabaseAddress {
  try {
    return SETTINGS.database.parse(text);
  } catch (error) {
    throw error instanceof SettingError ? new SettingError(`${flag}: ${error.message}`) : error;
  }
}

/** What may be shown of it, and holds wherever it is read: no password, and no path that counts from a folder. */
function nameOf(address: DatabaseAddress): string {
  return address.engine === "sqlite" ? `sqlite:${realPathOf(address.path)}` : describeDatabase(address);
}

function realPathOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : resolve(path);
}

function isSame(a: DatabaseAddress, b: DatabaseAddress): boolean {
  if (a.engine === "sqlite" || b.engine === "sqlite") return nameOf(a) === nameOf(b);
  const places = b.urls.map(placeOf);
  return a.urls.some((url) => places.includes(placeOf(url)));
}

function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || "5432"}${pathname}`;
}

async function report(
  { position, pets, movements, keys }: Moved,
  { from, to, retired, json }: { from: string; to: string; retired: boolean; json: boolean },
): Promise<void> {
  const what = `${count(pets, "pet")}, ${count(movements, "movement")} and ${count(keys, "API key")}`;
  tell(`Copied ${what} as of revision ${position.revision} to ${to}, read back and proved.`);
  tell(
    retired
      ? `${from} is retired: it is read, and changes no more. Start the service on ${to}.`
      : `${from} is left as it is: what changes there from now on is not in the copy.`,
  );
  if (json) await writeOut(`${toJson({ from, to, position, pets, movements, keys, retired })}\n`, DONE);
}

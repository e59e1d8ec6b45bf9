// petstock move: moves the inventory, with its ledger and its API keys, to an empty database of either engine.

import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { Command } from "commander";
import { openStore } from "../engines.ts";
import { type DatabaseAddress, describeDatabase, SettingError, SETTINGS } from "../config.ts";
import {
  CommandError,
  type Context,
  contentsText,
  REPORT_LOST,
  EXIT,
  printData,
  printMessage,
  onInterruption,
} from "./context.ts";
import { type MoveResult, moveInventory } from "./move-inventory.ts";
import { settingsOf, withSettings } from "./settings.ts";
import { toJson } from "./table.ts";

export function moveCommand(context: Context): Command {
  const command = new Command("move")
    // Its former name.
    .alias("copy")
    .description(
      "move the inventory, with its ledger and its API keys, to an empty database; the source is retired, and read-only from then on",
    )
    .requiredOption("--from <url>", "the source: sqlite:PATH or postgres://…")
    .requiredOption("--to <url>", "the target, which must be empty; a missing SQLite file is created")
    .option("--keep-source", "copy only: the source is not retired", false)
    .option("--json", "the report as JSON", false);
  return withSettings(command, ["lockTimeoutMs"]).action(async (options) => {
    const { lockTimeoutMs } = settingsOf(["lockTimeoutMs"], options, context.env);
    const [from, to] = [addressOf("--from", options.from), addressOf("--to", options.to)];
    if (isSame(from, to)) throw new CommandError("--from and --to name the same database", EXIT.usage);
    await using source = await openStore({ database: from, lockTimeoutMs, create: false });
    await using target = await openStore({ database: to, lockTimeoutMs, create: true });
    // After both are open: the real path of a file is unknown until the file exists.
    const names = { from: nameOf(from), to: nameOf(to) };
    using interruption = onInterruption(context, "it was interrupted");
    const result = await moveInventory(context, {
      from: { store: source, name: names.from },
      to: { store: target, name: names.to },
      keepSource: options.keepSource,
      signal: interruption.signal,
    });
    await report(context, result, { ...names, retired: !options.keepSource, json: options.json });
  });
}

function addressOf(flag: string, text: string): DatabaseAddress {
  try {
    return SETTINGS.database.parse(text);
  } catch (error) {
    throw error instanceof SettingError ? new SettingError(`${flag}: ${error.message}`) : error;
  }
}

/** For messages and for the retirement: without user and password, and with an absolute path. */
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
  context: Context,
  { position, pets, movements, keys, labels }: MoveResult,
  { from, to, retired, json }: { from: string; to: string; retired: boolean; json: boolean },
): Promise<void> {
  const what = contentsText({ pets, movements, labels, keys });
  const verb = retired ? "Moved" : "Copied";
  printMessage(
    context,
    `${verb} ${what} as of revision ${position.revision} to ${to}; read back and verified.`,
  );
  printMessage(
    context,
    retired
      ? `${from} is retired, and read-only from now on. Start the service on ${to}.`
      : `${from} is unchanged; its later changes are not in the copy.`,
  );
  if (json)
    await printData(
      context,
      `${toJson({ from, to, position, pets, movements, keys, labels, retired })}\n`,
      REPORT_LOST,
    );
}

// petstock history: the ledger, newest first.

import { Command } from "commander";
import { SettingError } from "../config.ts";
import type { Movement } from "../inventory/change.ts";
import type { Stock } from "../inventory/item.ts";
import { type Context, writeOut } from "./context.ts";
import { STORE_SETTINGS, withStore } from "./open-store.ts";
import { petIdOrThrow } from "./set.ts";
import { withSettings } from "./settings.ts";
import { table, timeText, toJson } from "./table.ts";

const LIMIT_MAX = 1_000_000;

export function historyCommand(context: Context): Command {
  const command = new Command("history")
    .description("show who changed what, when, and by which request; the newest first")
    .argument("[petId]", "only this pet's")
    .option("--limit <number>", "how many movements", "20")
    .option("--json", "one JSON object for each movement, a line each", false);
  return withSettings(command, STORE_SETTINGS).action(async (idText: string | undefined, options) => {
    const petId = idText === undefined ? undefined : petIdOrThrow(idText);
    const limit = limitOrThrow(options.limit);
    await withStore({ options, context, create: false }, async (store) => {
      const movements = await store.movements({ limit, ...(petId !== undefined && { petId }) });
      await writeOut(
        options.json ? movements.map((each) => `${toJson(each)}\n`).join("") : movementsTable(movements),
      );
    });
  });
}

function limitOrThrow(text: string): number {
  const limit = Number(text);
  if (/^[0-9]+$/.test(text) && limit >= 1 && limit <= LIMIT_MAX) return limit;
  throw new SettingError(`--limit: ${JSON.stringify(text)} is no whole number from 1 to ${LIMIT_MAX}`);
}

function movementsTable(movements: readonly Movement[]): string {
  const header = ["REVISION", "TIME", "PET", "FROM", "TO", "WHY", "WHO", "REQUEST"];
  const rows = movements.map(({ revision, at, petId, before, after, reason, by }) => [
    String(revision),
    timeText(at),
    String(petId),
    stockText(before),
    stockText(after),
    reason,
    by.keyId === null ? by.actor : `${by.actor} (${by.keyId})`,
    by.requestId ?? "-",
  ]);
  return table(header, rows);
}

function stockText(stock: Stock | null): string {
  return stock === null ? "-" : `${stock.quantity} ${stock.status}`;
}

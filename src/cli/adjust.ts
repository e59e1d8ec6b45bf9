// petstock adjust: adds a number to a pet's current quantity.

import { Command } from "commander";
import { SettingError } from "../config.ts";
import { exactInt64 } from "../contract/exact-int64.ts";
import { type InventoryItem, QUANTITY_MAX } from "../inventory/item.ts";
import { causeOf, withCause } from "./cause.ts";
import { CommandError, type Context } from "./context.ts";
import { petIdOrThrow, printItem } from "./item.ts";
import { ACCESS_SETTINGS, withAccess } from "./open-access.ts";
import { withSettings } from "./settings.ts";

export function adjustCommand(context: Context): Command {
  const command = new Command("adjust")
    .description("add to a pet's quantity, or subtract from it; concurrent changes are kept")
    .argument("<petId>", "the pet's id")
    .requiredOption("--by <number>", "the number to add, such as 5, or -2 to subtract")
    .option("--json", "print the item as JSON", false);
  return withSettings(withCause(command), ACCESS_SETTINGS).action(async (idText: string, options) => {
    const petId = petIdOrThrow(idText);
    const by = differenceOrThrow(options.by);
    const cause = causeOf(options);
    await withAccess({ options, context, create: false }, async (access) => {
      const outcome = await access.change({ petId, quantity: { by }, reason: "adjust", cause });
      if (outcome.kind === "out_of_range") throw outOfRange(outcome.item, by);
      if (outcome.kind !== "updated") throw new CommandError(`there is no pet ${petId}`);
      await printItem(context, outcome.item, `revision ${outcome.revision}`, options);
    });
  });
}

function outOfRange({ petId, quantity }: InventoryItem, by: number): CommandError {
  const problem =
    quantity + by < 0
      ? `has only ${quantity} left, and ${-by} were asked for`
      : `has quantity ${quantity}, and ${quantity + by} is above ${QUANTITY_MAX}`;
  return new CommandError(`pet ${petId} ${problem}; nothing was changed`);
}

function differenceOrThrow(text: string): number {
  const by = Number(exactInt64(text.replace(/^\+(?=[0-9])/, "")) ?? Number.NaN);
  if (by !== 0 && Math.abs(by) <= QUANTITY_MAX) return by;
  const rule = `is not an integer other than 0 from -${QUANTITY_MAX} to ${QUANTITY_MAX}`;
  throw new SettingError(`--by: ${JSON.stringify(text)} ${rule}`);
}

// petstock set: sets a pet's quantity or status.

import { Command } from "commander";
import { exactInt64 } from "../contract/exact-int64.ts";
import { SettingError } from "../config.ts";
import type { Outcome } from "../inventory/change.ts";
import { isQuantity, PET_STATUSES, QUANTITY_MAX } from "../inventory/item.ts";
import { causeOf, withCause } from "./cause.ts";
import { CommandError, type Context, EXIT } from "./context.ts";
import { petIdOrThrow, printItem, statusOrThrow } from "./item.ts";
import { ACCESS_SETTINGS, withAccess } from "./open-access.ts";
import { optionWith, withSettings } from "./settings.ts";

export function setCommand(context: Context): Command {
  const command = new Command("set")
    .description("set a pet's quantity, its status, or both")
    .argument("<petId>", "the pet's id")
    .option("--quantity <number>", `0 to ${QUANTITY_MAX}`)
    .addOption(optionWith(PET_STATUSES, "--status <status>"))
    .option("--create", "create the pet if it does not exist", false)
    .option("--json", "print the item as JSON", false);
  return withSettings(withCause(command), ACCESS_SETTINGS).action(async (idText: string, options) => {
    const petId = petIdOrThrow(idText);
    const quantity = options.quantity === undefined ? undefined : quantityOrThrow(options.quantity);
    const status = options.status === undefined ? undefined : statusOrThrow(options.status);
    const cause = causeOf(options);
    if (quantity === undefined && status === undefined) {
      throw new CommandError("nothing to set; add --quantity, --status or both", EXIT.usage);
    }
    await withAccess({ options, context, create: options.create }, async (access) => {
      const wanted = { ...(quantity !== undefined && { quantity }), ...(status !== undefined && { status }) };
      const outcome = await access.change({ petId, ...wanted, create: options.create, reason: "set", cause });
      await report(context, outcome, { petId, json: options.json });
    });
  });
}

function quantityOrThrow(text: string): number {
  const quantity = Number(exactInt64(text) ?? Number.NaN);
  if (isQuantity(quantity)) return quantity;
  throw new SettingError(`--quantity: ${JSON.stringify(text)} is not an integer from 0 to ${QUANTITY_MAX}`);
}

async function report(
  context: Context,
  outcome: Outcome,
  { petId, json }: { petId: bigint; json: boolean },
): Promise<void> {
  if (outcome.kind !== "updated" && outcome.kind !== "unchanged") {
    throw new CommandError(`there is no pet ${petId}; add --create to create it`);
  }
  const how = outcome.kind === "updated" ? `revision ${outcome.revision}` : "unchanged";
  await printItem(context, outcome.item, how, { json });
}

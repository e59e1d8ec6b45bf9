// petstock remove: removes a pet from the inventory. Its ledger stays; an import or an undo restores the pet.

import { Command } from "commander";
import { PROGRAM } from "../build.ts";
import { causeOf, withCause } from "./cause.ts";
import { CommandError, type Context } from "./context.ts";
import { petIdOrThrow, printItem } from "./item.ts";
import { ACCESS_SETTINGS, withAccess } from "./open-access.ts";
import { withSettings } from "./settings.ts";

export function removeCommand(context: Context): Command {
  const command = new Command("remove")
    .description(`remove a pet from the inventory; "${PROGRAM} undo" restores it`)
    .argument("<petId>", "the pet's id")
    .option("--json", "print the removed item as JSON", false);
  return withSettings(withCause(command), ACCESS_SETTINGS).action(async (idText: string, options) => {
    const petId = petIdOrThrow(idText);
    const cause = causeOf(options);
    await withAccess({ options, context, create: false }, async (access) => {
      const outcome = await access.change({ petId, remove: true, reason: "remove", cause });
      if (outcome.kind !== "removed") throw new CommandError(`there is no pet ${petId}`);
      await printItem(context, outcome.item, `removed in revision ${outcome.revision}`, options);
    });
  });
}

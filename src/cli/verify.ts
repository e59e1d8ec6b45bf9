// petstock verify: checks that the movements of the ledger add up to the stock.

import { Command } from "commander";
import { missingIndexText } from "../inventory/migration.ts";
import { CommandError, type Context, count, printMessage, printData } from "./context.ts";
import { STORE_SETTINGS, withStore } from "./open-store.ts";
import { withSettings } from "./settings.ts";
import { toJson } from "./table.ts";

export function verifyCommand(context: Context): Command {
  const command = new Command("verify")
    .description("check that the movements of the ledger add up to the stock; also while a server is running")
    .option("--json", "as JSON", false);
  return withSettings(command, STORE_SETTINGS).action((options) =>
    withStore({ options, context, create: false }, async (store) => {
      const verification = await store.verify();
      const { position, pets, movements, problems, missingIndexes } = verification;
      if (options.json) await printData(context, `${toJson(verification)}\n`);
      for (const problem of problems) printMessage(context, problem);
      for (const index of missingIndexes) printMessage(context, missingIndexText(index));
      const what = `${count(pets, "pet")}, ${count(movements, "movement")}, revision ${position.revision}`;
      if (problems.length > 0) throw new CommandError(`the ledger does not fold to the stock (${what})`);
      printMessage(context, `The ledger folds to stock and labels: ${what}.`);
      if (missingIndexes.length > 0)
        throw new CommandError("nothing of the inventory is missing, but the database lacks an index");
    }),
  );
}

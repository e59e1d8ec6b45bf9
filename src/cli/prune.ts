// petstock prune: removes the old part of the ledger. The inventory itself does not change.

import { Command } from "commander";
import { SettingError } from "../config.ts";
import { type Context, count, REPORT_LOST, printMessage, printData } from "./context.ts";
import { momentOrThrow } from "./moment.ts";
import { STORE_SETTINGS, withStore } from "./open-store.ts";
import { showProgress } from "./progress.ts";
import { withSettings } from "./settings.ts";
import { timeText, toJson } from "./table.ts";

/**
 * Younger movements are kept: a writer whose commit got no answer looks for it in the history for some seconds, and the
 * clocks of several machines differ.
 */
const AGE_MS_MIN = 60 * 60 * 1000;

export function pruneCommand(context: Context): Command {
  const command = new Command("prune")
    .description(
      "remove old movements from the ledger, and keep each pet's state; also while a server is running",
    )
    .requiredOption("--before <time>", "a date, a time, or an age such as 90d; at least an hour")
    .option("--dry-run", "report; change nothing", false)
    .option("--json", "the report as JSON", false);
  return withSettings(command, STORE_SETTINGS).action(async ({ dryRun, json, ...options }) => {
    const before = oldMomentOrThrow(options.before, context.clock.now());
    const report = await withStore({ options, context, create: false }, async (store) => {
      using progress = dryRun ? undefined : showProgress(context, "Pruning", null);
      return await store.prune({ before, dryRun, onProgress: (rows) => progress?.update(0, rows) });
    });
    const { movements, commits, removedPets, idempotencyRecords, historyStart } = report;
    const gone = [
      count(movements, "movement"),
      count(commits, "commit"),
      count(removedPets, "removed pet"),
      count(idempotencyRecords, "expired result"),
    ].join(", ");
    printMessage(
      context,
      dryRun
        ? `Would remove from before ${timeText(before)}: ${gone}. The history would begin after revision ${historyStart}.`
        : `Removed from before ${timeText(before)}: ${gone}. The history begins after revision ${historyStart}.`,
    );
    const facts = {
      before,
      begins: historyStart,
      movements,
      commits,
      removedPets,
      idempotencyRecords,
      dryRun,
    };
    if (json) await printData(context, `${toJson(facts)}\n`, dryRun ? undefined : REPORT_LOST);
  });
}

function oldMomentOrThrow(text: string, now: number): number {
  const before = momentOrThrow("--before", text, now);
  if (before <= now - AGE_MS_MIN) return before;
  throw new SettingError(
    `--before: ${JSON.stringify(text)} is less than an hour ago; only older movements can be pruned`,
  );
}

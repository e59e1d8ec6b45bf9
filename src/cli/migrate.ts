// petstock migrate: gives the database the schema of this version, as the service does at its start.

import { Command } from "commander";
import { describeDatabase } from "../config.ts";
import { openMigrator } from "../engines.ts";
import { type Migrated, type MigrationPlan, missingIndexText } from "../inventory/migration.ts";
import { CommandError, type Context, printData, printMessage, REPORT_LOST } from "./context.ts";
import { STORE_SETTINGS } from "./open-store.ts";
import { settingsOf, withSettings } from "./settings.ts";
import { toJson } from "./table.ts";

export function migrateCommand(context: Context): Command {
  const command = new Command("migrate")
    .description(
      "give the database the schema of this version, as serve does at its start; older services beside it end, or refuse requests",
    )
    .option("--dry-run", "report; change nothing", false)
    .option("--json", "the report as JSON", false);
  return withSettings(command, STORE_SETTINGS).action(async ({ dryRun, json, ...options }) => {
    const settings = settingsOf(STORE_SETTINGS, options, context.env);
    const database = describeDatabase(settings.database);
    const migrator = openMigrator(settings);
    if (dryRun) await reportPlan(context, await migrator.plan(), { database, json });
    else await report(context, await migrator.run(), { database, json });
  });
}

interface ReportOptions {
  readonly database: string;
  readonly json: boolean;
}

async function reportPlan(
  context: Context,
  { from, to, missingIndexes }: MigrationPlan,
  { database, json }: ReportOptions,
): Promise<void> {
  if (from === 0) printMessage(context, `Would create ${database} with schema ${to}.`);
  else if (from < to) printMessage(context, `Would migrate ${database} from schema ${from} to ${to}.`);
  else printMessage(context, unneeded(database, to));
  for (const { name, table } of missingIndexes)
    printMessage(context, `Would create the missing index "${name}" of "${table}".`);
  printMessage(context, "Nothing was changed.");
  if (!json) return;
  const facts = { database, from, to, missingIndexes: missingIndexes.map(({ name }) => name) };
  await printData(context, `${toJson({ ...facts, dryRun: true })}\n`);
}

async function report(
  context: Context,
  { from, to, durationMs, createdIndexes, failedIndexes }: Migrated,
  { database, json }: ReportOptions,
): Promise<void> {
  const duration = `${durationMs.toLocaleString("en-US")} ms`;
  if (from === 0) printMessage(context, `Created ${database} with schema ${to}.`);
  else if (from < to)
    printMessage(context, `Migrated ${database} from schema ${from} to ${to} in ${duration}.`);
  else printMessage(context, unneeded(database, to));
  for (const { name, table } of createdIndexes)
    printMessage(context, `Created the missing index "${name}" of "${table}".`);
  if (json) {
    const names = createdIndexes.map(({ name }) => name);
    const facts = { database, from, to, durationMs, createdIndexes: names, dryRun: false };
    await printData(context, `${toJson(facts)}\n`, REPORT_LOST);
  }
  const [failed] = failedIndexes;
  if (failed !== undefined) throw new CommandError(`${missingIndexText(failed)} (${failed.cause})`);
}

function unneeded(database: string, version: number): string {
  return `${database} has schema ${version}, which is that of this version.`;
}

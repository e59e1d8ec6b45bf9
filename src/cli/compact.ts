// petstock compact: gives the room that a prune has freed back to the disk.

import { Command } from "commander";
import { openCompaction } from "../engines.ts";
import { describeDatabase } from "../config.ts";
import type { Compacted, CompactionPlan } from "../inventory/compaction.ts";
import { CommandError, type Context, DONE, EXIT, printMessage, printData } from "./context.ts";
import { onInterruption } from "./interruption.ts";
import { MEGABYTES, showSteps } from "./open-backups.ts";
import { STORE_SETTINGS } from "./open-store.ts";
import { settingsOf, withSettings } from "./settings.ts";
import { toJson } from "./table.ts";

export function compactCommand(context: Context): Command {
  const command = new Command("compact")
    .description(
      "give the room that a prune has freed back to the disk; beside a running server updates wait meanwhile",
    )
    .option("--dry-run", "report; change nothing", false)
    .option("--json", "the report as JSON", false);
  return withSettings(command, STORE_SETTINGS).action(async ({ dryRun, json, ...options }) => {
    const settings = settingsOf(STORE_SETTINGS, options, context.env);
    const database = describeDatabase(settings.database);
    const compaction = openCompaction({ ...settings, startWorker: context.startWorker });
    if (compaction === undefined) throw forPostgres(database);
    if (dryRun) return await reportPlan(context, compaction.plan(), { database, json });
    using interruption = onInterruption(context, "it was interrupted; the inventory is as it was");
    using steps = showSteps(context, { compacting: { what: `Compacting ${database}`, ...MEGABYTES } });
    const onProgress = (done: number, total: number) => steps.onProgress("compacting", done, total);
    const compacted = await compaction.run(onProgress, interruption.signal);
    steps[Symbol.dispose]();
    await report(context, compacted, { database, json });
  });
}

interface ReportOptions {
  readonly database: string;
  readonly json: boolean;
}

async function reportPlan(
  context: Context,
  plan: CompactionPlan,
  { database, json }: ReportOptions,
): Promise<void> {
  const { bytes, unusedBytes, neededBytes } = plan;
  const needs = `takes up to ${megabytes(neededBytes)} of free disk, and holds updates up while it writes that`;
  printMessage(
    context,
    `Would give back at least ${megabytes(unusedBytes)} of ${megabytes(bytes)}; ${needs}.`,
  );
  if (json) await printData(context, `${toJson({ database, ...plan, dryRun: true })}\n`);
}

async function report(
  context: Context,
  compacted: Compacted,
  { database, json }: ReportOptions,
): Promise<void> {
  const { bytesBefore, bytesAfter, isShorter } = compacted;
  printMessage(
    context,
    isShorter
      ? `Compacted ${database} from ${megabytes(bytesBefore)} to ${megabytes(bytesAfter)}.`
      : `Compacted ${database}. The file gets its new size when no old snapshot is read any more (by an export, a verify, Litestream).`,
  );
  if (json) await printData(context, `${toJson({ database, ...compacted, dryRun: false })}\n`, DONE);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString("en-US", { maximumFractionDigits: 1 })} MB`;
}

function forPostgres(database: string): CommandError {
  const full = `psql --dbname=${database} --command="VACUUM (FULL, ANALYZE) movement, commit_mark, once_record"`;
  return new CommandError(
    `PostgreSQL has tools of its own for this: ${full}, which locks each table while it is rewritten, or pg_repack, which does not (docs/operating.md says more)`,
    EXIT.usage,
  );
}

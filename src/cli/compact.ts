// petstock compact: returns the space that prune has freed to the disk.

import { Command } from "commander";
import { openCompaction } from "../engines.ts";
import { describeDatabase } from "../config.ts";
import type { Compacted, CompactionPlan } from "../inventory/maintenance.ts";
import {
  CommandError,
  type Context,
  REPORT_LOST,
  EXIT,
  printMessage,
  printData,
  onInterruption,
} from "./context.ts";
import { megabytes, MEGABYTES, showSteps } from "./open-backups.ts";
import { STORE_SETTINGS } from "./open-store.ts";
import { settingsOf, withSettings } from "./settings.ts";
import { toJson } from "./table.ts";

export function compactCommand(context: Context): Command {
  const command = new Command("compact")
    .description("return the space that prune has freed to the disk; also while a server is running")
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
  const { bytes, unusedBytes, neededBytes, updatesWait } = plan;
  const waiting = updatesWait ? "updates wait while it rewrites the file, this once" : "updates go on";
  const needs = `It needs up to ${megabytes(neededBytes)} of free disk space; ${waiting}`;
  printMessage(context, `Would free at least ${megabytes(unusedBytes)} of ${megabytes(bytes)}. ${needs}.`);
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
      : `Compacted ${database}. The file shrinks once no reader (an export, a verify, Litestream) uses an old snapshot.`,
  );
  if (json) await printData(context, `${toJson({ database, ...compacted, dryRun: false })}\n`, REPORT_LOST);
}

function forPostgres(database: string): CommandError {
  const full = `psql --dbname=${database} --command="VACUUM (FULL, ANALYZE) ledger_entry, commit_mark, idempotency_record"`;
  return new CommandError(
    `compact is for SQLite. On PostgreSQL, run ${full}, which locks each table while it rewrites it, or pg_repack, which does not (see docs/operating.md)`,
    EXIT.usage,
  );
}

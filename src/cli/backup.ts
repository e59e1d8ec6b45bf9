// petstock backup: writes the whole database into one file, also while servers use it.

import { Command } from "commander";
import type { Backup } from "../inventory/backups.ts";
import { missingIndexText } from "../inventory/migration.ts";
import {
  type Context,
  contentsText,
  REPORT_LOST,
  printMessage,
  printData,
  onInterruption,
} from "./context.ts";
import { MEGABYTES, openBackupsOrThrow, showSteps } from "./open-backups.ts";
import { STORE_SETTINGS } from "./open-store.ts";
import { withSettings } from "./settings.ts";
import { timeText, toJson } from "./table.ts";

export function backupCommand(context: Context): Command {
  const command = new Command("backup")
    .description(
      "write the whole database into one file, which restore reads; also while a server is running",
    )
    .argument("<file>", "the file to write; an existing file is never overwritten")
    .option("--json", "the report as JSON", false);
  return withSettings(command, STORE_SETTINGS).action(async (file: string, options) => {
    const { backups, database } = openBackupsOrThrow(
      { options, context, create: false },
      (url) => `pg_dump --format=custom --file=${file} --dbname=${url}`,
    );
    using interruption = onInterruption(context, "it was interrupted; no backup was written");
    using steps = showSteps(context, { copying: { what: `Backing up ${database}`, ...MEGABYTES } });
    const backup = await backups.backUp(file, steps.onProgress, interruption.signal);
    steps[Symbol.dispose]();
    await report(context, backup, { file, database, json: options.json });
  });
}

async function report(
  context: Context,
  {
    position,
    pets,
    movements,
    keys,
    labels = 0,
    changedAt,
    bytes,
    movedTo,
    noteProblem,
    missingIndexes,
  }: Backup,
  { file, database, json }: { file: string; database: string; json: boolean },
): Promise<void> {
  const facts = {
    revision: position.revision,
    pets,
    movements,
    keys,
    labels,
    lastChangedAt: timeText(changedAt),
  };
  const what = contentsText({ pets, movements, labels, keys });
  printMessage(
    context,
    `Backed up ${what} as of revision ${position.revision} to ${file}; the backup was verified.`,
  );
  for (const index of missingIndexes)
    printMessage(context, `In ${database} ${missingIndexText(index)} The backup is complete.`);
  if (noteProblem !== undefined) {
    printMessage(
      context,
      `The time of this backup could not be recorded beside the database, so the metrics do not show it: ${noteProblem}`,
    );
  }
  if (movedTo !== undefined) {
    printMessage(
      context,
      `This inventory has moved to ${movedTo}: back up that database instead. restore refuses a backup made after the move.`,
    );
  }
  if (!json) return;
  await printData(
    context,
    `${toJson({ database, file, bytes, ...facts, movedTo: movedTo ?? null })}\n`,
    REPORT_LOST,
  );
}

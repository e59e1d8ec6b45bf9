// petstock restore: replaces the inventory with that of a backup, also while servers use the database.

import { Command } from "commander";
import type { Restored, RestorePlan } from "../inventory/backups.ts";
import {
  CommandError,
  type Context,
  count,
  REPORT_LOST,
  EXIT,
  printMessage,
  printData,
  onInterruption,
  printPrompt,
} from "./context.ts";
import { megabytes, MEGABYTES, openBackupsOrThrow, showSteps } from "./open-backups.ts";
import { STORE_SETTINGS } from "./open-store.ts";
import { withSettings } from "./settings.ts";
import { timeText, toJson } from "./table.ts";
import { createInterface } from "node:readline";

export function restoreCommand(context: Context): Command {
  const command = new Command("restore")
    .description(
      "replace the inventory with that of a backup, and keep the previous one in a file; also while a server is running",
    )
    .argument("<file>", "a file written by backup")
    .option("--dry-run", "check the file and report what would be lost; change nothing", false)
    .option("--yes", "do not ask; needed without a terminal", false)
    .option("--json", "the report as JSON", false);
  return withSettings(command, STORE_SETTINGS).action(async (file: string, options) => {
    throwIfUnconfirmable(context, options);
    const { backups, database } = openBackupsOrThrow(
      { options, context, create: true },
      (url) => `pg_restore --clean --if-exists --single-transaction --dbname=${url} ${file}`,
    );
    using interruption = onInterruption(context, "it was interrupted; nothing was changed");
    const names = { file, database };
    if (context.stderr.isTTY) printMessage(context, `Checking ${file} …`);
    await using restore = await backups.open(file, interruption.signal);
    const plan = await restore.plan();
    for (const line of planLines(plan, names)) printMessage(context, line);
    if (options.dryRun) return await report(context, plan, { ...names, json: options.json });
    if (!options.yes && !(await confirmed(context, `Restore ${database} from it?`, interruption.signal))) {
      throw new CommandError("not confirmed; nothing was changed");
    }
    using steps = showSteps(context, {
      preparing: { what: `Restoring ${file}`, unit: "rows", per: 1 },
      keeping: { what: `Keeping the inventory of ${database}`, ...MEGABYTES },
      removing: { what: "Removing what was replaced", unit: "rows", per: 1 },
    });
    const restored = await restore.restore(steps.onProgress, interruption.signal);
    steps[Symbol.dispose]();
    await report(context, restored, { ...names, json: options.json });
  });
}

function throwIfUnconfirmable(context: Context, { dryRun, yes }: { dryRun: boolean; yes: boolean }): void {
  if (dryRun || yes || canAsk(context)) return;
  throw new CommandError(
    "this replaces the inventory, and there is no terminal to confirm it: add --yes, or --dry-run to see what it would do",
    EXIT.usage,
  );
}

interface Names {
  readonly file: string;
  readonly database: string;
}

/** How many revisions the inventory loses, and how many it gets that it did not have. */
function revisionsOf({ backup, present, common = 0 }: RestorePlan): { lost: number; gained: number } {
  return { lost: (present?.revision ?? 0) - common, gained: backup.position.revision - common };
}

function planLines(plan: RestorePlan, { file, database }: Names): string[] {
  const { backup } = plan;
  const { revision } = backup.position;
  const what = `${count(backup.pets, "pet")} and ${count(backup.movements, "movement")}`;
  return [
    `${file}, written ${timeText(backup.writtenAt)}: revision ${revision} of ${timeText(backup.changedAt)}, ${what}.`,
    lossLine(plan, database),
    ...keyLines(plan),
    ...labelLines(plan),
  ];
}

function keyLines({ keysAdded, adminsAdded }: RestorePlan): string[] {
  if (keysAdded === 0) return [];
  const admins = adminsAdded === 0 ? "" : `, ${adminsAdded} of them with the role admin`;
  return [`${count(keysAdded, "API key")} will be added from the backup${admins}.`];
}

function labelLines({ backup: { labels }, isThere, labelsPresent }: RestorePlan): string[] {
  if (labels + labelsPresent === 0) return [];
  if (!isThere) return [`It has ${count(labels, "label")}.`];
  return [`${count(labelsPresent, "label")} will be replaced by ${count(labels, "label")} of the backup.`];
}

function lossLine(plan: RestorePlan, database: string): string {
  const { isThere, present, common } = plan;
  if (!isThere) return `${database} does not exist yet; it is created from the backup.`;
  if (present === undefined) return `${database} has no history: its whole inventory will be lost.`;
  const at = `${database} is at revision ${present.revision}`;
  const { lost, gained } = revisionsOf(plan);
  if (common === undefined) return `${at}, of another history: its whole inventory will be lost.`;
  const loss =
    lost === 0 ? "nothing will be lost" : `${count(lost, "revision")} after ${common} will be lost`;
  const gain = gained === 0 ? "" : `, and ${count(gained, "revision")} will be added from the backup`;
  return `${at}: ${loss}${gain}.`;
}

async function report(
  context: Context,
  plan: RestorePlan | Restored,
  names: Names & { json: boolean },
): Promise<void> {
  const done = "position" in plan ? plan : undefined;
  printEnd(context, plan, done);
  if (names.json) await printData(context, `${toJson(factsOf(plan, done, names))}\n`, done && REPORT_LOST);
}

function printEnd(context: Context, plan: RestorePlan, done: Restored | undefined): void {
  if (done === undefined) return printMessage(context, "Nothing was changed.");
  const { backup, present } = plan;
  const loss = present === undefined ? "" : `; ${count(revisionsOf(plan).lost, "revision")} lost`;
  printMessage(
    context,
    `Restored: revision ${backup.position.revision}, ${count(backup.pets, "pet")}${loss}.`,
  );
  if (done.keptIn !== undefined) printMessage(context, `The previous inventory is kept in ${done.keptIn}.`);
  if (done.unusedBytes < SHOWN_BYTES) return;
  printMessage(
    context,
    `The database file has ${megabytes(done.unusedBytes)} of free space now; petstock compact returns it.`,
  );
}

/** Less is not worth a command. */
const SHOWN_BYTES = 16_000_000;

function factsOf(plan: RestorePlan, done: Restored | undefined, { file, database }: Names) {
  const { backup, present, keysAdded, adminsAdded } = plan;
  const { lost, gained } = revisionsOf(plan);
  return {
    database,
    file,
    fileWrittenAt: timeText(backup.writtenAt),
    revision: backup.position.revision,
    lastChangedAt: timeText(backup.changedAt),
    pets: backup.pets,
    movements: backup.movements,
    revisionBefore: present?.revision ?? null,
    revisionsLost: lost,
    revisionsGained: gained,
    keysAdded,
    adminsAdded,
    labels: backup.labels ?? null,
    keptIn: done?.keptIn ?? null,
    unusedBytes: done?.unusedBytes ?? null,
    dryRun: done === undefined,
  };
}

/** Whether there is a terminal to ask at. */
function canAsk({ stdin, stderr }: Pick<Context, "stdin" | "stderr">): boolean {
  return stdin.isTerminal && stderr.isTTY === true;
}

/** True for y or yes. Throws the signal's reason where it is given first. */
async function confirmed(context: Context, question: string, signal: AbortSignal): Promise<boolean> {
  printPrompt(context, `${question} [y/N]`);
  // terminal: false, because readline would otherwise take Ctrl-C itself.
  const lines = createInterface({ input: context.stdin.open(), terminal: false, signal });
  const answer = await new Promise<string>((resolve) => {
    lines.once("line", resolve).once("close", () => resolve(""));
  });
  lines.close();
  signal.throwIfAborted();
  return /^y(?:es)?$/i.test(answer.trim());
}

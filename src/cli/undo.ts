// petstock undo: reverts one revision, a single change or an import.

import { Command } from "commander";
import { PROGRAM } from "../build.ts";
import { SettingError } from "../config.ts";
import type { ChangedPets, UndoRefusal, UndoReport } from "../inventory/undo.ts";
import { CommandError, type Context, count, REPORT_LOST, EXIT, printMessage, printData } from "./context.ts";
import { labelsText } from "./labels.ts";
import { ACCESS_SETTINGS, withAccess } from "./open-access.ts";
import { noRevisionYet, revisionOrThrow } from "./revision.ts";
import { withSettings } from "./settings.ts";
import { toJson } from "./table.ts";

/** How many pets the JSON lists. */
const LISTED_MAX = 20;
/** How many pets the message names. */
const NAMED_MAX = 5;

export function undoCommand(context: Context): Command {
  const command = new Command("undo")
    .description(
      "revert one change or one import, stock and labels, as a new revision; completely or not at all",
    )
    .argument("<revision>", `the revision to revert; "${PROGRAM} history" shows it`)
    .option("--dry-run", "check and report; change nothing", false)
    .option("--skip-changed", "leave out the pets that have changed since", false)
    .option("--json", "the report as JSON", false);
  return withSettings(command, ACCESS_SETTINGS).action(
    async (text: string, { dryRun, skipChanged, json, ...options }) => {
      const revision = revisionOrThrow("revision", text);
      if (revision === 0) throw new SettingError("revision: 0 is the empty inventory; the first change is 1");
      const result = await withAccess({ options, context, create: false }, (access) =>
        access.undo({ revision, dryRun, skipChanged }),
      );
      await report(context, result, { wanted: revision, dryRun, json });
    },
  );
}

async function report(
  context: Context,
  result: UndoReport,
  { wanted, dryRun, json }: { wanted: number; dryRun: boolean; json: boolean },
): Promise<void> {
  const facts = `${toJson({ ...membersOf(result), dryRun })}\n`;
  if (result.kind !== "undone") {
    if (json) await printData(context, facts, "nothing was changed");
    throw refusal(result, wanted);
  }
  const { created, updated, removed, relabelled, revision, skipped } = result;
  const left = skipped.count === 0 ? "" : `; ${count(skipped.count, "pet")} changed since, left as they are`;
  const what = `${created} created, ${updated} updated, ${removed} removed${labelsText(relabelled)}${left}`;
  printMessage(
    context,
    dryRun
      ? `Would revert revision ${wanted}: ${what}.`
      : `Reverted revision ${wanted}: ${what} (revision ${revision}).`,
  );
  if (json) await printData(context, facts, dryRun ? undefined : REPORT_LOST);
}

/** The result with the names of its members in JSON. */
function membersOf(result: UndoReport): object {
  switch (result.kind) {
    case "pruned":
      return { kind: result.kind, begins: result.historyStart };
    case "changed_since":
      return { kind: result.kind, ...listOf(result) };
    case "future":
      return result;
    case "undone": {
      const { kind, created, updated, removed, relabelled, revision, skipped } = result;
      return {
        kind,
        created,
        updated,
        removed,
        relabelled,
        revision,
        ...(skipped.count > 0 && { skipped: listOf(skipped) }),
      };
    }
  }
}

function listOf({ count: all, pets }: ChangedPets): object {
  const listed = pets.slice(0, LISTED_MAX).map(({ petId, revision }) => ({ petId, revision }));
  return { count: all, pets: listed };
}

function refusal(result: UndoRefusal, wanted: number): CommandError {
  switch (result.kind) {
    case "future":
      return new CommandError(noRevisionYet(wanted, result.newest));
    case "pruned":
      return new CommandError(
        `revision ${wanted} was pruned and cannot be reverted; the history begins after revision ${result.historyStart}`,
      );
    case "changed_since": {
      const named = result.pets
        .slice(0, NAMED_MAX)
        .map(({ petId, revision }) => `pet ${petId} in ${revision}`);
      const more = result.count > NAMED_MAX ? ` and ${count(result.count - NAMED_MAX, "more pet")}` : "";
      return new CommandError(
        `pets of revision ${wanted} have changed since: ${named.join(", ")}${more}. ` +
          "Nothing was changed; revert those revisions first, the newest before the others, or leave those pets out with --skip-changed",
        EXIT.changedSince,
      );
    }
  }
}

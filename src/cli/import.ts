// petstock import: checks the whole file, reports its invalid rows, and applies the difference in one transaction.

import { Command, Option } from "commander";
import type { ExpectedPosition } from "../inventory/position.ts";
import type { ImportResult } from "../inventory/import.ts";
import { TRANSFER_FORMATS } from "../transfer/format.ts";
import { PET_FORM } from "../transfer/pet-form.ts";
import type { RowImport, RowImporter } from "./access.ts";
import { causeOf, withCause } from "./cause.ts";
import { CommandError, type Context, REPORT_LOST, EXIT, printMessage, printData } from "./context.ts";
import { previewFacts, previewTable, SHOWN_ROWS } from "./import-preview.ts";
import { ACCESS_SETTINGS, withAccess } from "./open-access.ts";
import { labelsText } from "./labels.ts";
import { noRevisionYet, expectedPositionOrThrow } from "./revision.ts";
import { openSource, readSheet, type RowSource } from "./row-source.ts";
import { withSettings } from "./settings.ts";
import { BadRowsError, reportBadRows, stageFile } from "./staged-file.ts";
import { toJson } from "./table.ts";

export function importCommand(context: Context): Command {
  const command = new Command("import")
    .description(
      "import stock, labels or both from a CSV, NDJSON or JSON file: completely or not at all, as one revision",
    )
    .argument("<file>", "the file, or - for standard input")
    .addOption(
      new Option("--format <format>", "needed if the file's name does not show it").choices(TRANSFER_FORMATS),
    )
    .option("--dry-run", "check and report; change nothing", false)
    .option("--replace", "remove the pets that are not in the file", false)
    .option("--if-unchanged-since <revision>", "only if nothing has changed since; export prints it")
    .option("--json", "the report as JSON", false);
  return withSettings(withCause(command), ACCESS_SETTINGS).action(async (path: string, options) => {
    const source = openSource(context, path, options.format);
    const isTerminal = context.stdout.isTTY === true;
    const wanted: RowImport = {
      dryRun: options.dryRun,
      replace: options.replace,
      ...(options.dryRun && (options.json || isTerminal) && { previewRows: SHOWN_ROWS }),
      ...(options.ifUnchangedSince !== undefined && {
        ifUnchangedSince: expectedPositionOrThrow("--if-unchanged-since", options.ifUnchangedSince),
      }),
      cause: causeOf(options),
    };
    const result = await withAccess({ options, context, create: true }, (access) =>
      importFrom(context, source, access, wanted),
    ).catch(async (error: unknown) => {
      if (error instanceof BadRowsError && options.json) await reportBadRows(context, error, wanted);
      throw error;
    });
    await report(context, result, { ...wanted, json: options.json });
  });
}

/** Reads, checks and applies a file. Throws a CommandError if any row is invalid; nothing has changed then. */
export async function importFrom(
  context: Context,
  source: RowSource,
  importer: RowImporter,
  wanted: RowImport,
): Promise<ImportResult> {
  await using stage = await importer.stageImport();
  const rows = await stageFile(context, source, readSheet(context, source, PET_FORM), stage);
  if (rows === 0 && wanted.replace) {
    throw new CommandError(
      `${source.name} has no rows, and --replace would remove every pet; nothing was changed`,
    );
  }
  return await stage.apply(wanted);
}

async function report(
  context: Context,
  result: ImportResult,
  { dryRun, ifUnchangedSince, json }: RowImport & { json: boolean },
): Promise<void> {
  if (result.kind === "changed_since") {
    const { revision } = result;
    const seen = ifUnchangedSince as ExpectedPosition;
    const isFuture = seen.nonce === undefined && revision < seen.revision;
    const refusal = isFuture ? { kind: "future", newest: revision } : result;
    if (json) await printData(context, `${toJson({ ...refusal, dryRun })}\n`, "nothing was changed");
    if (isFuture) throw new CommandError(noRevisionYet(seen.revision, revision));
    // The database was restored or moved, and has reached the revision by other commits.
    const rewound = revision <= seen.revision ? ", and of another history" : "";
    const message = `the inventory has changed since: it is now at revision ${revision}${rewound}; nothing was changed`;
    throw new CommandError(message, EXIT.changedSince);
  }
  // The rows of a file have no conditions and no Idempotency-Key.
  if (result.kind !== "applied") throw new Error(`unexpected result of an import: ${result.kind}`);
  const { kind, created, updated, removed, relabelled, unchanged, revision } = result;
  const { preview } = result;
  if (preview !== undefined && !json) await printData(context, previewTable(preview));
  const stock = `${created} created, ${updated} updated, ${removed} removed, ${unchanged} unchanged`;
  const what = `${stock}${labelsText(relabelled)}`;
  printMessage(
    context,
    dryRun ? `Would be: ${what} (at revision ${revision}).` : `Imported: ${what} (revision ${revision}).`,
  );
  if (!json) return;
  const counts = { created, updated, removed, relabelled, unchanged };
  const facts = { kind, ...counts, revision, dryRun, ...(preview && { preview: previewFacts(preview) }) };
  await printData(context, `${toJson(facts)}\n`, dryRun ? undefined : REPORT_LOST);
}

// petstock labels: what people call the pets, imported from a file and exported to one.

import { Command, Option } from "commander";
import { TRANSFER_FORMATS, type TransferFormat } from "../transfer/format.ts";
import { LABEL_FORM } from "../transfer/label-form.ts";
import { openLabelWriter } from "../transfer/write-rows.ts";
import type { LabelAdministration, LabelImport, LabelsChanged } from "./access.ts";
import type { Write } from "./atomic-file.ts";
import { causeOf, withCause } from "./cause.ts";
import { CommandError, type Context, count, printData, printMessage, REPORT_LOST } from "./context.ts";
import { exportTo, withExportFlags } from "./export-file.ts";
import { ACCESS_SETTINGS, withAccess } from "./open-access.ts";
import { openSource, readSheet, type RowSource } from "./row-source.ts";
import { withSettings } from "./settings.ts";
import { BadRowsError, reportBadRows, stageFile } from "./staged-file.ts";
import { toJson } from "./table.ts";

export function labelsCommand(context: Context): Command {
  return new Command("labels")
    .description("import and export labels: names, kinds, codes and low quantities of pets")
    .addCommand(importCommand(context))
    .addCommand(exportCommand(context));
}

function importCommand(context: Context): Command {
  const command = new Command("import")
    .description("import labels from a CSV, NDJSON or JSON file, completely or not at all, as one revision")
    .argument("<file>", "the file, or - for standard input")
    .addOption(
      new Option("--format <format>", "needed if the file's name does not show it").choices(TRANSFER_FORMATS),
    )
    .option("--dry-run", "check and report; change nothing", false)
    .option("--replace", "remove the labels that are not in the file", false)
    .option("--json", "the report as JSON", false);
  return withSettings(withCause(command), ACCESS_SETTINGS).action(async (path: string, options) => {
    const source = openSource(context, path, options.format);
    const { dryRun, replace } = options;
    const wanted: WantedLabels = { dryRun, replace, cause: causeOf(options) };
    const result = await withAccess({ options, context, create: true }, ({ labels }) =>
      importLabels(context, source, labels, wanted),
    ).catch(async (error: unknown) => {
      if (error instanceof BadRowsError && options.json) await reportBadRows(context, error, wanted);
      throw error;
    });
    await report(context, result, { ...wanted, json: options.json });
  });
}

interface WantedLabels extends LabelImport {
  /** Remove the labels that are not in the file. */
  readonly replace: boolean;
}

/** Reads, checks and applies a file. Throws a CommandError if any row is invalid; nothing has changed then. */
export async function importLabels(
  context: Context,
  source: RowSource,
  labels: Pick<LabelAdministration, "stage">,
  { replace, ...wanted }: WantedLabels,
): Promise<LabelsChanged> {
  await using stage = await labels.stage(replace);
  const rows = await stageFile(context, source, readSheet(context, source, LABEL_FORM), stage);
  if (rows === 0 && replace) {
    throw new CommandError(
      `${source.name} has no rows, and --replace would remove every label; nothing was changed`,
    );
  }
  // Awaited: the stage is closed when this function returns.
  return await stage.apply(wanted);
}

async function report(
  context: Context,
  { created, updated, removed, unchanged, revision }: LabelsChanged,
  { dryRun, json }: { dryRun: boolean; json: boolean },
): Promise<void> {
  const what = `${created} created, ${updated} updated, ${removed} removed, ${unchanged} unchanged`;
  printMessage(
    context,
    dryRun
      ? `Would be: ${what} (at revision ${revision}).`
      : `Imported labels: ${what} (revision ${revision}).`,
  );
  if (!json) return;
  const facts = toJson({ kind: "applied", created, updated, removed, unchanged, revision, dryRun });
  await printData(context, `${facts}\n`, dryRun ? undefined : REPORT_LOST);
}

function exportCommand(context: Context): Command {
  const command = withExportFlags(new Command("export")).description(
    "write the labels as a file that labels import reads; also while a server is running",
  );
  return withSettings(command, ACCESS_SETTINGS).action((options) =>
    withAccess({ options, context, create: false }, async (access) => {
      const labels = await exportTo(context, options, (format, write) =>
        writeAll(access.labels, format, write),
      );
      printMessage(context, `Exported ${count(labels, "label")}.`);
    }),
  );
}

async function writeAll(
  labels: Pick<LabelAdministration, "readAll">,
  format: TransferFormat,
  write: Write,
): Promise<number> {
  const rows = openLabelWriter(format);
  let written = 0;
  await labels.readAll(async (page) => {
    written += page.length;
    await write(rows.page(page));
  });
  await write(rows.end());
  return written;
}

/** What the report of an import or an undo says of labels; nothing where none changes. */
export function labelsText(relabelled: number): string {
  return relabelled === 0 ? "" : `, ${count(relabelled, "label")} changed`;
}

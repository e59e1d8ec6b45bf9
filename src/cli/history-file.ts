// petstock history --format: the ledger as a file, with all movements of the filter, in the form that the service gives it.

import { SettingError } from "../config.ts";
import { formatOfFileName } from "../transfer/format.ts";
import { type MovementFormat, movementHead, movementLines } from "../transfer/write-movements.ts";
import type { HistoryFilter, HistoryReader } from "./access.ts";
import { type Context, count, printMessage } from "./context.ts";
import { type ExportOptions, exportTo } from "./export-file.ts";
import { type Progress, showProgress } from "./progress.ts";

/** Undefined without either flag: then it is a table. Throws a SettingError. */
export function historyFormatOf({ format, output }: ExportOptions): MovementFormat | undefined {
  if (format === undefined && output === undefined) return undefined;
  const chosen = format ?? formatOfFileName(output ?? "") ?? "csv";
  if (chosen !== "json") return chosen;
  throw new SettingError(
    "--output: the history is written as CSV or NDJSON: choose with --format, or name the file .ndjson",
  );
}

interface HistoryFile extends Pick<ExportOptions, "output"> {
  readonly format: MovementFormat;
  readonly filter: HistoryFilter;
}

export async function writeHistory(
  context: Context,
  reader: HistoryReader,
  file: HistoryFile,
): Promise<void> {
  const movements = await writeRows(context, reader, file);
  printMessage(context, `Exported ${count(movements, "movement")}.`);
}

/** Gives the number of movements. */
async function writeRows(
  context: Context,
  reader: HistoryReader,
  { filter, ...file }: HistoryFile,
): Promise<number> {
  using progress = progressBeside(context, file);
  const { format } = file;
  return await exportTo(context, file, async (_, write) => {
    let movements = 0;
    await write(movementHead(format));
    for await (const page of reader.history(filter)) {
      movements += page.length;
      await write(movementLines(format, page));
      progress?.update(0, movements);
    }
    return movements;
  });
}

/** On a terminal that does not show the rows. A script needs none. */
function progressBeside(context: Context, { output }: Pick<ExportOptions, "output">): Progress | undefined {
  const { stdout, stderr } = context;
  if (stderr.isTTY !== true || (output === undefined && stdout.isTTY === true)) return undefined;
  return showProgress(context, "Exporting", null, "movements");
}

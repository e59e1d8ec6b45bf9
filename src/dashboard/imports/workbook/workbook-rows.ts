// Reads the rows of a workbook's sheet as the rows of an import, checked like those of a CSV file.

import { parsePetId } from "../../../inventory/item.ts";
import type { CsvLayout } from "../../../transfer/csv-header.ts";
import { ProblemList, type Problems } from "../../../transfer/problem-list.ts";
import type { CellReader } from "../../../transfer/row-form.ts";
import { RowReport } from "../../../transfer/row-report.ts";
import { SHEET_FORM, type SheetRow } from "../../../transfer/sheet-form.ts";
import { spreadsheetForm } from "../../../transfer/spreadsheet-form.ts";
import { trimmed } from "../../../transfer/trimmed.ts";
import { translatedStatuses } from "../status-words.ts";
import { TaskSlices } from "../task-slices.ts";
import type { SheetSample } from "./workbook.ts";
import type { TextRow } from "./read-workbook.ts";

const BATCH_ROWS = 1_000;

interface ReadOptions {
  readonly layout: CsvLayout;
  readonly signal: AbortSignal;
  /** Called with the part of the rows that was read, 0 to 1. */
  readonly onProgress?: ((part: number) => void) | undefined;
}

/** All rows and problems, with their numbers in the sheet. Throws the signal's reason. */
export async function readWorkbookRows(
  textRows: Iterable<TextRow>,
  sheet: SheetSample,
  { layout, signal, onProgress }: ReadOptions,
): Promise<{ readonly rows: readonly SheetRow[]; readonly problems: Problems }> {
  const rows: SheetRow[] = [];
  const problems = new ProblemList();
  const report = new RowReport<SheetRow>();
  const slices = new TaskSlices(signal);
  const read = spreadsheetForm(translatedStatuses(SHEET_FORM)).cellReader(layout.cellOf);
  const take = (): void => {
    const batch = report.take(0);
    for (const row of batch.rows) rows.push(row);
    problems.add(batch.problems);
  };
  const first = sheet.rowsAbove + (layout.header ? 1 : 0);
  let seen = 0;
  for (const row of textRows) {
    if (seen++ < first) continue;
    readRow(row, { layout, read, report });
    if (seen % BATCH_ROWS !== 0) continue;
    take();
    onProgress?.(Math.min(1, seen / sheet.rows));
    await slices.pause();
  }
  signal.throwIfAborted();
  take();
  return { rows, problems };
}

interface Reading {
  readonly layout: CsvLayout;
  readonly read: CellReader<SheetRow>;
  readonly report: RowReport<SheetRow>;
}

/** A cell that is refused matters only if its column is used. */
function readRow({ line, cells, refused }: TextRow, { layout, read, report }: Reading): void {
  const used = [...layout.cellOf].filter(([, at]) => refused.has(at));
  if (used.length === 0) return read(padded(cells, layout), { line, report });
  for (const [column, at] of used) report.addProblem(line, { column, ...refused.get(at)! });
  const petId = parsePetId(trimmed(cells[layout.cellOf.get("petId")!] ?? ""));
  if (petId !== undefined) report.identify(line, petId);
}

/** A row ends with its last cell that has a value. */
function padded(cells: readonly string[], { cellOf }: CsvLayout): readonly string[] {
  const width = Math.max(...cellOf.values()) + 1;
  return cells.length >= width ? cells : Array.from({ length: width }, (_, at) => cells[at] ?? "");
}

// Reads a CSV file's header: maps columns to cells, and reports wrong names.

import { COLUMNS, type Column, columnMeant, isColumn } from "./columns.ts";
import type { RowReport } from "./row-report.ts";

/** The index of each column's cell, counted from 0. */
export interface CsvColumns {
  readonly petId: number;
  readonly quantity: number;
  readonly status: number | undefined;
  /** The number of cells in each row. */
  readonly cells: number;
}

/** Columns that the user has chosen; the header's names do not matter. */
export interface CsvLayout {
  readonly petId: number;
  readonly quantity: number;
  readonly status: number | undefined;
  /** The first row has names, not values. */
  readonly header: boolean;
}

/** A wider header belongs to another kind of file, and gets one problem instead of one for each column. */
const CELLS_MAX = 50;

/** Undefined if the rows cannot be read with this header; a fatal problem is added then. */
export function readHeader(
  cells: readonly string[],
  { line, separator, report }: { line: number; separator: string; report: RowReport },
): CsvColumns | undefined {
  if (!cells.some((name) => columnMeant(name) !== undefined)) {
    const text = cells.join(separator);
    const rule = /^\s*[[{]/.test(text)
      ? "is not a CSV header but JSON: name the file .json, or .ndjson where each line is an item"
      : `is not a header: add the first line ${JSON.stringify(COLUMNS.join(separator))}`;
    report.addFatalProblem(line, { value: text, rule });
    return undefined;
  }
  if (cells.length > CELLS_MAX) {
    report.addFatalProblem(line, {
      rule: `the header has ${cells.length} columns: an inventory has ${COLUMNS.join(", ")}`,
    });
    return undefined;
  }
  const cellOf = readNames(cells, { line, report });
  const [petId, quantity, status] = COLUMNS.map((column) => cellOf.get(column));
  for (const [column, cell] of Object.entries({ petId, quantity })) {
    if (cell === undefined) report.addFatalProblem(line, { column, rule: "the column is missing: add it" });
  }
  if (petId === undefined || quantity === undefined) return undefined;
  return { petId, quantity, status, cells: cells.length };
}

/** A name that is nearly right is a problem, but its column is known, so that the rows are checked nevertheless. */
function readNames(
  cells: readonly string[],
  { line, report }: { line: number; report: RowReport },
): ReadonlyMap<Column, number> {
  const cellOf = new Map<Column, number>();
  for (const [i, name] of cells.entries()) {
    const meant = columnMeant(name);
    const rule = nameRule(name, meant, cellOf);
    if (rule !== undefined) report.addProblem(line, { value: name, rule });
    if (meant !== undefined && !cellOf.has(meant)) cellOf.set(meant, i);
  }
  return cellOf;
}

function nameRule(
  name: string,
  meant: Column | undefined,
  seen: ReadonlyMap<Column, number>,
): string | undefined {
  if (meant === undefined) return `is not a column: remove it (the columns are ${COLUMNS.join(", ")})`;
  if (seen.has(meant)) return `names the column ${meant} again: keep one of the two`;
  return isColumn(name) ? undefined : `is not a column: write "${meant}"`;
}

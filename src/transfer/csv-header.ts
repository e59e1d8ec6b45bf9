// Reads a CSV file's header: maps columns to cells, and reports wrong names.

import { type ColumnSet, resolveColumn } from "./columns.ts";
import type { RowReport } from "./row-report.ts";

/** A file's columns: the index of each one's cell, counted from 0, and the number of cells in each row. */
export interface CsvColumns {
  readonly cellOf: ReadonlyMap<string, number>;
  readonly cells: number;
}

/** Columns that the user has chosen; the header's names do not matter. */
export interface CsvLayout {
  /** The index of each chosen column's cell. Other cells are ignored. */
  readonly cellOf: ReadonlyMap<string, number>;
  /** The first row has names, not values. */
  readonly header: boolean;
}

/** A wider header belongs to another kind of file, and gets one problem instead of one for each column. */
const CELLS_MAX = 50;

interface HeaderPlace {
  readonly line: number;
  readonly separator: string;
  readonly columns: ColumnSet;
  readonly report: Pick<RowReport, "addProblem" | "addFatalProblem">;
}

/** Undefined if the rows cannot be read with this header; a fatal problem is added then. */
export function readHeader(cells: readonly string[], place: HeaderPlace): CsvColumns | undefined {
  const { line, separator, columns, report } = place;
  if (!cells.some((name) => resolveColumn(columns, name) !== undefined)) {
    const text = cells.join(separator);
    const rule = /^\s*[[{]/.test(text)
      ? "is not a CSV header but JSON: name the file .json, or .ndjson where each line is an item"
      : `is not a header: add the first line ${JSON.stringify(columns.names.join(separator))}`;
    report.addFatalProblem(line, { value: text, rule });
    return undefined;
  }
  if (cells.length > CELLS_MAX) {
    report.addFatalProblem(line, {
      rule: `the header has ${cells.length} columns: ${columns.of} has ${columns.names.join(", ")}`,
    });
    return undefined;
  }
  const cellOf = readNames(cells, place);
  const beside = columns.requiredBeside?.((column) => cellOf.has(column)) ?? [];
  const missing = [...columns.required, ...beside].filter((column) => !cellOf.has(column));
  for (const column of missing) {
    report.addFatalProblem(line, { column, rule: "the column is missing: add it" });
  }
  return missing.length > 0 ? undefined : { cellOf, cells: cells.length };
}

/** A name that is nearly right is a problem, but its column is known, so that the rows are checked nevertheless. */
function readNames(
  cells: readonly string[],
  { line, columns, report }: HeaderPlace,
): ReadonlyMap<string, number> {
  const cellOf = new Map<string, number>();
  for (const [i, name] of cells.entries()) {
    const meant = resolveColumn(columns, name);
    const rule = nameRule(name, { meant, seen: cellOf, columns });
    if (rule !== undefined) report.addProblem(line, { value: name, rule });
    if (meant !== undefined && !cellOf.has(meant)) cellOf.set(meant, i);
  }
  return cellOf;
}

function nameRule(
  name: string,
  {
    meant,
    seen,
    columns,
  }: { meant: string | undefined; seen: ReadonlyMap<string, number>; columns: ColumnSet },
): string | undefined {
  if (meant === undefined) return `is not a column: remove it (the columns are ${columns.names.join(", ")})`;
  if (seen.has(meant)) return `names the column ${meant} again: keep one of the two`;
  return name === meant ? undefined : `is not a column: write "${meant}"`;
}

// Reads a CSV file's header: maps columns to cells, and reports wrong names.

import { type ColumnSet, resolveColumn } from "./columns.ts";
import type { Fault } from "./fault.ts";
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
    const fault: Fault = /^\s*[[{]/.test(text)
      ? { code: "header_json" }
      : { code: "header_unknown", names: columns.names.join(separator) };
    report.addFatalProblem(line, { value: text, fault });
    return undefined;
  }
  if (cells.length > CELLS_MAX) {
    const [count, names] = [cells.length, columns.names.join(", ")];
    report.addFatalProblem(line, { fault: { code: "header_too_wide", count, of: columns.of, names } });
    return undefined;
  }
  const cellOf = readNames(cells, place);
  const beside = columns.requiredBeside?.((column) => cellOf.has(column)) ?? [];
  const missing = [...columns.required, ...beside].filter((column) => !cellOf.has(column));
  for (const column of missing) {
    report.addFatalProblem(line, { column, fault: { code: "column_missing" } });
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
    const fault = nameFault(name, { meant, seen: cellOf, columns });
    if (fault !== undefined) report.addProblem(line, { value: name, fault });
    if (meant !== undefined && !cellOf.has(meant)) cellOf.set(meant, i);
  }
  return cellOf;
}

function nameFault(
  name: string,
  {
    meant,
    seen,
    columns,
  }: { meant: string | undefined; seen: ReadonlyMap<string, number>; columns: ColumnSet },
): Fault | undefined {
  if (meant === undefined) return { code: "column_unknown", names: columns.names.join(", ") };
  if (seen.has(meant)) return { code: "column_repeated", meant };
  return name === meant ? undefined : { code: "column_misnamed", meant };
}

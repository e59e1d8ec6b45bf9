// Maps columns of a file: guessed from the header (guess-columns.ts), else chosen by the user.

import type { CsvLayout } from "../../transfer/csv-header.ts";
import type { SheetColumn } from "../../transfer/sheet-columns.ts";
import { importsText } from "../language/en/imports.ts";

export interface Mapping {
  /** Whether the first row has names, not values. */
  readonly header: boolean;
  /** The index of each column's cell; absent where the file does not have it. */
  readonly columns: Readonly<Partial<Record<SheetColumn, number>>>;
  /** Columns whose name in the file may mean something else: the user should look at them. */
  readonly proposed?: readonly SheetColumn[];
  /** As the user chose it for an earlier file with the same header. */
  readonly isChosen?: boolean;
}

type Rows = readonly (readonly string[])[];

/** A label for each column of the file: its name, or its position with a sample value. */
export function columnNames(rows: Rows, header: boolean): string[] {
  const [first = []] = rows;
  return first.map((cell, at) =>
    header && cell.trim() !== "" ? cell.trim() : importsText.unnamedColumn(at + 1, cell),
  );
}

/** The names of the file's columns that are left out. */
export function leftOut(rows: Rows, { header, columns }: Mapping): string[] {
  const used = new Set(Object.values(columns));
  return columnNames(rows, header).filter((_, at) => !used.has(at));
}

/** The same mapping with one column elsewhere, or left out. A column of the file has one meaning. The user has seen the proposals. */
export function withColumn(mapping: Mapping, column: SheetColumn, at: number | undefined): Mapping {
  const others = Object.entries(mapping.columns).filter(([name, used]) => name !== column && used !== at);
  return {
    header: mapping.header,
    columns: { ...Object.fromEntries(others), ...(at !== undefined && { [column]: at }) },
  };
}

/** A clerk's key changes quantities alone. */
export function allowedColumns(mapping: Mapping, mayManage: boolean): Mapping {
  if (mayManage) return mapping;
  const { petId, quantity } = mapping.columns;
  const columns = { ...(petId !== undefined && { petId }), ...(quantity !== undefined && { quantity }) };
  const proposed = mapping.proposed?.filter((column) => column in columns) ?? [];
  return { header: mapping.header, columns, ...(proposed.length > 0 && { proposed }) };
}

/** Undefined as long as the ids have no column. */
export function layoutOf({ header, columns }: Mapping): CsvLayout | undefined {
  if (columns.petId === undefined) return undefined;
  return { header, cellOf: new Map(Object.entries(columns)) };
}

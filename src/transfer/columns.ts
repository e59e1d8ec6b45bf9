// The columns of a kind of rows, and the column that a similar name probably means.

import { meaningOf } from "./column-words.ts";
import { SHEET_COLUMN_NAMES } from "./sheet-columns.ts";

/** The names of a row's members, in the order of a file. */
export interface ColumnSet {
  readonly names: readonly string[];
  /** Every row needs these. */
  readonly required: readonly string[];
  /** Those that a file needs beside, by the columns that it has. */
  readonly requiredBeside?: (has: (column: string) => boolean) => readonly string[];
  /** The kind of file that has these columns, for messages: `an inventory`. */
  readonly of: string;
}

export const INVENTORY_COLUMNS = {
  names: ["petId", "quantity", "status"],
  required: ["petId", "quantity"],
  of: "an inventory",
} as const satisfies ColumnSet;

export const LABEL_COLUMNS = {
  names: ["petId", "name", "kind", "code", "low"],
  required: ["petId"],
  of: "a file of labels",
} as const satisfies ColumnSet;

export const SHEET_COLUMNS = {
  names: SHEET_COLUMN_NAMES,
  required: ["petId"],
  of: "a sheet of pets",
} as const satisfies ColumnSet;

/**
 * The column that a name such as `pet_id`, `ID` or ` Quantity` means, whatever its case, accents and separators; undefined if there
 * is none.
 */
export function resolveColumn<Set extends ColumnSet>(
  { names }: Set,
  name: string,
): Set["names"][number] | undefined {
  const meant = meaningOf(name)?.column;
  return names.find((known) => known === meant);
}

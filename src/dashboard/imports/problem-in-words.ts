// Problems of a file's rows, as text.

import type { RowProblem } from "../../transfer/problem.ts";
import type { SheetColumn } from "../../transfer/sheet-columns.ts";
import { COLUMN_TITLES } from "./column-mapping.ts";
import { isolated } from "../ui/isolated.ts";

/** The bounds of integers help programs, not people. */
const NO_INTEGER = /^is not an integer from -?[0-9]+ to [0-9]+/;

/** `Quantity: “1,5” is not a whole number`; the line has its own column. */
export function problemInWords({ column, value, rule }: RowProblem): string {
  const title = column === null ? undefined : (COLUMN_TITLES[column as SheetColumn] ?? column);
  const said = rule.replace(
    NO_INTEGER,
    column === "petId" ? "is not an id" : "is not a whole number of pets",
  );
  const what = value === null ? said : `“${isolated(value)}” ${said}`;
  return title === undefined ? `${what[0]?.toUpperCase()}${what.slice(1)}` : `${title}: ${what}`;
}

// Guesses which column of a file is which, by its name and, where that may mean two things, by its first values.

import { parsePetId } from "../../inventory/item.ts";
import { ambiguityOf, meaningOf } from "../../transfer/column-words.ts";
import { SHEET_COLUMN_NAMES, type SheetColumn } from "../../transfer/sheet-columns.ts";
import { trimmed } from "../../transfer/trimmed.ts";
import type { Mapping } from "./column-mapping.ts";

type Rows = readonly (readonly string[])[];
type Columns = Mapping["columns"];

const INTEGER = /^\s*-?[0-9]+\s*$/;

/**
 * The columns of a file by its first rows. Of several that mean the same the one with the best known name is taken. An ambiguous name
 * gives a proposal, for a column that no other name means. Without a header, the first two columns are ids and quantities.
 */
export function guessMapping(rows: Rows): Mapping {
  const [first = [], ...values] = rows;
  if (first.some((cell) => INTEGER.test(cell)) && !isHeader(first)) {
    return { header: false, columns: { petId: 0, ...(first.length > 1 && { quantity: 1 }) } };
  }
  const known = knownColumns(first);
  const proposals = proposedColumns(first, values, known);
  const proposed = SHEET_COLUMN_NAMES.filter((column) => proposals[column] !== undefined);
  const columns = { ...known, ...proposals };
  return { header: true, columns, ...(proposed.length > 0 && { proposed }) };
}

/** Whether a row surely has names: no row of values has two of them. */
export function isHeader(row: readonly string[]): boolean {
  const known = Object.keys(knownColumns(row)).length;
  const ambiguous = row.filter((name) => ambiguityOf(name) !== undefined).length;
  return known + ambiguous >= 2;
}

function knownColumns(header: readonly string[]): Columns {
  const columns: Partial<Record<SheetColumn, number>> = {};
  const ranks: Partial<Record<SheetColumn, number>> = {};
  for (const [at, name] of header.entries()) {
    const meaning = meaningOf(name);
    if (meaning === undefined || (ranks[meaning.column] ?? Infinity) <= meaning.rank) continue;
    columns[meaning.column] = at;
    ranks[meaning.column] = meaning.rank;
  }
  return columns;
}

function proposedColumns(header: readonly string[], values: Rows, known: Columns): Columns {
  const proposals: Partial<Record<SheetColumn, number>> = {};
  for (const [at, name] of header.entries()) {
    const word = ambiguityOf(name);
    if (word === undefined) continue;
    const candidates = areIds(values.map((row) => row[at] ?? "")) ? word.ofIntegers : word.ofTexts;
    const column = candidates.find((each) => known[each] === undefined && proposals[each] === undefined);
    if (column !== undefined) proposals[column] = at;
  }
  return proposals;
}

/** Whether there are values, and all can be ids: integers without leading zeros, which codes have. */
function areIds(cells: readonly string[]): boolean {
  const values = cells.map(trimmed).filter((value) => value !== "");
  return values.length > 0 && values.every((value) => parsePetId(value) !== undefined);
}

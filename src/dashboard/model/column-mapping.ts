// Guesses which columns of a file hold pet ids and quantities. The user can correct the guess.

import { columnMeant, INVENTORY_COLUMNS } from "../../transfer/columns.ts";

export interface Mapping {
  /** Whether the first row holds column names. */
  readonly header: boolean;
  readonly petId: number | undefined;
  readonly quantity: number | undefined;
}

type Rows = readonly (readonly string[])[];

const INTEGER = /^\s*-?[0-9]+\s*$/;

export function guessMapping(rows: Rows): Mapping {
  const [first = []] = rows;
  const header = !first.some((cell) => INTEGER.test(cell));
  const find = (wanted: "petId" | "quantity"): number | undefined => {
    const found = first.findIndex((name) => columnMeant(INVENTORY_COLUMNS, name) === wanted);
    return found < 0 ? undefined : found;
  };
  if (header) return { header, petId: find("petId"), quantity: find("quantity") };
  return { header, petId: 0, quantity: first.length > 1 ? 1 : undefined };
}

/** A label for each column: its name in the file, or its position with a sample value. */
export function columnNames(rows: Rows, header: boolean): string[] {
  const [first = []] = rows;
  return first.map((cell, at) => (header && cell.trim() !== "" ? cell.trim() : `Column ${at + 1} (${cell})`));
}

// Which column of a file holds the ids, and which the quantities: guessed, for somebody to correct.

import { columnMeant } from "../../transfer/columns.ts";

export interface Mapping {
  /** Whether the first row has names. */
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
    const found = first.findIndex((name) => columnMeant(name) === wanted);
    return found < 0 ? undefined : found;
  };
  if (header) return { header, petId: find("petId"), quantity: find("quantity") };
  return { header, petId: 0, quantity: first.length > 1 ? 1 : undefined };
}

/** What to call each column, with a value of it where the file gives no names. */
export function columnNames(rows: Rows, header: boolean): string[] {
  const [first = []] = rows;
  return first.map((cell, at) => (header && cell.trim() !== "" ? cell.trim() : `Column ${at + 1} (${cell})`));
}

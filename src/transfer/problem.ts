// A problem of a file, in a form that is safe to print: always short and on one line, so that a hostile file can neither
// flood nor control a terminal.

import { escaped } from "../printable.ts";
import { faultInWords } from "./fault-words.ts";
import type { Fault } from "./fault.ts";

/** `column` and `value` are null if the problem is not about one. */
export interface RowProblem {
  /** Counted from 1. */
  readonly line: number;
  /** The id of the row, if it could be read. */
  readonly petId?: bigint;
  /** A column's name, or a JSON member's. */
  readonly column: string | null;
  /** The file's text, shortened, with invisible characters escaped. */
  readonly value: string | null;
  readonly fault: Fault;
}

const SHOWN_LENGTH_MAX = 60;
/** Control and format characters, lone surrogates, and every space but the common one. */
const INVISIBLE = /(?! )[\p{C}\p{Z}]/gu;

/** `line 7, column quantity: "1.5" is not an integer from 0 to 2147483647` */
export function describeProblem(problem: RowProblem): string {
  return describeProblemOf(`line ${problem.line}`, problem);
}

/** The same, with what names the row. */
export function describeProblemOf(row: string, { column, value, fault }: RowProblem): string {
  const place = column === null ? row : `${row}, column ${column}`;
  const rule = faultInWords(fault);
  return value === null ? `${place}: ${rule}` : `${place}: "${value}" ${rule}`;
}

/** A text of the file in the form of `RowProblem.value`. */
export function shown(text: string): string {
  const cut = text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text;
  // JSON.stringify also makes a copy: a slice would keep the whole block of the file in memory that it was cut from.
  return JSON.stringify(cut).slice(1, -1).replace(INVISIBLE, escaped);
}

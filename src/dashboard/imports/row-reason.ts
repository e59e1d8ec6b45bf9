// Why a row of a file is not sent, as a code with the values of its sentence: the import worker finds it, the page says it.

import type { Fault } from "../../transfer/fault.ts";
import type { RowProblem } from "../../transfer/problem.ts";
import { SHEET_COLUMN_NAMES } from "../../transfer/sheet-columns.ts";
import { importsText } from "../language/en/imports.ts";
import { problemsText } from "../language/en/problems.ts";
import { isolated } from "../ui/isolated.ts";

export type RowReason =
  /** The row could not be read. */
  | { readonly code: "unreadable"; readonly problem: RowProblem }
  /** The line of the first of the rows that say the same. */
  | { readonly code: "repeated"; readonly line: number }
  | {
      readonly code:
        | "contested"
        | "needsQuantityToReplace"
        | "needsManagerToAdd"
        | "needsQuantityToAdd"
        | "roundedId"
        | "statusAlone";
    };

export function reasonInWords(reason: RowReason): string {
  switch (reason.code) {
    case "unreadable":
      return problemInWords(reason.problem);
    case "repeated":
      return importsText.repeated(reason.line);
    default:
      return importsText[reason.code];
  }
}

/** `Quantity: “1,5” is not a whole number`; the line has its own column. */
export function problemInWords({ column, value, fault }: RowProblem): string {
  const sentence = faultInWords(fault, value ?? "");
  if (column === null) return sentence;
  const known = SHEET_COLUMN_NAMES.find((name) => name === column);
  return importsText.inColumn(known === undefined ? column : importsText[known], sentence);
}

/** `value`: the text of the file that is wrong; empty for a fault that is not of a text. */
export function faultInWords(fault: Fault, value: string): string {
  // Each code's text takes the values of its fault.
  const text = problemsText[fault.code] as string | ((values: Fault & { readonly value: string }) => string);
  return typeof text === "string" ? text : text({ ...fault, value: isolated(value) });
}

// Notes in the ledger: short texts of people.

import { refusalOfText, textRule } from "./text.ts";

/** Longest note, in Unicode code points. */
export const NOTE_CHARACTERS_MAX = 200;

/** The problem of a note, to follow its name; undefined for a valid one. */
export function noteProblem(text: string): string | undefined {
  const { length } = [...text];
  if (length === 0) return "must have at least 1 character";
  if (length > NOTE_CHARACTERS_MAX)
    return `must have at most ${NOTE_CHARACTERS_MAX} characters; it has ${length}`;
  const refusal = refusalOfText(text);
  return refusal && textRule(refusal);
}

// Notes in the ledger: short texts of people.

/** Longest note, in Unicode code points. */
export const NOTE_CHARACTERS_MAX = 200;

/** What is wrong with a note, to follow its name; undefined for a valid one. */
export function noteProblem(text: string): string | undefined {
  const { length } = [...text];
  if (length === 0) return "must have at least 1 character";
  if (length > NOTE_CHARACTERS_MAX)
    return `must have at most ${NOTE_CHARACTERS_MAX} characters; it has ${length}`;
  // A terminal would obey them, and PostgreSQL stores no NUL.
  if (/\p{Cc}/u.test(text)) return "must not have control characters, such as line breaks";
  if (!text.isWellFormed()) return "must be well-formed Unicode";
  return undefined;
}

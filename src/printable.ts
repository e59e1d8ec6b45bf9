// Escapes text from outside the program, so that it is safe to show: names in a database, file names, messages of the system,
// cells of a file. On a terminal some characters are commands (colours, titles, the clipboard), and some reverse the order of
// a line, so that it reads differently. Runs in browsers too.

/**
 * Control characters (C0, DEL, C1), format characters (bidi controls, zero-width spaces, tags), lone surrogates, and the two
 * line separators. Not the two joiners: scripts and emoji need them, and they affect only the characters that they join.
 */
const UNSAFE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** One line, with unsafe characters as JSON escapes, so that the meaning of JSON text does not change. */
export function printable(text: string): string {
  return text.replace(UNSAFE, escaped);
}

/** A character as JSON escapes it: `\n`, `\u009b`, `\udb40\udc01`. */
export function escaped(character: string): string {
  const inJson = JSON.stringify(character).slice(1, -1);
  if (inJson !== character) return inJson;
  return Array.from({ length: character.length }, (_, at) => escapedUnit(character.charCodeAt(at))).join("");
}

function escapedUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

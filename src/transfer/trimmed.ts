// Removes white space as JSON defines it, and nothing else: a no-break space or a stray byte order mark is a mistake to be
// shown.

const WHITE_SPACE = " \t\r\n";

/** A loop, as the time of `/\s+$/` grows with the square of the number of spaces. */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && WHITE_SPACE.includes(text[start] as string)) start += 1;
  while (start < end && WHITE_SPACE.includes(text[end - 1] as string)) end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

/** White space alone is no value. */
export function isBlank(cell: string): boolean {
  return trimmed(cell) === "";
}

// White space as JSON has it, and nothing else: a no-break space or a stray byte order mark is a mistake to be shown.

const WHITE_SPACE = " \t\r\n";

/** Without the white space at both ends. A loop, as `/\s+$/` takes time with the square of a run of spaces. */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && WHITE_SPACE.includes(text[start] as string)) start += 1;
  while (start < end && WHITE_SPACE.includes(text[end - 1] as string)) end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

// A time in the past, as the value of a flag: a date, a time, or an age.

import { duration, SettingError } from "../config.ts";

const span = duration({ min: "1ms", max: "36500d" });

/**
 * Reads `2026-11-21`, `2026-11-21T10:36` (seconds and an offset are optional; the default is UTC, as in tables), or `2h` before
 * `now`. In ms since 1970. Throws a SettingError that names the flag.
 */
export function momentOrThrow(flag: string, text: string, now: number): number {
  const at = spanBefore(text, now) ?? timeOf(text);
  if (at !== undefined) return at;
  const examples = "2026-11-21, 2026-11-21T10:36:35Z or 2h (ago)";
  throw new SettingError(`${flag}: ${JSON.stringify(text)} is not a time such as ${examples}`);
}

function spanBefore(text: string, now: number): number | undefined {
  try {
    return now - span.parse(text);
  } catch {
    return undefined;
  }
}

function timeOf(text: string): number | undefined {
  // Temporal would also accept expanded years and names of calendars.
  if (!/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?)?$/.test(text))
    return undefined;
  try {
    const hasOffset = /(?:Z|[+-]\d\d:\d\d)$/.test(text);
    const instant = hasOffset
      ? Temporal.Instant.from(text)
      : Temporal.PlainDateTime.from(text).toZonedDateTime("UTC");
    return instant.epochMilliseconds;
  } catch {
    return undefined;
  }
}

// A moment of the past, as a flag names it: a date, a time, or how long ago.

import { duration, SettingError } from "../config.ts";

const span = duration({ min: "1ms", max: "36500d" });

/**
 * `2026-11-21`, `2026-11-21T10:36` with seconds and an offset where wanted, in UTC otherwise, as tables show times; or
 * `2h`, before now. In ms since 1970. Throws a SettingError, which names the flag.
 */
export function momentOrThrow(flag: string, text: string, now: number): number {
  const at = spanBefore(text, now) ?? timeOf(text);
  if (at !== undefined) return at;
  const examples = "2026-11-21, 2026-11-21T10:36:35Z or 2h (ago)";
  throw new SettingError(`${flag}: ${JSON.stringify(text)} is no time such as ${examples}`);
}

function spanBefore(text: string, now: number): number | undefined {
  try {
    return now - span.parse(text);
  } catch {
    return undefined;
  }
}

function timeOf(text: string): number | undefined {
  // An expanded year or a calendar's name is nothing that people write.
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

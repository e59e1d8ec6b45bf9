// Retry-After (RFC 9110, section 10.2.3): seconds, or a date.

const SECONDS = /^[0-9]{1,9}$/;

/** Milliseconds from `nowMs`; undefined if the header is absent or malformed. */
export function retryAfterMsOf(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  if (SECONDS.test(text)) return Number(text) * 1000;
  // Date.parse accepts nearly anything; a date in HTTP ends in GMT.
  const date = text.endsWith("GMT") ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

// Times on the wire: RFC 3339.

const TIME =
  /^([0-9]{4}-(?:0[1-9]|1[0-2])-[0-9]{2})T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$/i;

/** The ms since 1970 of a date-time (RFC 3339, section 5.6; without leap seconds); undefined if it is none. */
export function parseTime(text: string): number | undefined {
  const date = TIME.exec(text)?.[1];
  if (date === undefined) return undefined;
  const midnight = new Date(`${date}T00:00:00Z`);
  // Some engines take 30 February for 2 March.
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
  return isDay ? Date.parse(text.toUpperCase()) : undefined;
}

/** A time of the domain (ms since 1970) on the wire. */
export function timeText(ms: number): string {
  return new Date(ms).toISOString();
}

/** The same where null means never. */
export function timeTextOrNull(ms: number | null): string | null {
  return ms === null ? null : timeText(ms);
}

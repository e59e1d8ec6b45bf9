// A time as people say it, with the exact one as a tooltip.

const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const DAY_OF_YEAR = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Older times are shown as a date. */
const RELATIVE_MS_MAX = 7 * DAY_MS;

/** `at` is RFC 3339. */
export function Time({ at }: { readonly at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={EXACT.format(date)}>
      {relativeTime(date, new Date())}
    </time>
  );
}

/** `now`, `5 minutes ago`, `yesterday`; beyond a week the date. */
function relativeTime(at: Date, now: Date): string {
  const agoMs = now.getTime() - at.getTime();
  if (agoMs < MINUTE_MS) return "now";
  if (agoMs < HOUR_MS) return RELATIVE.format(-Math.floor(agoMs / MINUTE_MS), "minute");
  if (agoMs < DAY_MS) return RELATIVE.format(-Math.floor(agoMs / HOUR_MS), "hour");
  if (agoMs < RELATIVE_MS_MAX) return RELATIVE.format(-Math.floor(agoMs / DAY_MS), "day");
  return (at.getFullYear() === now.getFullYear() ? DAY : DAY_OF_YEAR).format(at);
}

// A time as people say it, with the exact one as a tooltip.

import { uiText } from "../language/en/ui.ts";
import { byLocale } from "../language/format.ts";

const relative = byLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));
const exact = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" }),
);
const day = byLocale((locale) => new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" }));
const dayOfYear = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" }),
);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Older times are shown as a date. */
const RELATIVE_MS_MAX = 7 * DAY_MS;

/** `at` is RFC 3339. */
export function Time({ at }: { readonly at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={exact().format(date)}>
      {relativeTime(date, new Date())}
    </time>
  );
}

/** `now`, `5 minutes ago`, `yesterday`; beyond a week the date. */
function relativeTime(at: Date, now: Date): string {
  const agoMs = now.getTime() - at.getTime();
  if (agoMs < MINUTE_MS) return uiText.now;
  if (agoMs < HOUR_MS) return relative().format(-Math.floor(agoMs / MINUTE_MS), "minute");
  if (agoMs < DAY_MS) return relative().format(-Math.floor(agoMs / HOUR_MS), "hour");
  if (agoMs < RELATIVE_MS_MAX) return relative().format(-Math.floor(agoMs / DAY_MS), "day");
  return (at.getFullYear() === now.getFullYear() ? day() : dayOfYear()).format(at);
}

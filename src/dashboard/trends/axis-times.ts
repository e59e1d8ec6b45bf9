// The times under a chart, as the page's language writes them: uPlot writes those of the United States. In UTC, as the totals.

import { byLocale } from "../language/format.ts";

const DAY_S = 86_400;
/** Steps of the axis from here on are months. */
const MONTH_S = 28 * DAY_S;

const hour = format({ hour: "2-digit", minute: "2-digit" });
const day = format({ day: "numeric", month: "short" });
const month = format({ month: "short" });
const year = format({ year: "numeric" });

/** `times` in seconds since 1970, `step` seconds apart. What several share, such as the year, stands below the first of them. */
export function axisTimes(times: readonly number[], step: number): string[] {
  const [inner, outer] = step < DAY_S ? [hour(), day()] : [step < MONTH_S ? day() : month(), year()];
  let shared: string | undefined;
  return times.map((seconds) => {
    const [own, wider] = [inner.format(seconds * 1000), outer.format(seconds * 1000)];
    if (wider === shared) return own;
    shared = wider;
    return `${own}\n${wider}`;
  });
}

function format(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  return byLocale((locale) => new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }));
}

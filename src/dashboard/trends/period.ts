// The period that the page shows: how many days back, in steps of which length.

import { trendsText } from "../language/en/trends.ts";
import { byLocale } from "../language/format.ts";

export interface Period {
  readonly days: number;
  /** As the page names it; undefined for the whole history. */
  readonly length: readonly [number: number, unit: "day" | "year"] | undefined;
  readonly step: "hour" | "day" | "week";
}

export const PERIODS: readonly Period[] = [
  { days: 2, length: [2, "day"], step: "hour" },
  { days: 30, length: [30, "day"], step: "day" },
  { days: 90, length: [90, "day"], step: "day" },
  { days: 365, length: [1, "year"], step: "week" },
  // 990 of the 1,000 steps that the service gives. A history that is shorter begins with its first week.
  { days: 6930, length: undefined, step: "week" },
];

export const DEFAULT_PERIOD = PERIODS[1]!;

const DAY_MS = 86_400_000;

/** `?days=90`; undefined for another query. */
export function periodOf(query: string): Period | undefined {
  const days = Number(new URLSearchParams(query).get("days"));
  return PERIODS.find((period) => period.days === days);
}

export function queryOf({ days }: Period): string {
  return `?days=${days}`;
}

/** The first one, from the default on, that reaches back to a time. */
export function periodSince(at: number, now: number): Period {
  const periods = PERIODS.slice(PERIODS.indexOf(DEFAULT_PERIOD));
  return periods.find((period) => sinceOf(period, now).getTime() <= at) ?? periods.at(-1)!;
}

export function sinceOf({ days }: Period, now: number): Date {
  return new Date(now - days * DAY_MS);
}

const formats = {
  day: byLocale((locale) => lengthFormat(locale, "day")),
  year: byLocale((locale) => lengthFormat(locale, "year")),
};

function lengthFormat(locale: string, unit: "day" | "year"): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });
}

/** `30 days`, `1 year`, `All`. */
export function titleOf({ length }: Period): string {
  if (length === undefined) return trendsText.wholeHistory;
  const [number, unit] = length;
  return formats[unit]().format(number);
}

const dayFormat = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }),
);
const hourFormat = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }),
);

/** Format of a step's start. Days begin at midnight UTC, as in the totals. */
export function timeFormatOf(step: Period["step"]): Intl.DateTimeFormat {
  return step === "hour" ? hourFormat() : dayFormat();
}

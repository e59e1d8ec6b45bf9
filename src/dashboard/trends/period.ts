// The period that the page shows: how many days back, in steps of which length.

export interface Period {
  readonly days: number;
  readonly title: string;
  readonly step: "hour" | "day" | "week";
}

export const PERIODS: readonly Period[] = [
  { days: 2, title: "2 days", step: "hour" },
  { days: 30, title: "30 days", step: "day" },
  { days: 90, title: "90 days", step: "day" },
  { days: 365, title: "1 year", step: "week" },
  // 990 of the 1,000 steps that the service gives. A history that is shorter begins with its first week.
  { days: 6930, title: "All", step: "week" },
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

const DAY = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });
const HOUR = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** Format of a step's start. Days begin at midnight UTC, as in the totals. */
export function timeFormatOf(step: Period["step"]): Intl.DateTimeFormat {
  return step === "hour" ? HOUR : DAY;
}

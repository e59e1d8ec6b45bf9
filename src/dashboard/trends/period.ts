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
];

const DEFAULT = PERIODS[1]!;

const DAY_MS = 86_400_000;

/** `?days=90`; another query means 30 days. */
export function periodOf(query: string): Period {
  const days = Number(new URLSearchParams(query).get("days"));
  return PERIODS.find((period) => period.days === days) ?? DEFAULT;
}

export function queryOf({ days }: Period): string {
  return days === DEFAULT.days ? "" : `?days=${days}`;
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

// The activity's filter in the page's query: `?who=till-3&reason=sold&day=2026-03-01`. Pure.

export interface ActivityFilter {
  /** An API key's name or id. */
  readonly who: string;
  readonly reason: string;
  /** `YYYY-MM-DD`, in the user's time zone. */
  readonly day: string;
}

export const NO_FILTER: ActivityFilter = { who: "", reason: "", day: "" };

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function filterFromQuery(query: string): ActivityFilter {
  const parameters = new URLSearchParams(query);
  const day = parameters.get("day") ?? "";
  return {
    who: (parameters.get("who") ?? "").slice(0, 200),
    reason: parameters.get("reason") ?? "",
    day: DAY.test(day) && !Number.isNaN(Date.parse(day)) ? day : "",
  };
}

export function queryFromFilter(filter: ActivityFilter): string {
  const set = Object.entries(filter).filter(([, value]) => value !== "");
  return set.length === 0 ? "" : `?${new URLSearchParams(set as [string, string][])}`;
}

export function isFiltered({ who, reason, day }: ActivityFilter): boolean {
  return who !== "" || reason !== "" || day !== "";
}

/** The first moment of the day, and of the next. */
export function boundsOf(day: string): { readonly since: Date; readonly until: Date } {
  const since = new Date(`${day}T00:00:00`);
  const until = new Date(since);
  until.setDate(until.getDate() + 1);
  return { since, until };
}

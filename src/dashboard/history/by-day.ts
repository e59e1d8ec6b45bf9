// Groups entries by the day on which they happened, in the user's time zone. Pure.

import { groupedBy } from "../ui/grouped-by.ts";
import { historyText } from "../language/en/history.ts";
import { byLocale } from "../language/format.ts";

interface Dated {
  /** RFC 3339. */
  readonly at: string;
}

export interface Day<T> {
  /** `Today`, `Yesterday`, or the date. */
  readonly title: string;
  readonly entries: readonly T[];
}

const date = byLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", year: "numeric" }),
);

/** `entries` in any order of time; days and entries keep it. */
export function byDay<T extends Dated>(entries: readonly T[], now: Date): readonly Day<T>[] {
  const days = groupedBy(entries, ({ at }) => titleOf(new Date(at), now));
  return [...days].map(([title, ofDay]) => ({ title, entries: ofDay }));
}

function titleOf(at: Date, now: Date): string {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (at.toDateString() === now.toDateString()) return historyText.today;
  return at.toDateString() === yesterday.toDateString() ? historyText.yesterday : date().format(at);
}

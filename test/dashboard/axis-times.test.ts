// The times under a chart, by the distance between them.

import { afterEach, expect, test } from "bun:test";
import { spoken } from "../../src/dashboard/language/locale.ts";
import { axisTimes } from "../../src/dashboard/trends/axis-times.ts";

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

afterEach(() => {
  spoken.locale = "en";
});

const at = (...times: readonly string[]) => times.map((time) => Date.parse(`${time}Z`) / 1000);

test.each([
  ["en", ["10:00 PM\nMar 5", "12:00 AM\nMar 6", "02:00 AM"]],
  ["de", ["22:00\n5. März", "00:00\n6. März", "02:00"]],
])("in %s hours name the day once", (locale, expected) => {
  spoken.locale = locale;
  const times = at("2026-03-05T22:00", "2026-03-06T00:00", "2026-03-06T02:00");
  expect(axisTimes(times, 2 * HOUR_S).map(withPlainSpaces)).toEqual(expected);
});

test.each([
  ["en", ["Dec 30\n2025", "Jan 4\n2026", "Jan 9"]],
  ["de", ["30. Dez.\n2025", "4. Jan.\n2026", "9. Jan."]],
  ["es", ["30 dic\n2025", "4 ene\n2026", "9 ene"]],
])("in %s days name the year once", (locale, expected) => {
  spoken.locale = locale;
  const times = at("2025-12-30T00:00", "2026-01-04T00:00", "2026-01-09T00:00");
  expect(axisTimes(times, 5 * DAY_S)).toEqual(expected);
});

test("months name the year once", () => {
  expect(axisTimes(at("2025-12-01T00:00", "2026-01-01T00:00", "2026-02-01T00:00"), 30 * DAY_S)).toEqual([
    "Dec\n2025",
    "Jan\n2026",
    "Feb",
  ]);
});

/** Versions of the Unicode data differ in the space before AM and PM. */
function withPlainSpaces(time: string): string {
  return time.replaceAll("\u202f", " ");
}

// Times on the wire: RFC 3339, section 5.6, and nothing that Date.parse takes beside it.

import { expect, test } from "bun:test";
import { parseTime, timeText, timeTextOrNull } from "../../src/contract/time.ts";

test.each([
  ["2026-03-01T09:30:00Z", Date.UTC(2026, 2, 1, 9, 30)],
  ["2026-03-01t09:30:00.123456789z", Date.UTC(2026, 2, 1, 9, 30, 0, 123)],
  ["2026-03-01T09:30:00+02:00", Date.UTC(2026, 2, 1, 7, 30)],
  ["2024-02-29T00:00:00-23:59", Date.UTC(2024, 2, 1) - 60_000],
  ["9999-12-31T23:59:59Z", Date.UTC(9999, 11, 31, 23, 59, 59)],
])("%s is a time", (text, ms) => expect(parseTime(text)).toBe(ms));

test.each([
  "",
  "2026-03-01",
  "2026-03-01T09:30Z",
  "2026-03-01T09:30:00",
  "2026-03-01 09:30:00Z",
  "2026-03-01T09:30:00+0200",
  "2026-02-30T00:00:00Z",
  "2025-02-29T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-01-32T00:00:00Z",
  "2026-03-01T24:00:00Z",
  "2026-03-01T23:59:60Z",
  "+12026-03-01T00:00:00Z",
  "1772357400000",
  "now",
])("%j is no time", (text) => expect(parseTime(text)).toBeUndefined());

test("a time is written in UTC with milliseconds", () => {
  expect(timeText(Date.UTC(2026, 2, 1, 9, 30))).toBe("2026-03-01T09:30:00.000Z");
  expect(timeTextOrNull(0)).toBe("1970-01-01T00:00:00.000Z");
  expect(timeTextOrNull(null)).toBeNull();
});

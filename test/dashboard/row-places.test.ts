// Where rows are drawn: each at its own place while there are few, and every one of very many can be scrolled to.

import { describe, expect, test } from "bun:test";
import { HEIGHT_PX_MAX, ROW_PX, RowPlaces } from "../../src/dashboard/model/row-places.ts";

const SEEN_PX = 500;

test("few rows are drawn where they are, however far one has scrolled", () => {
  const places = new RowPlaces(100_000, SEEN_PX);
  expect(places.heightPx).toBe(100_000 * ROW_PX);
  for (const scrollTop of [0, 12_345, places.heightPx - SEEN_PX]) {
    expect(places.above(scrollTop)).toBe(scrollTop);
    for (const place of [0, 7, 99_999]) expect(places.drawnAt(place, scrollTop)).toBe(place * ROW_PX);
  }
});

describe.each([[400_000], [1_000_000], [10_000_000]])("of %d rows", (rows) => {
  const places = new RowPlaces(rows, SEEN_PX);
  const end = places.heightPx - SEEN_PX;

  test("the element stays as high as browsers can draw", () => {
    expect(places.heightPx).toBe(HEIGHT_PX_MAX);
  });

  test("the first is at the top, and the last at the bottom", () => {
    expect(places.drawnAt(0, 0)).toBe(0);
    expect(places.drawnAt(rows - 1, end)).toBe(places.heightPx - ROW_PX);
  });

  test("those that are seen are drawn one below the other, where they are seen", () => {
    for (const share of [0.1, 0.5, 0.9]) {
      const scrollTop = Math.round(share * end);
      const first = Math.floor(places.above(scrollTop) / ROW_PX);
      const drawn = Array.from({ length: 12 }, (_, at) => places.drawnAt(first + at, scrollTop));
      expect(drawn[0]).toBeLessThanOrEqual(scrollTop);
      expect(drawn[0]).toBeGreaterThan(scrollTop - ROW_PX - 1);
      expect(drawn).toEqual(drawn.map((_, at) => drawn[0]! + at * ROW_PX));
    }
  });

  test("none is drawn outside, from wherever one looks", () => {
    for (const scrollTop of [0, Math.round(end / 3), end]) {
      for (const place of [0, Math.floor(rows / 2), rows - 1]) {
        const px = places.drawnAt(place, scrollTop);
        expect(px).toBeGreaterThanOrEqual(0);
        expect(px).toBeLessThanOrEqual(places.heightPx - ROW_PX);
      }
    }
  });

  test("what is scrolled for brings what was asked for", () => {
    const px = Math.floor(rows * 0.7) * ROW_PX;
    expect(places.above(places.scrolledFor(px))).toBeCloseTo(px, 3);
  });
});

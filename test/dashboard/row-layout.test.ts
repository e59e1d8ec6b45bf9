// Row layout: exact for short tables, scaled for very long ones, where every row can still be reached.

import { describe, expect, test } from "bun:test";
import { HEIGHT_PX_MAX, RowLayout } from "../../src/dashboard/inventory/row-layout.ts";

const VIEWPORT_PX = 500;
const ROW_PX = 40;

test("in a short table, scrolling is not scaled", () => {
  const layout = new RowLayout({ rows: 100_000, rowPx: ROW_PX, viewportPx: VIEWPORT_PX });
  expect(layout.heightPx).toBe(100_000 * ROW_PX);
  for (const scrollTop of [0, 12_345, layout.heightPx - VIEWPORT_PX]) {
    expect(layout.rowsAbovePx(scrollTop)).toBe(scrollTop);
    for (const index of [0, 7, 99_999]) expect(layout.topPx(index, scrollTop)).toBe(index * ROW_PX);
  }
});

describe.each([[400_000], [1_000_000], [10_000_000]])("of %d rows", (rows) => {
  const layout = new RowLayout({ rows, rowPx: ROW_PX, viewportPx: VIEWPORT_PX });
  const end = layout.heightPx - VIEWPORT_PX;

  test("the container stays within the height that browsers can draw", () => {
    expect(layout.heightPx).toBe(HEIGHT_PX_MAX);
  });

  test("the first row is at the top, and the last at the bottom", () => {
    expect(layout.topPx(0, 0)).toBe(0);
    expect(layout.topPx(rows - 1, end)).toBe(layout.heightPx - ROW_PX);
  });

  test("visible rows are drawn one below the other, within the viewport", () => {
    for (const share of [0.1, 0.5, 0.9]) {
      const scrollTop = Math.round(share * end);
      const first = Math.floor(layout.rowsAbovePx(scrollTop) / ROW_PX);
      const drawn = Array.from({ length: 12 }, (_, at) => layout.topPx(first + at, scrollTop));
      expect(drawn[0]).toBeLessThanOrEqual(scrollTop);
      expect(drawn[0]).toBeGreaterThan(scrollTop - ROW_PX - 1);
      expect(drawn).toEqual(drawn.map((_, at) => drawn[0]! + at * ROW_PX));
    }
  });

  test("no row is drawn outside the container, at any scroll position", () => {
    for (const scrollTop of [0, Math.round(end / 3), end]) {
      for (const index of [0, Math.floor(rows / 2), rows - 1]) {
        const px = layout.topPx(index, scrollTop);
        expect(px).toBeGreaterThanOrEqual(0);
        expect(px).toBeLessThanOrEqual(layout.heightPx - ROW_PX);
      }
    }
  });

  test("scrollTopFor is the inverse of rowsAbovePx", () => {
    const px = Math.floor(rows * 0.7) * ROW_PX;
    expect(layout.rowsAbovePx(layout.scrollTopFor(px))).toBeCloseTo(px, 3);
  });
});

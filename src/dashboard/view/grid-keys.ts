// Where the keys lead within the table, as the grid pattern of the ARIA practices has them. Pure.

import { GRID_COLUMNS } from "../state/state.ts";

/** A place in the table: row 0 is the header. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface Extent {
  /** The last row; 0 where there is none but the header. */
  readonly lastRow: number;
  readonly pageRows: number;
}

export interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

const LAST_COLUMN = GRID_COLUMNS.length - 1;

/** Undefined for a key that leads nowhere. */
export function placeAfter(
  { row, column }: Place,
  { key, ctrlKey, metaKey }: Key,
  extent: Extent,
): Place | undefined {
  const { lastRow, pageRows } = extent;
  const farther = ctrlKey || metaKey;
  const to = (nextRow: number, nextColumn = column): Place => ({
    row: Math.min(Math.max(nextRow, 0), lastRow),
    column: Math.min(Math.max(nextColumn, 0), LAST_COLUMN),
  });
  switch (key) {
    case "ArrowUp":
      return to(farther ? 1 : row - 1);
    case "ArrowDown":
      return to(farther ? lastRow : row + 1);
    case "ArrowLeft":
      return to(row, farther ? 0 : column - 1);
    case "ArrowRight":
      return to(row, farther ? LAST_COLUMN : column + 1);
    case "Home":
      return to(farther ? 1 : row, 0);
    case "End":
      return to(farther ? lastRow : row, LAST_COLUMN);
    case "PageUp":
      return to(Math.max(row - pageRows, 1));
    case "PageDown":
      return to(row + pageRows);
    default:
      return undefined;
  }
}

/** What begins an edit by itself: a digit or a sign. */
export function beginsEdit({ key, ctrlKey, metaKey }: Key): boolean {
  return !ctrlKey && !metaKey && /^[0-9+\-−]$/.test(key);
}

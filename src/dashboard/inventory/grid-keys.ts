// Keyboard navigation in the table, as in the ARIA grid pattern. Pure.

/** Row 0 is the header. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

interface GridExtent {
  /** 0 if there is only the header. */
  readonly lastRow: number;
  readonly pageRows: number;
  readonly lastColumn: number;
}

export interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Undefined for a key that does not navigate. */
export function nextCell(
  { row, column }: CellPosition,
  { key, ctrlKey, metaKey }: Key,
  extent: GridExtent,
): CellPosition | undefined {
  const { lastRow, pageRows, lastColumn } = extent;
  const toEdge = ctrlKey || metaKey;
  const to = (nextRow: number, nextColumn = column): CellPosition => ({
    row: Math.min(Math.max(nextRow, 0), lastRow),
    column: Math.min(Math.max(nextColumn, 0), lastColumn),
  });
  switch (key) {
    case "ArrowUp":
      return to(toEdge ? 1 : row - 1);
    case "ArrowDown":
      return to(toEdge ? lastRow : row + 1);
    case "ArrowLeft":
      return to(row, toEdge ? 0 : column - 1);
    case "ArrowRight":
      return to(row, toEdge ? lastColumn : column + 1);
    case "Home":
      return to(toEdge ? 1 : row, 0);
    case "End":
      return to(toEdge ? lastRow : row, lastColumn);
    case "PageUp":
      return to(Math.max(row - pageRows, 1));
    case "PageDown":
      return to(row + pageRows);
    default:
      return undefined;
  }
}

/** Digits and signs begin an edit without Enter. */
export function beginsEdit({ key, ctrlKey, metaKey }: Key): boolean {
  return !ctrlKey && !metaKey && /^[0-9+\-−]$/.test(key);
}

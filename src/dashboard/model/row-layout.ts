// Where rows are drawn. Browsers limit the height of an element (Firefox 17.9, Chromium 33.5 million pixels), so in a very
// long table one pixel of scrolling moves the rows by several pixels.

export const ROW_PX = 40;
export const HEIGHT_PX_MAX = 15_000_000;

export class RowLayout {
  /** Height of the container of all rows. */
  readonly heightPx: number;
  /** Pixels of rows for each pixel of scrolling. */
  readonly #scale: number;

  /** `viewportPx` is the visible height for rows. */
  constructor(rows: number, viewportPx: number) {
    const wholePx = rows * ROW_PX;
    this.heightPx = Math.min(wholePx, HEIGHT_PX_MAX);
    // Such that the last row is at the bottom when scrolled to the end.
    this.#scale = wholePx === this.heightPx ? 1 : (wholePx - viewportPx) / (this.heightPx - viewportPx);
  }

  /** Pixels of rows above the viewport. */
  rowsAbovePx(scrollTop: number): number {
    return scrollTop * this.#scale;
  }

  /** The inverse of `rowsAbovePx`. */
  scrollTopFor(px: number): number {
    return px / this.#scale;
  }

  /** Offset of a row within the container. Clamped, as a row outside would make the container higher. */
  topPx(index: number, scrollTop: number): number {
    const px = Math.round(scrollTop - this.rowsAbovePx(scrollTop)) + index * ROW_PX;
    return Math.min(Math.max(px, 0), this.heightPx - ROW_PX);
  }
}

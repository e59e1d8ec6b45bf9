// Positions of rows. Browsers limit the height of an element (Firefox 17.9, Chromium 33.5 million pixels), so in a very
// long table one pixel of scrolling moves the rows by several pixels.

export const HEIGHT_PX_MAX = 15_000_000;

interface RowLayoutOptions {
  readonly rows: number;
  readonly rowPx: number;
  /** The visible height for rows. */
  readonly viewportPx: number;
}

export class RowLayout {
  /** Height of the container of all rows. */
  readonly heightPx: number;
  readonly rowPx: number;
  /** Pixels of rows for each pixel of scrolling. */
  readonly #scale: number;

  constructor({ rows, rowPx, viewportPx }: RowLayoutOptions) {
    const wholePx = rows * rowPx;
    this.rowPx = rowPx;
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
    const px = Math.round(scrollTop - this.rowsAbovePx(scrollTop)) + index * this.rowPx;
    return Math.min(Math.max(px, 0), this.heightPx - this.rowPx);
  }
}

// Where rows are drawn. Browsers draw no element higher than some millions of pixels (Firefox 17.9, Chromium 33.5), so in a
// table of very many rows a pixel of scrolling stands for several pixels of rows.

export const ROW_PX = 40;
export const HEIGHT_PX_MAX = 15_000_000;

export class RowPlaces {
  /** Of all rows together, as they are drawn. */
  readonly heightPx: number;
  readonly #scale: number;

  /** `seenPx` is the height in which rows are seen. */
  constructor(rows: number, seenPx: number) {
    const wholePx = rows * ROW_PX;
    this.heightPx = Math.min(wholePx, HEIGHT_PX_MAX);
    // Scrolled to the end, the last row is at the bottom.
    this.#scale = wholePx === this.heightPx ? 1 : (wholePx - seenPx) / (this.heightPx - seenPx);
  }

  /** Pixels of rows above those that are seen, scrolled so far. */
  above(scrollTop: number): number {
    return scrollTop * this.#scale;
  }

  /** How far to scroll for so many pixels of rows; the other way round. */
  scrolledFor(px: number): number {
    return px / this.#scale;
  }

  /** From the top of the first row that is drawn to that of this one. Never outside, which would add to the height. */
  drawnAt(place: number, scrollTop: number): number {
    const px = Math.round(scrollTop - this.above(scrollTop)) + place * ROW_PX;
    return Math.min(Math.max(px, 0), this.heightPx - ROW_PX);
  }
}

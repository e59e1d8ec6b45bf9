// A histogram's counts as plain numbers: adding a value looks up no labels, which would take half a µs.

/** 10 µs to 50 s: a list takes one of the former, and an update may wait for a lock as long as the latter. */
export const SECONDS: readonly number[] = [-5, -4, -3, -2, -1, 0, 1].flatMap((exponent) =>
  // Read as text: as a product, 5 · 10^-5 is not quite that.
  [1, 2, 5].map((digit) => Number(`${digit}e${exponent}`)),
);

/** How many values came at or below each bound, and above the one before it. */
export class Tally {
  readonly bounds: readonly number[];
  /** One more than there are bounds, for what is above them all. */
  readonly counts: Float64Array;
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  add(value: number): void {
    let at = 0;
    while (at < this.bounds.length && value > (this.bounds[at] as number)) at += 1;
    this.counts[at] = (this.counts[at] as number) + 1;
    this.sum += value;
  }

  /** `startedAt` as `performance.now()` told it. */
  addSecondsSince(startedAt: number): void {
    this.add((performance.now() - startedAt) / 1_000);
  }
}

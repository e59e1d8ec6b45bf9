// A histogram's counts as plain numbers: to add a value needs no look-up of labels, which takes half a µs in prom-client.

/** 10 µs to 50 s: a list takes some 10 µs, and an update may wait tens of seconds for a lock. */
export const SECONDS: readonly number[] = [-5, -4, -3, -2, -1, 0, 1].flatMap((exponent) =>
  // Parsed from text: the product 5 · 10^-5 is not exactly 0.00005.
  [1, 2, 5].map((digit) => Number(`${digit}e${exponent}`)),
);

/** The number of values in each bucket: at or below its bound, and above the previous one. */
export class Tally {
  readonly bounds: readonly number[];
  /** One more than bounds, for values above the last one. */
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

  /** `startedAt`: of `performance.now()`. */
  addSecondsSince(startedAt: number): void {
    this.add((performance.now() - startedAt) / 1_000);
  }
}

// Logarithmic axes: from a round number to a round number, with labels at round numbers alone.

const ROUND = [1, 2, 5];
/** Up to this many powers of ten, all round numbers fit as labels. */
const NARROW = 1.5;

export interface LogScale {
  readonly domain: readonly [number, number];
  readonly labels: readonly number[];
}

/** The domain of an axis for these values, which are above 0. */
export function logScale(values: readonly number[]): LogScale {
  const low = roundDown(Math.min(...values));
  const high = roundUp(Math.max(...values));
  const steps = Math.log10(high / low) <= NARROW ? ROUND : [1];
  const labels = powers(low, high)
    .flatMap((power) => steps.map((step) => exact(step * power)))
    .filter((value) => value >= low && value <= high);
  return { domain: [low, high], labels };
}

/**
 * The positions of labels for `values`, on such an axis of the given number of pixels, so that none overlap: at
 * least `gap` pixels apart, and none below its value.
 */
export function spread(
  values: readonly number[],
  { scale, pixels, gap }: { scale: LogScale; pixels: number; gap: number },
): readonly number[] {
  const [low, high] = scale.domain;
  const factor = (high / low) ** (gap / pixels);
  const places = [...values];
  let least = 0;
  for (const index of values
    .keys()
    .toArray()
    .toSorted((a, b) => (values[a] ?? 0) - (values[b] ?? 0))) {
    places[index] = Math.max(values[index] ?? 0, least);
    least = (places[index] ?? 0) * factor;
  }
  return places;
}

function powers(low: number, high: number): number[] {
  const first = Math.floor(Math.log10(low));
  const count = Math.ceil(Math.log10(high)) - first + 1;
  return Array.from({ length: count }, (_, at) => 10 ** (first + at));
}

function roundDown(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return exact(Math.max(...ROUND.filter((step) => step * power <= value)) * power);
}

function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return exact(Math.min(...[...ROUND, 10].filter((step) => step * power >= value)) * power);
}

/** Removes the rounding error of floating point. */
function exact(value: number): number {
  return Number(value.toPrecision(6));
}

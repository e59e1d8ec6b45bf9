// The measured values by name, one for each round, and their statistics for the report.

export class Samples {
  readonly #byName = new Map<string, number[]>();

  add(name: string, value: number): void {
    const values = this.#byName.get(name) ?? [];
    values.push(value);
    this.#byName.set(name, values);
  }

  /** The values in the order of the rounds; empty if not measured. */
  of(name: string): readonly number[] {
    return this.#byName.get(name) ?? [];
  }

  /** Computed for each round, because both entrants had the same noise in it. */
  ratios(name: string, other: string): readonly number[] {
    const others = this.of(other);
    return this.of(name)
      .slice(0, others.length)
      .map((value, round) => value / (others[round] as number));
  }
}

export function median(values: readonly number[]): number {
  const ascending = values.toSorted((a, b) => a - b);
  const middle = Math.floor(ascending.length / 2);
  const upper = ascending[middle] ?? Number.NaN;
  return ascending.length % 2 === 1 ? upper : ((ascending[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Standard deviation as a share of the mean. */
export function variation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1)) / mean;
}

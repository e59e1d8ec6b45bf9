// A histogram in prom-client's registry that reads its values from tallies when it is collected.

import { Histogram } from "prom-client";
import type { Tally } from "./tally.ts";

export type Labels = Readonly<Record<string, string>>;
export type LabelledTallies = () => readonly (readonly [labels: Labels, tally: Tally])[];

interface TalliedHistogramOptions {
  readonly name: string;
  readonly help: string;
  readonly tallies: LabelledTallies;
}

export class TalliedHistogram extends Histogram {
  readonly #name: string;
  readonly #help: string;
  readonly #tallies: LabelledTallies;

  constructor({ name, help, tallies }: TalliedHistogramOptions) {
    super({ name, help, registers: [] });
    this.#name = name;
    this.#help = help;
    this.#tallies = tallies;
  }

  /** Called by the registry. */
  getForPromString() {
    const values = this.#tallies().flatMap(([labels, tally]) => this.#valuesOf(labels, tally));
    return { name: this.#name, help: this.#help, type: "histogram", values };
  }

  #valuesOf(labels: Labels, { bounds, counts, sum }: Tally) {
    let count = 0;
    const buckets = [...bounds, "+Inf"].map((le, at) => {
      count += counts[at] as number;
      return { metricName: `${this.#name}_bucket`, labels: { ...labels, le }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${this.#name}_sum`, labels, value: sum },
      { metricName: `${this.#name}_count`, labels, value: count },
    ];
  }
}

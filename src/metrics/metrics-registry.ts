// prom-client's registry with the program's prefix, and with steps that run before each collection.

import { Counter, Gauge, type Metric, Registry } from "prom-client";
import { type LabelledTallies, TalliedHistogram } from "./tallied-histogram.ts";

const PREFIX = "petstock_";

export class MetricsRegistry {
  readonly #registry = new Registry();
  readonly #collectors: (() => void)[] = [];

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** The name ends in `_total`. */
  counter(name: string, help: string, ...labelNames: string[]): Counter<string> {
    return this.#added(new Counter({ name: PREFIX + name, help, labelNames, registers: [] }));
  }

  gauge(name: string, help: string, ...labelNames: string[]): Gauge<string> {
    return this.#added(new Gauge({ name: PREFIX + name, help, labelNames, registers: [] }));
  }

  histogram(name: string, help: string, tallies: LabelledTallies): void {
    this.#added(new TalliedHistogram({ name: PREFIX + name, help, tallies }));
  }

  /** `collect` brings metrics up to date whenever all are read. */
  beforeEach(collect: () => void): void {
    this.#collectors.push(collect);
  }

  /** All metrics, in Prometheus' text format. */
  text(): Promise<string> {
    for (const collect of this.#collectors) collect();
    return this.#registry.metrics();
  }

  #added<T extends Metric>(metric: T): T {
    this.#registry.registerMetric(metric);
    return metric;
  }
}

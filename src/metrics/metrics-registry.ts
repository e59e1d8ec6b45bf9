// prom-client's registry, with steps that run before the metrics are read. A metric's name is written in full where the metric
// is created, so that a search finds it.

import { Counter, Gauge, type Metric, Registry } from "prom-client";
import { type LabelledTallies, TalliedHistogram } from "./tallied-histogram.ts";

export class MetricsRegistry {
  readonly #registry = new Registry();
  readonly #collectors: (() => void | Promise<void>)[] = [];

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** The name ends in `_total`. */
  counter(name: string, help: string, ...labelNames: string[]): Counter<string> {
    return this.#added(new Counter({ name, help, labelNames, registers: [] }));
  }

  gauge(name: string, help: string, ...labelNames: string[]): Gauge<string> {
    return this.#added(new Gauge({ name, help, labelNames, registers: [] }));
  }

  histogram(name: string, help: string, tallies: LabelledTallies): void {
    this.#added(new TalliedHistogram({ name, help, tallies }));
  }

  /** `collect` updates metrics each time all are read. */
  beforeRead(collect: () => void | Promise<void>): void {
    this.#collectors.push(collect);
  }

  /** All metrics, in Prometheus' text format. */
  async text(): Promise<string> {
    for (const collect of this.#collectors) await collect();
    return this.#registry.metrics();
  }

  #added<T extends Metric>(metric: T): T {
    this.#registry.registerMetric(metric);
    return metric;
  }
}

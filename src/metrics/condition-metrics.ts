// Gauges of the service's condition, read when the metrics are read.

import type { Condition } from "../inventory/ports.ts";
import type { MetricsRegistry } from "./metrics-registry.ts";

const GAUGES: readonly (readonly [name: string, help: string, read: (condition: Condition) => number])[] = [
  [
    "petstock_ready",
    "1 where requests should come here, as /readyz says, else 0",
    ({ ready }) => Number(ready),
  ],
  ["petstock_inventory_revision", "the inventory's newest revision", ({ revision }) => revision],
  ["petstock_inventory_pets", "pets in the list", ({ pets }) => pets],
  ["petstock_queue_waiting", "updates that wait for their commit to begin", ({ waiting }) => waiting],
  ["petstock_list_bytes", "length of the list, uncompressed", ({ listBytes }) => listBytes],
  ["petstock_list_superseded_bytes", "replaced pages, kept for slow readers", (now) => now.supersededBytes],
  ["petstock_list_readers", "lists that are being sent in pages", ({ readers }) => readers],
];

export class ConditionMetrics {
  readonly #engine: string;
  readonly #gauges;
  readonly #databaseUp;

  constructor(registry: MetricsRegistry, { engine }: { engine: string }) {
    this.#engine = engine;
    this.#gauges = GAUGES.map(([name, help, read]) => ({ gauge: registry.gauge(name, help), read }));
    this.#databaseUp = registry.gauge(
      "petstock_database_up",
      "1 where the database answers, else 0",
      "engine",
    );
  }

  set(condition: Condition): void {
    for (const { gauge, read } of this.#gauges) gauge.set(read(condition));
    this.#databaseUp.set({ engine: this.#engine }, Number(condition.databaseUp));
  }
}

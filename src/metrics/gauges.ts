// Gauges: what is looked at when the metrics are read, of the service and of its process.

import { readdir } from "node:fs/promises";
import type { Condition } from "../inventory/ports.ts";
import type { MetricsRegistry } from "./metrics-registry.ts";

type Of = (condition: Condition) => number | Promise<number>;

const GAUGES: readonly (readonly [name: string, help: string, of: Of])[] = [
  ["ready", "1 where requests should come here, as /readyz says, else 0", ({ ready }) => Number(ready)],
  ["inventory_revision", "the inventory's newest revision", ({ revision }) => revision],
  ["inventory_pets", "pets in the list", ({ pets }) => pets],
  ["queue_waiting", "updates that wait for their commit to begin", ({ waiting }) => waiting],
  ["list_bytes", "length of the list, uncompressed", ({ listBytes }) => listBytes],
  ["list_superseded_bytes", "replaced pages, kept for slow readers", (now) => now.supersededBytes],
  ["list_readers", "lists that are being sent in pages", ({ readers }) => readers],
  ["process_resident_memory_bytes", "memory that is resident", () => process.memoryUsage.rss()],
  ["process_open_fds", "open file descriptors", openDescriptors],
  ["process_start_time_seconds", "when the process started, since 1970", () => performance.timeOrigin / 1000],
];

export class Gauges {
  readonly #engine: string;
  readonly #gauges;
  readonly #databaseUp;

  constructor(registry: MetricsRegistry, { engine }: { engine: string }) {
    this.#engine = engine;
    this.#gauges = GAUGES.map(([name, help, of]) => ({ gauge: registry.gauge(name, help), of }));
    this.#databaseUp = registry.gauge("database_up", "1 where the database answers, else 0", "engine");
    countProcessorTime(registry);
  }

  async set(condition: Condition): Promise<void> {
    for (const { gauge, of } of this.#gauges) gauge.set(await of(condition));
    this.#databaseUp.set({ engine: this.#engine }, Number(condition.databaseUp));
  }
}

function countProcessorTime(registry: MetricsRegistry): void {
  const seconds = registry.counter("process_cpu_seconds_total", "processor time, of all threads");
  registry.beforeEach(() => {
    const { user, system } = process.cpuUsage();
    seconds.reset();
    seconds.inc((user + system) / 1e6);
  });
}

/** NaN, which Prometheus takes for unknown, where the system does not tell. */
async function openDescriptors(): Promise<number> {
  const open = await readdir("/dev/fd").catch(() => undefined);
  // One of them is for this very look.
  return open === undefined ? Number.NaN : open.length - 1;
}

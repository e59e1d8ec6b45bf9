// Metrics of the process, under the names that all Prometheus clients use. Not prom-client's own collection: it walks the
// heap, which blocked a scrape for 200 ms with two million objects.

import { countDescriptors, descriptorLimit } from "../files/descriptors.ts";
import type { MetricsRegistry } from "./metrics-registry.ts";

/** NaN means unknown to Prometheus. */
type Read = () => number;

const GAUGES: readonly (readonly [name: string, help: string, read: Read])[] = [
  ["process_resident_memory_bytes", "resident memory", () => process.memoryUsage.rss()],
  ["process_open_fds", "open file descriptors", countDescriptors],
  ["process_max_fds", "limit of open file descriptors", descriptorLimit],
  ["process_start_time_seconds", "start of the process, since 1970", () => performance.timeOrigin / 1_000],
];

export function addProcessMetrics(registry: MetricsRegistry): void {
  for (const [name, help, read] of GAUGES) {
    const gauge = registry.gauge(name, help);
    registry.beforeRead(() => gauge.set(orUnknown(read)));
  }
  const seconds = registry.counter("process_cpu_seconds_total", "processor time of all threads");
  registry.beforeRead(() => {
    const { user, system } = process.cpuUsage();
    seconds.reset();
    seconds.inc((user + system) / 1e6);
  });
}

/** The runtime reads some figures from files, for which there may be no descriptor. */
function orUnknown(read: Read): number {
  try {
    return read();
  } catch {
    return Number.NaN;
  }
}

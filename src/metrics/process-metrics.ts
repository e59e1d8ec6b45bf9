// Metrics of the process, under the names that all Prometheus clients use. Not prom-client's own collection: it walks the
// heap, which blocked a scrape for 200 ms with two million objects.

import { readdir, readFile } from "node:fs/promises";
import type { MetricsRegistry } from "./metrics-registry.ts";

type Read = () => number | Promise<number>;

const GAUGES: readonly (readonly [name: string, help: string, read: Read])[] = [
  ["process_resident_memory_bytes", "resident memory", () => process.memoryUsage.rss()],
  ["process_open_fds", "open file descriptors", countOpenDescriptors],
  ["process_max_fds", "limit of open file descriptors", readDescriptorLimit],
  ["process_start_time_seconds", "start of the process, since 1970", () => performance.timeOrigin / 1_000],
];

export function addProcessMetrics(registry: MetricsRegistry): void {
  for (const [name, help, read] of GAUGES) {
    const gauge = registry.gauge(name, help);
    registry.beforeRead(async () => gauge.set(await read()));
  }
  const seconds = registry.counter("process_cpu_seconds_total", "processor time of all threads");
  registry.beforeRead(() => {
    const { user, system } = process.cpuUsage();
    seconds.reset();
    seconds.inc((user + system) / 1e6);
  });
}

/** NaN, which means unknown to Prometheus, if the system does not provide it. */
async function countOpenDescriptors(): Promise<number> {
  const open = await readdir("/dev/fd").catch(() => undefined);
  // One of them is the folder that is being read.
  return open === undefined ? Number.NaN : open.length - 1;
}

/** The soft limit, from /proc (proc_pid_limits(5)); NaN without it. */
async function readDescriptorLimit(): Promise<number> {
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const [, soft] = /^Max open files\s+(\S+)/m.exec(limits) ?? [];
  if (soft === undefined) return Number.NaN;
  return soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft);
}

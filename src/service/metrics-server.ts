// The metrics, and the listener that serves them, if the settings enable them.

import type { Config, MetricsAddress } from "../config.ts";
import { type MetricsOptions, metricsOperation } from "../http/metrics.ts";
import type { HandlerPorts } from "../http/operation.ts";
import type { RouteTable } from "../http/dispatch.ts";
import { type RunningServer, startServer } from "../http/server.ts";
import type { PrometheusMetrics } from "../metrics/prometheus-metrics.ts";
import type { Build } from "../version.ts";

/** The listener for metrics cannot be opened; `cause` is the system's error. */
export class MetricsAddressError extends Error {
  override readonly name = "MetricsAddressError";
}

interface Prometheus {
  readonly address: Exclude<MetricsAddress, "off">;
  readonly metrics: PrometheusMetrics;
}

/** Undefined if metrics are off: then their library, which takes 30 ms to load, is not loaded. */
export async function openPrometheus(
  options: Pick<Config, "database" | "queueLimit" | "metricsAddress" | "storeName"> & {
    readonly build: Build;
  },
): Promise<Prometheus | undefined> {
  const { database, queueLimit, metricsAddress: address, build, storeName } = options;
  if (address === "off") return undefined;
  const { PrometheusMetrics } = await import("../metrics/prometheus-metrics.ts");
  return {
    address,
    metrics: new PrometheusMetrics({ engine: database.engine, queueLimit, build, storeName }),
  };
}

export async function startMetricsServer(
  prometheus: Prometheus | undefined,
  parts: Omit<MetricsOptions, "registry">,
  ports: HandlerPorts,
): Promise<RunningServer | undefined> {
  if (prometheus === undefined) return undefined;
  const { address, metrics: registry } = prometheus;
  const routes: RouteTable = { "/metrics": { GET: metricsOperation({ registry, ...parts }) } };
  try {
    return startServer({ ...address, routes, notFoundHint: "Metrics are at GET /metrics.", ...ports });
  } catch (cause) {
    throw new MetricsAddressError("the metrics' address cannot be listened on", { cause });
  }
}

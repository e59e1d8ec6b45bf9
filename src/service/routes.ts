// The route table of the service: the operations of both contracts with their limits, pages, and health checks.

import { IncomingBodies } from "../admin/incoming-bodies.ts";
import { KeyTurns } from "../inventory/key-turns.ts";
import { adminOperationIds, adminRoutes } from "../admin/routes.ts";
import { TaskSlots } from "../admin/task-slots.ts";
import type { Config } from "../config.ts";
import { authenticator, strangerLimit } from "../http/authenticate.ts";
import { livez, readyz } from "../http/health.ts";
import { listInventory } from "../http/list-inventory.ts";
import { MCP_PATH } from "../http/api-paths.ts";
import { inProcess } from "../http/in-process.ts";
import type { KeyRate } from "../http/key-rate.ts";
import type { HandlerPorts } from "../http/operation.ts";
import { limitRequests } from "../http/requests-limit.ts";
import type { RouteTable } from "../http/dispatch.ts";
import { type Rate, TokenBuckets } from "../http/token-buckets.ts";
import { updateInventory } from "../http/update-inventory.ts";
import type { MeasuredMethods } from "../http/with-metrics.ts";
import { type Metrics, noMetrics } from "../inventory/metrics.ts";
import { steadyClock, systemClock } from "../inventory/clock.ts";
import type { Log } from "../inventory/log.ts";
import type { InventoryStore } from "../inventory/store.ts";
import { mcp } from "../mcp/endpoint.ts";
import { pageRoutes } from "../pages/pages.ts";
import type { Core } from "./core.ts";
import type { Build } from "../version.ts";

/**
 * Reads of the ledger at a time. On SQLite each page takes up to 10 ms of the thread that serves requests, which run between two of them.
 * On PostgreSQL each takes a connection: two of those that imports and undos leave.
 */
const LEDGER_READS = { sqlite: 1, postgres: 2 } as const;

interface RouteOptions
  extends
    Pick<Config, "database" | "storeName" | "refusalLimit" | "requestsLimit" | "corsOrigins">,
    HandlerPorts {
  /** Undefined if there is no limit. */
  readonly keyRate: KeyRate | undefined;
  readonly store: InventoryStore;
  readonly log: Log;
  readonly metrics: Metrics | undefined;
  readonly build: Build;
}

export function routesOf(
  {
    keys,
    endings,
    snapshot,
    readerMemory,
    downloads,
    queue,
    feed,
    deliveries,
    hookAddresses,
    readiness,
  }: Core,
  {
    clientOf,
    refusals,
    corsOrigins,
    store,
    log,
    metrics,
    build: { version },
    database: { engine },
    storeName,
    keyRate,
    refusalLimit,
    requestsLimit,
  }: RouteOptions,
): RouteTable {
  const admitStranger = strangerLimit(clientOf, bucketsOf(refusalLimit));
  const authenticate = authenticator({ keys, keyRate, admitStranger });
  const bodies = new IncomingBodies(endings);
  const operations = limitRequests(requestsLimit, authenticate, (admit) => ({
    "/v1/inventory": { GET: listInventory({ authenticate: admit, snapshot, downloads }) },
    "/v1/inventory/:petId": { PATCH: updateInventory({ authenticate: admit, queue }) },
    ...adminRoutes({
      authenticate: admit,
      admitStranger,
      clientOf,
      snapshot,
      version,
      storeName,
      readerMemory,
      downloads,
      queue,
      feed,
      deliveries,
      hookAddresses,
      store,
      keys,
      slots: new TaskSlots(),
      taskSlots: new TaskSlots(),
      bodies,
      readTurns: new KeyTurns(),
      previewTurns: new KeyTurns(),
      ledgerTurns: new KeyTurns(LEDGER_READS[engine]),
      chargeRate: ({ id }, changes) => keyRate?.charge(id, changes),
      clock: systemClock,
      log,
      metrics: metrics ?? noMetrics,
    }),
  }));
  const call = inProcess(operations, { clientOf, refusals });
  return {
    ...operations,
    [MCP_PATH]: {
      POST: mcp({
        authenticate,
        endings,
        call,
        bodies,
        snapshot,
        labels: store.labels,
        corsOrigins,
        version,
        storeName,
        clock: systemClock,
        log,
      }),
    },
    ...pageRoutes(version),
    "/livez": { GET: livez },
    "/readyz": { GET: readyz(readiness, version) },
  };
}

/** The operations of both contracts, which the metrics count by name. */
export const MEASURED: Readonly<Record<string, MeasuredMethods>> = {
  "/v1/inventory": { GET: "listInventory" },
  "/v1/inventory/:petId": { PATCH: "updateInventory" },
  ...adminOperationIds(),
  [MCP_PATH]: { POST: "mcp" },
};

/** Undefined if there is no limit. */
function bucketsOf(rate: Rate | undefined): TokenBuckets | undefined {
  return rate && new TokenBuckets(rate, { clock: steadyClock });
}

// Concurrent scrapes share database queries, and metrics agree with /readyz while the list is loaded for the first time.

import { expect, test } from "bun:test";
import { metricsOperation } from "../../src/http/metrics.ts";
import type { Gauges } from "../../src/inventory/metrics.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { Snapshot } from "../../src/snapshot/snapshot.ts";
import { silent } from "../snapshot/model-inventory.ts";
import { openSqlite } from "../sqlite/embedded.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

test("a hundred concurrent requests share a few queries", async () => {
  using folder = new TemporaryFolder();
  await using real = await openSqlite(folder.file("some.db"));
  let queries = 0;
  const store: Pick<InventoryStore, "ping" | "storageUse"> = {
    ping: () => real.ping(),
    storageUse() {
      queries += 1;
      return real.storageUse();
    },
  };
  const snapshot = new Snapshot(real, { log: silent });
  const scrape = scraper({ store, snapshot, show: ({ storage }) => String(storage?.databaseBytes) });
  const replies = await Promise.all(Array.from({ length: 100 }, scrape));
  expect(new Set(replies.map(({ body }) => body))).toHaveProperty("size", 1);
  // Two for scrapes that wait for the list to load, and two for later scrapes.
  expect(queries).toBeLessThanOrEqual(4);
});

test("a server that has not loaded its list is not ready", async () => {
  using folder = new TemporaryFolder();
  await using store = await openSqlite(folder.file("some.db"));
  const reading = Promise.withResolvers<void>();
  const slow: Pick<InventoryStore, "changesSince" | "readChanges" | "readAll"> = {
    changesSince: (known) => store.changesSince(known),
    readChanges: (known, onChanges) => store.readChanges(known, onChanges),
    readAll: (onPage) => reading.promise.then(() => store.readAll(onPage)),
  };
  const snapshot = new Snapshot(slow, { log: silent });
  const scrape = scraper({ store, snapshot, show: ({ ready }) => String(ready) });
  expect((await scrape()).body).toBe("false");
  reading.resolve();
  await until("the list to be read", () => snapshot.isLoaded);
  expect((await scrape()).body).toBe("true");
});

interface ScraperOptions {
  readonly store: Pick<InventoryStore, "ping" | "storageUse">;
  readonly snapshot: Snapshot;
  readonly show: (condition: Gauges) => string;
}

/** Returns a function that requests metrics. The body of the response is the result of `show`. */
function scraper({ store, snapshot, show }: ScraperOptions) {
  const look = metricsOperation({
    registry: { contentType: "text/plain", text: async (condition) => show(condition) },
    store,
    keys: { firstExpiry: () => undefined },
    certificate: undefined,
    snapshot,
    readerMemory: { heldBytes: 0, count: 0 },
    queue: { waiting: 0 },
    feed: { count: 0, limit: 0 },
    deliveries: { counts: { active: 0, failing: 0, paused: 0, stopped: 0 } },
    log: { linesDropped: 0 },
    isStopping: () => false,
  });
  return async () => look(new Request("http://localhost/metrics"), "id", { port: 0 } as never);
}

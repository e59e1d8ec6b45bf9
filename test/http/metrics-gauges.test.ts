// Concurrent scrapes share database queries, and metrics agree with /readyz while the list is loaded for the first time.

import { expect, test } from "bun:test";
import { metricsOperation } from "../../src/http/metrics.ts";
import type { Gauges } from "../../src/inventory/ports.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { Snapshot } from "../../src/snapshot/snapshot.ts";
import { silent } from "../snapshot/model-inventory.ts";
import { openSqlite } from "../sqlite/embedded.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

test("a hundred concurrent requests share a few queries", async () => {
  using folder = new TemporaryFolder();
  await using real = await openSqlite(folder.file("some.db"));
  let questions = 0;
  const store: Pick<InventoryStore, "ping" | "storageUse"> = {
    ping: () => real.ping(),
    storageUse() {
      questions += 1;
      return real.storageUse();
    },
  };
  const snapshot = new Snapshot(real, { log: silent });
  const ask = asking({ store, snapshot, show: ({ storage }) => String(storage?.databaseBytes) });
  const replies = await Promise.all(Array.from({ length: 100 }, ask));
  expect(new Set(replies.map(({ body }) => body))).toHaveProperty("size", 1);
  // Two for those that wait for the list to be read, and two for those that come after.
  expect(questions).toBeLessThanOrEqual(4);
});

test("a server that has not loaded its list is not ready", async () => {
  using folder = new TemporaryFolder();
  await using store = await openSqlite(folder.file("some.db"));
  const reading = Promise.withResolvers<void>();
  const slow: Pick<InventoryStore, "changesSince" | "readAll"> = {
    changesSince: (known) => store.changesSince(known),
    readAll: (onPage) => reading.promise.then(() => store.readAll(onPage)),
  };
  const snapshot = new Snapshot(slow, { log: silent });
  const ask = asking({ store, snapshot, show: ({ ready }) => String(ready) });
  expect((await ask()).body).toBe("false");
  reading.resolve();
  await until("the list to be read", () => snapshot.isLoaded);
  expect((await ask()).body).toBe("true");
});

interface Asked {
  readonly store: Pick<InventoryStore, "ping" | "storageUse">;
  readonly snapshot: Snapshot;
  readonly show: (condition: Gauges) => string;
}

/** A request for metrics, of which the body is what `show` gives. */
function asking({ store, snapshot, show }: Asked) {
  const look = metricsOperation({
    registry: { contentType: "text/plain", text: async (condition) => show(condition) },
    store,
    keys: { firstExpiry: () => undefined },
    certificate: undefined,
    snapshot,
    queue: { waiting: 0 },
    log: { linesDropped: 0 },
    isStopping: () => false,
  });
  return async () => look(new Request("http://localhost/metrics"), "id", { port: 0 } as never);
}

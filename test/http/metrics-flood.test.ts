// Metrics need no key: many requests for them at once must not keep the store's connections busy.

import { expect, test } from "bun:test";
import { showMetrics } from "../../src/http/metrics.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { Snapshot } from "../../src/snapshot/snapshot.ts";
import { silent } from "../snapshot/model-inventory.ts";
import { openSqlite } from "../sqlite/embedded.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

test("a hundred requests at once ask the store for its size a few times", async () => {
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
  const look = showMetrics({
    shown: { contentType: "text/plain", text: async ({ storage }) => String(storage?.databaseBytes) },
    store,
    keys: { firstExpiry: () => undefined },
    certificate: undefined,
    snapshot: new Snapshot(real, { log: silent }),
    queue: { waiting: 0 },
    log: { linesDropped: 0 },
    isStopping: () => false,
  });
  const ask = () => look(new Request("http://localhost/metrics"), "id", { port: 0 } as never);
  const replies = await Promise.all(Array.from({ length: 100 }, ask));
  expect(new Set(replies.map(({ body }) => body))).toHaveProperty("size", 1);
  // Two for those that wait for the list to be read, and two for those that come after.
  expect(questions).toBeLessThanOrEqual(4);
});

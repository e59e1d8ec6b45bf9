// The alerts of low stock: each pet that becomes low is reported, through outages of the service, of the receiver, and a kill.

import { expect, setDefaultTimeout, test } from "bun:test";
import { PetstockAdmin } from "../../src/client/client.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { Integration } from "./integration.ts";

setDefaultTimeout(60_000);

const LARGE = 9_223_372_036_854_775_807n;
const ROWS = ["1,5,available", "2,5,available", "3,5,sold", `${LARGE},5,available`];

test("each pet that becomes low is reported once, also if that happened during an outage", async () => {
  const alerts: string[] = [];
  const refusals = [503, 500];
  using receiver = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { text } = (await request.json()) as { text: string };
      const status = refusals.shift() ?? 204;
      if (status === 204) alerts.push(text);
      return new Response(null, { status });
    },
  });
  await using service = await TestService.start({ rows: ROWS });
  const admin = new PetstockAdmin({ url: service.url, apiKey: await service.makeKey("--role", "manager") });
  await admin.putLabels([1n, 2n, 3n, LARGE].map((petId) => ({ petId, name: `Pet ${petId}`, low: 2 })));
  using watcher = await Integration.of(service, "low-stock-alert.mjs", { role: "reader" });
  const env = { ALERT_URL: receiver.url.href };
  const set = (petId: bigint, quantity: number) => admin.applyChanges({ changes: [{ petId, quantity }] });
  const recorded = (ids: string[]) =>
    until(`${ids} to be recorded`, async () => {
      const text = await Bun.file(watcher.folder.file("low.json"))
        .text()
        .catch(() => "[]");
      return JSON.parse(text).toSorted().join() === ids.join();
    });

  await using first = killed(watcher.spawn([], env));
  await set(1n, 2);
  await set(3n, 1);
  await recorded(["1"]);
  expect(alerts).toEqual(["Pet 1 is low: 2 left (pet 1, low at 2)"]);
  await first[Symbol.asyncDispose]();

  await set(1n, 9);
  await set(LARGE, 0);
  await using second = killed(watcher.spawn([], env));
  await recorded([String(LARGE)]);
  await set(2n, 1);
  await admin.applyChanges({ changes: [{ petId: 1n, label: { low: 10 } }] });
  await recorded(["1", "2", String(LARGE)]);
  await second[Symbol.asyncDispose]();
  expect(alerts.slice(1)).toEqual([
    `Pet ${LARGE} is low: 0 left (pet ${LARGE}, low at 2)`,
    "Pet 2 is low: 1 left (pet 2, low at 2)",
    "Pet 1 is low: 9 left (pet 1, low at 10)",
  ]);
});

/** Ends without a chance to write. */
function killed(child: Bun.Subprocess): AsyncDisposable {
  return {
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

// A search of the ledger that ends early, with how far it has come: the client and the command line go on from there.

import { expect, setDefaultTimeout, test } from "bun:test";
import { PetstockAdmin } from "../../src/client/client.ts";
import { petstock } from "../support/petstock.ts";
import { shared } from "../support/shared.ts";
import { LongLedger, WENT_ON } from "./long-ledger.ts";

setDefaultTimeout(60_000);

const ledger = shared(await LongLedger.start());
const admin = new PetstockAdmin({ url: ledger.url, apiKey: ledger.key });

test("the iterator of movements goes on, and gives the one that was found", async () => {
  const found = await Array.fromAsync(admin.movements({ reason: "lost" }));
  expect(found.map(({ revision }) => revision)).toEqual([2]);
  expect(ledger.takeSearches()).toEqual(WENT_ON);
});

test("a page says how far the search has come", async () => {
  const { next, ...page } = await admin.movementPage({ reason: "lost" });
  expect(page).toEqual({ entries: [], searchedBackTo: "2026-03-01T09:30:00.000Z" });
  const second = await admin.movementPage({ reason: "lost", cursor: next! });
  const third = await admin.movementPage({ reason: "lost", cursor: second.next! });
  expect(third).toMatchObject({ entries: [{ revision: 2 }], next: null });
  expect(ledger.takeSearches()).toEqual(WENT_ON);
});

test("petstock history goes on", async () => {
  const env = { PETSTOCK_URL: ledger.url, PETSTOCK_API_KEY: ledger.key };
  const { stdout } = await petstock(["history", "--reason", "lost", "--json"], { env });
  expect(stdout.match(/"revision":\d+/g)).toEqual(['"revision":2']);
  expect(ledger.takeSearches()).toEqual(WENT_ON);
});

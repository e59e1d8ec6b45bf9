// The dashboard's activity, and the sums by reason: a search of the ledger that ends early goes on.

import { expect, setDefaultTimeout, test } from "bun:test";
import { PetstockAdmin } from "../../src/client/client.ts";
import { NO_FILTER } from "../../src/dashboard/history/activity-filter.ts";
import { readActivity } from "../../src/dashboard/history/activity-source.ts";
import { readReasonSums } from "../../src/dashboard/trends/reason-sums.ts";
import { stillSearching } from "../client/gateway.ts";
import { LongLedger, WENT_ON } from "../client/long-ledger.ts";
import { rejection } from "../client/rejection.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

const ledger = shared(await LongLedger.start());
const admin = new PetstockAdmin({ url: ledger.url, apiKey: ledger.key });
const read = (reason: string, signal: AbortSignal = new AbortController().signal) =>
  readActivity(admin, { filter: { ...NO_FILTER, reason }, cursor: undefined, signal });

test("the activity goes on within one portion", async () => {
  const { entries, cursor } = await read("lost");
  expect(entries).toMatchObject([{ revision: 2, reason: "lost", pets: 1, quantityChange: -1 }]);
  expect(cursor).toBeUndefined();
  expect(ledger.takeSearches()).toEqual(WENT_ON);
});

test("the activity is empty once the whole ledger was searched", async () => {
  expect(await read("damaged")).toEqual({ entries: [], cursor: undefined });
  expect(ledger.takeSearches()).toEqual(WENT_ON);
});

test("the activity ends its search when the user leaves", async () => {
  const stop = new AbortController();
  ledger.gateway.next(() => {
    stop.abort(new Error("left"));
    return stillSearching(5);
  });
  expect(await rejection(read("lost", stop.signal))).toMatchObject({ message: "left" });
  expect(ledger.takeSearches()).toEqual([null]);
});

test("the sums by reason are those of the whole period", async () => {
  const signal = new AbortController().signal;
  const options = { since: new Date(0), max: 1_000, signal, onProgress: () => {} };
  const { movements, readSince } = await readReasonSums(admin, options);
  // The pages that were empty stand for the revisions 4 to 6.
  expect([movements, readSince]).toEqual([2, undefined]);
  expect(ledger.takeSearches()).toEqual(WENT_ON);
});

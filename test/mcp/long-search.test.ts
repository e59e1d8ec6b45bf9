// petstock mcp: a search of the ledger that ends early goes on within one call of the tool history.

import { expect, setDefaultTimeout, test } from "bun:test";
import { LongLedger, WENT_ON } from "../client/long-ledger.ts";
import { shared } from "../support/shared.ts";
import { Assistant } from "./assistant.ts";

setDefaultTimeout(60_000);

const ledger = shared(await LongLedger.start());
const assistant = shared(await Assistant.start({ url: ledger.url, key: ledger.key }));

test("history finds the movement behind two searches that ended early", async () => {
  const answer = await assistant.call("history", { reason: "lost" });
  expect(answer["movements"]).toMatchObject([{ revision: 2, petId: 1, reason: "lost" }]);
  expect([answer["next"], "searchedBackTo" in answer]).toEqual([null, false]);
  expect(ledger.takeSearches()).toEqual(WENT_ON);
});

test("history says that there is none once the whole ledger was searched", async () => {
  expect(await assistant.call("history", { reason: "damaged" })).toEqual({ movements: [], next: null });
  expect(ledger.takeSearches()).toEqual(WENT_ON);
});

// A store keeps nothing in memory of the queries and updates that it has answered.

import { heapStats } from "bun:jsc";
import { expect, setDefaultTimeout, test } from "bun:test";
import { createPet, positionOf, setTo } from "../store/engine.ts";
import { sized } from "../support/sizes.ts";
import { openNewStore } from "./opened-store.ts";

setDefaultTimeout(120_000);

const QUERIES = sized({ quick: 5_000, hours: 200_000 });
const UPDATES = QUERIES / 10;
/** A leak keeps several objects for each query and update. */
const OBJECTS_MAX = QUERIES;

test("queries and updates leave nothing in memory", async () => {
  await using setting = await openNewStore();
  const { store } = setting;
  await store.commit([createPet(1n, 0)]);
  const work = async () => {
    const position = await positionOf(store);
    for (let asked = 0; asked < QUERIES; asked += 100) {
      await Promise.all(Array.from({ length: 100 }, () => store.changesSince(position)));
    }
    for (let quantity = 1; quantity <= UPDATES; quantity++) await store.commit([setTo(1n, quantity % 100)]);
  };
  const objects = () => {
    Bun.gc(true);
    return heapStats().objectCount;
  };
  await work();
  const before = objects();
  await work();
  expect(objects() - before).toBeLessThan(OBJECTS_MAX);
});

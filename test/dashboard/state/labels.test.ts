// Labels: read with the list, found, and kept up to date.

import { expect, test } from "bun:test";
import type { Matches } from "./network.ts";
import { TestPage } from "./page.ts";
import { startShop } from "./shop.ts";

const isLabels: Matches = ({ path }) => path === "/admin/v1/labels";
/** More than a block (data/label-block.ts). */
const PETS = 5_000;

const IDS = Array.from({ length: PETS }, (_, at) => at * 3 + 1);
const BIG = "9007199254740993";

const { service, key, admin } = await startShop([], "--role", "manager");
await admin.applyRows(`petId,quantity\n${[...IDS, BIG].map((petId) => `${petId},5\n`).join("")}`);
await admin.putLabels([
  ...IDS.map((petId) => ({ petId, name: `Rex ${petId}`, kind: petId % 2 === 0 ? "dog" : "cat", low: 4 })),
  { petId: BIG, name: "Señor “Zoë”", kind: null, code: "4006381333931", low: 5 },
]);

async function open(): Promise<TestPage> {
  const page = await TestPage.open(service, { key });
  await page.until("the labels", ({ labelsVersion }) => labelsVersion > 0);
  return page;
}

test("each label keeps every digit and sign, and is found by its words and its code", async () => {
  using page = await open();
  const { pets } = page.dashboard;
  const big = 9_007_199_254_740_993n;
  const label = { petId: big, name: "Señor “Zoë”", kind: null, code: "4006381333931", low: 5 };
  expect([pets.label(big), pets.label(2n)]).toEqual([label, undefined]);
  expect([pets.find("4006381333931"), pets.find("0004"), pets.find("400638")]).toEqual([big, 4n, undefined]);
  expect([await pets.search("zoe", 5), await pets.search("rex 14998 cat", 5)]).toEqual([[big], []]);
  expect(await pets.search("REX 14998", 5)).toEqual([14998n]);
  expect(await pets.search("4006", 5)).toEqual([4006n, big]);
  expect(pets.attention("low", 5)).toEqual({ total: 1, petIds: [big] });
});

test("an own change is shown at once; a change by others when the page is shown again", async () => {
  using page = await open();
  const { pets, live } = page.dashboard;
  await admin.putLabels([{ petId: 4, name: "Mia" }]);
  live.labelsChanged([{ petId: 4n, name: "Mia", kind: "dog", code: null, low: 4 }]);
  expect(pets.label(4n)).toMatchObject({ name: "Mia" });
  const version = page.state.labelsVersion;
  await page.until("all labels again", ({ labelsVersion }) => labelsVersion > version);
  expect(await pets.search("mia", 5)).toEqual([4n]);
  await admin.putLabels([{ petId: 7, name: "Balu" }]);
  page.hide()();
  await page.until("the change", () => pets.label(7n)?.name === "Balu");
});

test("unchanged labels are not sent again", async () => {
  using page = await open();
  const version = page.state.labelsVersion;
  const before = page.network.countOf(isLabels);
  page.hide()();
  await page.until("another request", () => page.network.countOf(isLabels) > before);
  await service.update(key, 1, 6);
  await page.shows(1, 6);
  expect(page.state.labelsVersion).toBe(version);
});

test("labels that break off are read again", async () => {
  using page = await TestPage.open(service);
  const release = page.network.halve(isLabels);
  page.dashboard.session.signIn(key, { remember: false });
  await page.until("the request", () => page.network.countOf(isLabels) === 1);
  expect(page.dashboard.pets.label(1n)).toBeUndefined();
  release();
  await page.until("the labels", ({ labelsVersion }) => labelsVersion > 0);
  expect(page.dashboard.pets.label(1n)).toMatchObject({ name: "Rex 1" });
});

test("where the service denies them, there are none, and they are asked for once", async () => {
  using page = await TestPage.open(service);
  page.network.deny(isLabels);
  await page.signIn(key);
  await page.until("the request", () => page.network.countOf(isLabels) === 1);
  await service.update(key, 1, 7);
  await page.shows(1, 7);
  expect([page.network.countOf(isLabels), page.dashboard.pets.hasLabels]).toEqual([1, false]);
});

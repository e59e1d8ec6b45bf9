// Who changed the rows on the screen last: asked for these alone, a few at once.

import { expect, test } from "bun:test";
import { LastChanges } from "../../../src/dashboard/data/last-change.ts";
import { until } from "../../support/until.ts";
import type { Matches } from "./network.ts";
import { TestPage } from "./page.ts";
import { startShop } from "./shop.ts";

const PETS = Array.from({ length: 30 }, (_, at) => at + 1);

const { service, key } = await startShop(PETS.map((petId) => `${petId},5,available`));
const colleague = await service.makeKey("--name", "colleague");

const isMovements: Matches = ({ path }) => path === "/admin/v1/movements";
const some = (count: number) => PETS.slice(0, count).map(BigInt);

async function open(): Promise<TestPage> {
  const page = await TestPage.open(service, { key });
  await page.until("the key to be known", ({ me }) => me !== undefined);
  return page;
}

test("rows on the screen get their last change, and a new one when somebody changes them", async () => {
  using page = await open();
  const { lastChanges } = page.dashboard;
  lastChanges.want([1n, 2n]);
  await until("both to be known", () => lastChanges.get(1n) && lastChanges.get(2n));
  expect(lastChanges.get(1n)).toMatchObject({ reason: "import", note: null });
  await service.update(colleague, 2, 8);
  await until("the colleague", () => lastChanges.get(2n)?.actor === "key:colleague");
  page.edit(2, "9");
  await until("the own change", () => lastChanges.get(2n)?.actor === "key:test");
  expect(lastChanges.get(3n)).toBeUndefined();
});

test("at most four are asked for at once, and rows that were scrolled away are not asked for", async () => {
  using page = await open();
  const { lastChanges } = page.dashboard;
  const release = page.network.hold(isMovements);
  lastChanges.want(some(20));
  await until("four requests", () => page.network.countOf(isMovements) === 4);
  lastChanges.want([30n]);
  release();
  await until("the last row", () => lastChanges.get(30n));
  expect(page.network.countOf(isMovements)).toBe(5);
  lastChanges.want(some(20));
  await until("all to be known", () => some(20).every((petId) => lastChanges.get(petId)));
  expect(page.network.countOf(isMovements)).toBe(21);
});

test("an answer from before a change is not kept", async () => {
  using page = await open();
  const { lastChanges } = page.dashboard;
  const held = page.network.pause(isMovements);
  lastChanges.want([1n]);
  await until("the request", () => page.network.countOf(isMovements) === 1);
  await held.send();
  await service.update(colleague, 1, 8);
  await page.shows(1, 8);
  held.deliver();
  await until("the colleague", () => lastChanges.get(1n)?.actor === "key:colleague");
});

test("where the service denies it, it is asked once", async () => {
  using page = await open();
  const { lastChanges } = page.dashboard;
  const allow = page.network.deny(isMovements);
  lastChanges.want([1n]);
  await until("the request", () => page.network.countOf(isMovements) === 1);
  await service.update(colleague, 2, 8);
  await page.shows(2, 8);
  allow();
  lastChanges.want([2n]);
  // Asks later, and is answered.
  const { store, session } = page.dashboard;
  const other = new LastChanges({ store, admin: () => session.admin });
  other.want([2n]);
  await until("the other's answer", () => other.get(2n));
  expect([page.network.countOf(isMovements), lastChanges.get(2n)]).toEqual([2, undefined]);
});

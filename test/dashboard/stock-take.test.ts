// A stock-take without a browser: its real state on a real service. Counts survive reloads, sales meanwhile are not lost, and the
// differences are applied once.

import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { StockTake } from "../../src/dashboard/count/stock-take.ts";
import { KnownPets } from "../../src/dashboard/count/known-pets.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { isChangeSet } from "./state/network.ts";
import { TestPage, TestStorage } from "./state/page.ts";

setDefaultTimeout(60_000);

let service: TestService;
let key: string;

beforeEach(async () => {
  await service?.[Symbol.asyncDispose]();
  service = await TestService.start({ rows: ["1,5,available", "2,10,sold", "3,1,available"] });
  key = await service.makeKey("--role", "manager");
});

afterAll(() => service[Symbol.asyncDispose]());

async function opened({ dashboard }: TestPage, owner = "shop/test"): Promise<StockTake> {
  const take = new StockTake(dashboard, { known: new KnownPets(dashboard), owner });
  await take.open();
  return take;
}

async function quantities(page: TestPage): Promise<readonly number[]> {
  const { admin } = page.dashboard.session;
  const entries = await Promise.all([1, 2, 3].map((petId) => admin.entry(petId)));
  return entries.map(({ quantity }) => quantity);
}

/** Times of counts and of the ledger are milliseconds: those of one are in no order. */
async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  await until("the next millisecond", () => Date.now() > now);
}

async function applySheet(take: StockTake): Promise<void> {
  await take.openSheet();
  await take.apply("");
}

/** The differences on the sheet, by pet. */
function differences(take: StockTake): Readonly<Record<string, number>> {
  const lines = take.store.state.sheet ?? [];
  return Object.fromEntries(lines.map(({ count, difference }) => [String(count.petId), difference]));
}

test("counts are applied as one revision, and only the differences", async () => {
  using page = await TestPage.open(service, { key });
  const take = await opened(page);
  await take.count(1n, 4);
  await take.count(2n, 10);
  await take.count(3n, 3);
  await take.openSheet();
  expect(differences(take)).toEqual({ 1: -1, 2: 0, 3: 2 });
  await take.apply(" shelf 3 ");
  expect(take.store.state).toMatchObject({ error: undefined, counts: [], take: undefined });
  expect(await quantities(page)).toEqual([4, 10, 3]);
  const { entries } = await page.dashboard.session.admin.revisionPage();
  expect(entries[0]).toMatchObject({ reason: "counted", note: "shelf 3", pets: 2 });
  expect(entries).toHaveLength(2);
});

test("what is sold after the count is not lost", async () => {
  using page = await TestPage.open(service, { key });
  const take = await opened(page);
  await take.count(1n, 4);
  await service.update(key, 1, 3);
  await page.shows(1, 3);
  await take.openSheet();
  expect(take.store.state.sheet).toMatchObject([{ expected: 5, difference: -1, current: 3, result: 2 }]);
  await take.apply("");
  expect(await quantities(page)).toEqual([2, 10, 1]);
});

test.each([
  ["that is right", 0],
  ["that is ten minutes ahead", 600_000],
  ["that is ten minutes behind", -600_000],
])(
  "a count without a connection, by a clock %s, is compared with the quantity at that moment",
  async (_, aheadMs) => {
    using page = await TestPage.open(service, { key });
    page.clockAheadMs = aheadMs;
    const take = await opened(page);
    const reconnect = page.network.drop(() => true);
    await page.until("the page to be offline", ({ offlineSince }) => offlineSince !== undefined);
    // Sold on the way to the shelf, which the page cannot know; counted, rightly, as 3; sold once more.
    await service.update(key, 1, 3);
    await nextMillisecond();
    await take.count(1n, 3);
    await nextMillisecond();
    await service.update(key, 1, 2);
    await take.openSheet();
    expect(take.store.state.error).toMatch(/need a connection/);
    reconnect();
    await page.shows(1, 2);
    await take.openSheet();
    expect(take.store.state.sheet).toMatchObject([{ expected: 3, difference: 0, current: 2 }]);
  },
);

describe("counts survive", () => {
  test("a reload, and belong to the key that made them", async () => {
    const storage = new TestStorage();
    using page = await TestPage.open(service, { key, storage });
    await (await opened(page)).count(1n, 4);
    await nextMillisecond();
    await (await opened(page)).count(2n, 8);
    using again = await TestPage.open(service, { key, storage });
    const take = await opened(again);
    expect(take.store.state.counts.map(({ petId, counted }) => [petId, counted])).toEqual([
      [2n, 8],
      [1n, 4],
    ]);
    const other = await opened(again, "shop/other");
    expect(other.store.state).toMatchObject({ take: undefined, counts: [] });
  });

  test("a reload while they are sent: they are applied once", async () => {
    const storage = new TestStorage();
    using page = await TestPage.open(service, { key, storage });
    const take = await opened(page);
    await take.count(1n, 4);
    await take.openSheet();
    page.network.loseAnswers(isChangeSet);
    await take.apply("");
    expect(take.store.state.error).toMatch(/Not applied|not confirmed/i);
    expect(take.store.state.counts).toHaveLength(1);
    await service.update(key, 1, 9);
    using again = await TestPage.open(service, { key, storage });
    const resumed = await opened(again);
    expect(resumed.store.state).toMatchObject({ counts: [], done: "Counted 1 pet, 1 difference" });
    expect(await quantities(again)).toEqual([9, 10, 1]);
  });

  test("counting in two tabs, and are applied once", async () => {
    const storage = new TestStorage();
    using here = await TestPage.open(service, { key, storage });
    using there = await TestPage.open(service, { key, storage });
    const [one, two] = [await opened(here), await opened(there)];
    await one.count(1n, 4);
    await two.count(3n, 2);
    await two.openSheet();
    expect(differences(two)).toEqual({ 1: -1, 3: 1 });
    await applySheet(one);
    await two.apply("");
    expect(two.store.state.error).toMatch(/Another tab/);
    expect(await quantities(here)).toEqual([4, 10, 2]);
    using later = await TestPage.open(service, { key, storage });
    expect((await opened(later)).store.state).toMatchObject({ take: undefined, counts: [] });
  });

  test("a reload as soon as the page says so, not before they are stored", async () => {
    const storage = new TestStorage();
    using page = await TestPage.open(service, { key, storage });
    const take = await opened(page);
    const written = Promise.withResolvers<void>();
    storage.writesAfter = written.promise;
    const counted = [take.count(1n, 4), take.count(2n, 8)];
    expect(take.store.state).toMatchObject({ storage: "storing", counts: [{ petId: 2n }, { petId: 1n }] });
    const saysStored = Promise.withResolvers<void>();
    take.store.subscribe(() => take.store.state.storage === "stored" && saysStored.resolve());
    written.resolve();
    await saysStored.promise;
    expect(await storage.records("counts").all()).toHaveLength(2);
    await Promise.all(counted);
  });

  test("a browser that blocks storage in memory, and it says so", async () => {
    const storage = new TestStorage();
    using page = await TestPage.open(service, { key, storage });
    storage.isBlocked = true;
    const take = await opened(page);
    await take.count(1n, 4);
    expect(take.store.state).toMatchObject({ storage: "memory" });
    await applySheet(take);
    expect(await quantities(page)).toEqual([4, 10, 1]);
  });
});

test("differences whose answer was lost are applied once, however often they are sent, and counts made meanwhile stay", async () => {
  using page = await TestPage.open(service, { key });
  const take = await opened(page);
  await take.count(1n, 4);
  await take.openSheet();
  const deliver = page.network.loseAnswers(isChangeSet);
  await take.apply("");
  await take.apply("");
  expect(take.store.state.error).toMatch(/^Not confirmed/);
  take.closeSheet();
  await take.count(1n, 3);
  expect(take.store.state.error).toMatch(/being applied/);
  await take.count(3n, 2);
  deliver();
  await take.openSheet();
  expect(differences(take)).toEqual({ 3: 1 });
  expect(await quantities(page)).toEqual([4, 10, 1]);
  await take.apply("");
  expect(await quantities(page)).toEqual([4, 10, 2]);
  expect(take.store.state).toMatchObject({ error: undefined, counts: [], take: undefined });
});

test("differences whose answer was lost a day ago are not sent again, and it says so", async () => {
  using page = await TestPage.open(service, { key });
  const take = await opened(page);
  await take.count(1n, 4);
  await take.openSheet();
  page.network.loseAnswers(isChangeSet);
  await take.apply("");
  page.clockAheadMs = 24 * 3_600_000;
  await take.apply("");
  expect(take.store.state.error).toMatch(/^The differences were sent long ago/);
  expect(take.store.state.take?.sending).toBeUndefined();
  expect(await quantities(page)).toEqual([4, 10, 1]);
});

test("a scanner is not waited for: the first pet is scanned twice at once, and each scan counts", async () => {
  using page = await TestPage.open(service, { key });
  const take = await opened(page);
  await Promise.all([1, 2].map(() => take.count(1n, take.countOf(1n) + 1)));
  expect(take.countOf(1n)).toBe(2);
});

test("a shared computer stores no count, and says so before the first", async () => {
  const storage = new TestStorage();
  using page = await TestPage.open(service, { key, storage, remember: false });
  const take = await opened(page);
  expect(take.store.state.storage).toBe("memory");
  await take.count(1n, 4);
  expect(await storage.records("counts").all()).toEqual([]);
  expect(take.store.state.counts).toHaveLength(1);
});

test("a pet that was removed, or would fall below zero, stops the whole until it is counted again", async () => {
  using page = await TestPage.open(service, { key });
  const take = await opened(page);
  await take.count(1n, 1);
  await take.count(3n, 2);
  await service.update(key, 1, 2);
  await page.dashboard.session.admin.applyChanges({ changes: [{ petId: 3, remove: true }] });
  await page.until("the removal", () => page.row(3) === undefined && page.row(1)?.quantity === 2);
  await applySheet(take);
  expect(take.store.state.error).toMatch(/count them again/);
  expect(take.store.state.counts).toHaveLength(2);
  await take.remove(3n);
  await take.count(1n, 2);
  await applySheet(take);
  expect(take.store.state.error).toBeUndefined();
});

test("a new pet is added, and codes that no pet has are kept for later", async () => {
  using page = await TestPage.open(service, { key });
  const take = await opened(page);
  await take.noteUnknown("X-1");
  await take.noteUnknown("X-1");
  await take.count(77n, 6);
  expect(take.store.state.take?.unknown).toEqual(["X-1"]);
  await applySheet(take);
  expect(await page.dashboard.session.admin.entry(77)).toMatchObject({ quantity: 6, status: "available" });
});

test("two devices count different pets at once", async () => {
  using here = await TestPage.open(service, { key });
  using there = await TestPage.open(service, { key });
  const [one, two] = [await opened(here), await opened(there)];
  await one.count(1n, 4);
  await two.count(3n, 2);
  await applySheet(one);
  await applySheet(two);
  expect(await quantities(here)).toEqual([4, 10, 2]);
});

test("a page that opens without a network knows the pets that this device kept", async () => {
  const storage = new TestStorage();
  using page = await TestPage.open(service, { key, storage, remember: true });
  await page.dashboard.session.admin.putLabels([{ petId: 2, name: "Mia", code: "0042" }]);
  using labelled = await TestPage.open(service, { key, storage, remember: true });
  await until("the label", () => labelled.dashboard.pets.label(2n)?.name === "Mia");
  await new KnownPets(labelled.dashboard).keep();
  using offline = await TestPage.open(service, { storage, offline: true });
  const known = new KnownPets(offline.dashboard);
  await known.open();
  expect([known.find("0042"), known.find("002"), known.find("9")]).toEqual([2n, 2n, undefined]);
  expect([known.item(2n)?.quantity, await known.search("mi", 5)]).toEqual([10, [2n]]);
});

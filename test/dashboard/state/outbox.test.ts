// Edits without a network: kept in order, counted, sent when it is back; a reload, a filter or a sign-in loses none.

import { expect, test } from "bun:test";
import { WHOLE_VIEW } from "../../../src/dashboard/state/view.ts";
import { petstockOrThrow } from "../../support/petstock.ts";
import { quantities, revokeKey, untilQuantities } from "../../support/stock.ts";
import { isUpdate, isUpdateOf } from "./network.ts";
import { TestPage, TestStorage } from "./page.ts";
import { startShop } from "./shop.ts";

const { service, key } = await startShop([1, 2, 3, 4, 5].map((petId) => `${petId},10,available`));

/** A page that edits without a network, and is closed. */
async function editOffline(
  storage: TestStorage,
  edits: Readonly<Record<number, string>>,
  { remember = true, key: ownKey = key } = {},
): Promise<void> {
  using page = await TestPage.open(service, { key: ownKey, storage, remember });
  page.network.drop(() => true);
  for (const [petId, text] of Object.entries(edits)) page.edit(Number(petId), text);
  const count = Object.keys(edits).length;
  await page.until("the edits to wait", ({ saves, waiting }) => {
    return waiting === count && [...saves.values()].every(({ kind }) => kind === "unconfirmed");
  });
}

/** How often the ledger has these quantities after the newest reset of the stock. */
async function changesOf(petId: number): Promise<number[]> {
  const history = ["history", String(petId), "--database", service.databaseUrl, "--json"];
  const { stdout } = await petstockOrThrow(history);
  return [...stdout.matchAll(/"after":\{"quantity":(\d+)/g)].map(([, quantity]) => Number(quantity));
}

test("five counts made without a network are sent when it is back, whatever is filtered meanwhile", async () => {
  using page = await TestPage.open(service, { key });
  const restore = page.network.drop(() => true);
  for (const petId of [1, 2, 3, 4, 5]) page.edit(petId, String(petId));
  await page.until("all to wait", ({ waiting, offlineSince }) => waiting === 5 && offlineSince !== undefined);
  page.dashboard.setView({ ...WHOLE_VIEW, statuses: ["sold"] });
  page.dashboard.setView(WHOLE_VIEW);
  restore();
  await untilQuantities(service, key, "1 2 3 4 5");
  await page.until("none to wait", ({ waiting }) => waiting === 0);
  expect(page.state.undoable).toHaveLength(5);
});

test("edits of one pet without a network are sent in order, each on the one before", async () => {
  using page = await TestPage.open(service, { key });
  const restore = page.network.drop(() => true);
  page.edit(1, "20");
  await page.untilSave(1, "unconfirmed");
  page.edit(1, "+5");
  page.edit(1, "7");
  restore();
  await page.sees("Saved: pet 1, 25 → 7");
  expect((await changesOf(1)).slice(0, 3)).toEqual([7, 25, 20]);
});

test("edits survive a reload, and are sent once, in order", async () => {
  const storage = new TestStorage();
  await editOffline(storage, { 1: "11", 3: "+5" });
  using page = await TestPage.open(service, { key, storage });
  await page.sees("Saved: pet 1, 10 → 11");
  await untilQuantities(service, key, "11 10 15 10 10");
  await page.until("none to wait", ({ waiting }) => waiting === 0);
  using again = await TestPage.open(service, { key, storage });
  await again.until("nothing to send", ({ waiting }) => waiting === 0);
  expect(again.network.countOf(isUpdate)).toBe(0);
});

test("a reload before the network is back shows what waits", async () => {
  const storage = new TestStorage();
  await editOffline(storage, { 2: "12" }, { remember: true });
  using page = await TestPage.open(service, { storage, offline: true });
  await page.until("the edit to wait", ({ waiting }) => waiting === 1);
  expect(await page.untilSave(2, "unconfirmed")).toMatchObject({ wanted: 12 });
});

test("an adjustment whose answer was lost in a reload is applied once", async () => {
  const storage = new TestStorage();
  {
    using page = await TestPage.open(service, { key, storage });
    page.network.loseAnswers(isUpdateOf(4));
    const release = page.network.hold((request) => !isUpdate(request));
    page.edit(4, "+1");
    await page.untilSave(4, "unconfirmed");
    page[Symbol.dispose]();
    release();
  }
  using page = await TestPage.open(service, { key, storage });
  await page.sees("Saved: pet 4, 10 → 11");
  expect(await quantities(service, key)).toBe("10 10 10 11 10");
});

test("a conflict is shown after a reload, and again after the next, until the user decides", async () => {
  const storage = new TestStorage();
  await editOffline(storage, { 5: "50" });
  await service.update(key, 5, 51);
  for (let reloads = 0; reloads < 2; reloads += 1) {
    using page = await TestPage.open(service, { key, storage });
    expect(await page.untilSave(5, "conflict")).toMatchObject({ wanted: 50, theirs: { quantity: 51 } });
  }
  {
    using page = await TestPage.open(service, { key, storage });
    await page.untilSave(5, "conflict");
    page.dashboard.saves.useMine(5n);
    await page.sees("Saved: pet 5, 51 → 50");
    await page.until("none to wait", ({ waiting }) => waiting === 0);
  }
  using page = await TestPage.open(service, { key, storage });
  await page.until("the list", ({ loading }) => loading === "complete");
  expect(page.save(5)).toBeUndefined();
  expect(await quantities(service, key)).toBe("10 10 10 10 50");
});

test("an edit over a conflict decides it: after a reload the earlier one is not sent, even if its guard fits again", async () => {
  const storage = new TestStorage();
  await editOffline(storage, { 1: "7" });
  await service.update(key, 1, 11);
  {
    using page = await TestPage.open(service, { key, storage });
    await page.untilSave(1, "conflict");
    page.edit(1, "10");
    await page.sees("Saved: pet 1, 11 → 10");
    await page.until("none to wait", ({ waiting }) => waiting === 0);
  }
  using page = await TestPage.open(service, { key, storage });
  page.edit(2, "12");
  await page.sees("Saved: pet 2, 10 → 12");
  expect(page.network.countOf(isUpdateOf(1))).toBe(0);
  expect(await quantities(service, key)).toBe("10 12 10 10 10");
});

test("a sign-out while edits of one pet wait loses none of them", async () => {
  using page = await TestPage.open(service, { key });
  const restore = page.network.drop(() => true);
  page.edit(1, "7");
  await page.untilSave(1, "unconfirmed");
  page.edit(1, "8");
  page.dashboard.session.signOut();
  expect(page.state.session.message).toMatch(/^2 changes were not sent yet/);
  restore();
  await page.signIn(key);
  await page.sees("Saved: pet 1, 7 → 8");
  expect((await changesOf(1)).slice(0, 2)).toEqual([8, 7]);
});

test("a switch to the key of a link keeps the edits that wait for their own", async () => {
  const storage = new TestStorage();
  {
    using page = await TestPage.open(service, { key, storage });
    const restore = page.network.drop(isUpdate);
    page.edit(1, "7");
    await page.untilSave(1, "unconfirmed");
    const other = await service.makeKey("--name", "colleague");
    page.address.openFragment(`#key=${other}`);
    await page.until("the question", ({ session }) => session.offer !== undefined);
    page.dashboard.session.answerOffer("use");
    await page.until("the other key", ({ me }) => me?.name === "colleague");
    await page.untilLoaded();
    restore();
    page.edit(2, "12");
    await page.sees("Saved: pet 2, 10 → 12");
  }
  using page = await TestPage.open(service, { key, storage });
  await page.sees("Saved: pet 1, 10 → 7");
});

test("what a refused key could not send is neither shown to the next key nor lost", async () => {
  const storage = new TestStorage();
  const doomed = await service.makeKey("--name", "doomed");
  await editOffline(storage, { 1: "7" }, { remember: true, key: doomed });
  await revokeKey(service, doomed, "doomed");
  using page = await TestPage.open(service, { storage });
  await page.until("the form", ({ session }) => session.phase === "out" && session.message !== undefined);
  await page.signIn(key);
  page.edit(2, "12");
  await page.sees("Saved: pet 2, 10 → 12");
  await page.until("none to wait", ({ waiting }) => waiting === 0);
  expect(page.save(1)).toBeUndefined();
  expect(await storage.records("outbox").all()).toHaveLength(1);
});

test("edits of one key are never sent with another, and wait for their own", async () => {
  const storage = new TestStorage();
  await editOffline(storage, { 1: "11" });
  {
    using page = await TestPage.open(service, { key: await service.makeKey("--name", "colleague"), storage });
    page.edit(2, "12");
    await page.sees("Saved: pet 2, 10 → 12");
    expect(await quantities(service, key)).toBe("10 12 10 10 10");
    page.dashboard.session.signOut();
    await page.signIn(key);
    await page.sees("Saved: pet 1, 10 → 11");
  }
  expect(await quantities(service, key)).toBe("11 12 10 10 10");
});

test("a second tab does not send what the first is still sending", async () => {
  const storage = new TestStorage();
  using page = await TestPage.open(service, { key, storage });
  const restore = page.network.drop(() => true);
  page.edit(1, "11");
  await page.untilSave(1, "unconfirmed");
  using other = await TestPage.open(service, { key, storage });
  await service.update(key, 2, 22);
  await other.shows(2, 22);
  expect([other.state.waiting, other.network.countOf(isUpdate)]).toEqual([0, 0]);
  restore();
  await page.sees("Saved: pet 1, 10 → 11");
});

test("where the browser blocks storage, edits wait in memory", async () => {
  const storage = new TestStorage();
  storage.isBlocked = true;
  using page = await TestPage.open(service, { key, storage });
  const restore = page.network.drop(() => true);
  page.edit(1, "11");
  await page.untilSave(1, "unconfirmed");
  restore();
  await page.sees("Saved: pet 1, 10 → 11");
});

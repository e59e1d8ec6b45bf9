// The stream of changes: what it proves, when it is dead, and what the page says meanwhile.

import { expect, setDefaultTimeout, test } from "bun:test";
import { petstockOrThrow } from "../../support/petstock.ts";
import { TestService } from "../../support/service.ts";
import { quantities } from "../../support/stock.ts";
import { until } from "../../support/until.ts";
import { isChanges, isList, isRead, isUpdateOf } from "./network.ts";
import { TestPage } from "./page.ts";
import { startShop } from "./shop.ts";

setDefaultTimeout(120_000);

const { service, key } = await startShop(["1,5,available", "2,7,pending", "3,0,sold"]);

async function open(): Promise<TestPage> {
  const page = await TestPage.open(service, { key });
  await until("the stream", () => page.network.openStreams === 1);
  return page;
}

test("changes come over the stream: the list is read once", async () => {
  using page = await open();
  for (const quantity of [70, 71, 72]) {
    await service.update(key, 2, quantity);
    await page.shows(2, quantity);
  }
  expect(page.network.countOf(isList)).toBe(1);
});

test("a dead connection is not called live, with the time of its last sign; then what was missed is shown", async () => {
  using page = await open();
  const provedAt = page.state.checkedAt!;
  const release = page.network.hold(isRead);
  await service.update(key, 2, 70);
  expect(page.state.offlineSince).toBeUndefined();
  page.clockAheadMs = 21_000;
  await page.until("the page not to be live", ({ offlineSince }) => offlineSince !== undefined);
  expect(page.state.offlineSince!.getTime()).toBeGreaterThanOrEqual(provedAt.getTime());
  expect(page.state.offlineSince!.getTime()).toBeLessThan(Date.now() + 1000);
  expect(page.row(2)!.quantity).toBe(7);
  release();
  await page.shows(2, 70);
  await page.until("the page to be live", ({ offlineSince }) => offlineSince === undefined);
});

test("an answer that does not come is noticed within seconds", async () => {
  using page = await open();
  const release = page.network.hold(isRead);
  page.dashboard.live.refresh();
  await page.until("the page not to be live", ({ offlineSince }) => offlineSince !== undefined);
  release();
  await page.until("the page to be live", ({ offlineSince }) => offlineSince === undefined);
});

test("a hidden page closes its stream, and goes on where it ended when it is shown", async () => {
  using page = await open();
  const show = page.hide();
  await until("the stream to be closed", () => page.network.openStreams === 0);
  const requests = page.network.countOf(isRead);
  await service.update(key, 2, 70);
  using other = await open();
  await other.shows(2, 70);
  expect([page.network.countOf(isRead), page.row(2)!.quantity]).toEqual([requests, 7]);
  show();
  await page.shows(2, 70);
  expect([page.network.countOf(isList), page.network.countOf(isChanges)]).toEqual([1, 2]);
});

test("if the position is gone, the list is read again, and its difference shown", async () => {
  using page = await open();
  const gone = { code: "position_gone", message: "gone", status: 410 };
  page.network.answerOnce(isChanges, Response.json(gone, { status: 410 }));
  const release = page.network.hold(isList);
  page.dashboard.live.refresh();
  await service.update(key, 2, 70);
  await until("the list to be asked for", () => page.network.countOf(isList) === 2);
  expect(page.row(2)!.quantity).toBe(7);
  release();
  await page.shows(2, 70);
  expect(page.state.marks.get(2n)).toBe(7);
  await until("the stream again", () => page.network.openStreams === 1);
});

test("a page of an inventory that has moved is not live again, though its lists are still served", async () => {
  await using moved = await TestService.start({ rows: ["1,5,available"] });
  using page = await TestPage.open(moved, { key: await moved.makeKey() });
  await until("the stream", () => page.network.openStreams === 1);
  const to = `sqlite:${moved.folder.file("next.db")}`;
  await petstockOrThrow(["move", "--from", moved.databaseUrl, "--to", to]);
  await page.until("the page not to be live", ({ offlineSince }) => offlineSince !== undefined);
  let live = 0;
  page.dashboard.store.subscribe(() => (live += page.state.offlineSince === undefined ? 1 : 0));
  const [lists, streams] = [page.network.countOf(isList), page.network.countOf(isChanges)];
  await until("another list", () => page.network.countOf(isList) > lists, 90_000);
  const tried = Math.max(streams, page.network.countOf(isChanges));
  await until("another stream", () => page.network.countOf(isChanges) > tried);
  expect(live).toBe(0);
  expect(page.row(1)!.quantity).toBe(5);
});

test("an acknowledged quantity is never shown as the older one again, though events from before it arrive later", async () => {
  using page = await open();
  const release = page.network.hold(isChanges);
  await service.update(key, 1, 6);
  page.edit(1, "50");
  await page.untilSave(1, "conflict");
  const shown: number[] = [];
  page.dashboard.saves.useMine(1n);
  await page.untilSave(1, "saved");
  page.dashboard.store.subscribe(() => shown.push(page.row(1)!.quantity));
  release();
  await page.until("a proof", ({ saved }) => saved.size === 0);
  expect(new Set(shown)).toEqual(new Set([50]));
  expect(await quantities(service, key)).toStartWith("50 ");
});

test("what others set right after a save is shown, though the stream never had the save", async () => {
  using page = await open();
  const release = page.network.hold(isChanges);
  page.edit(1, "50");
  await page.untilSave(1, "saved");
  await service.update(key, 1, 5);
  release();
  await page.shows(1, 5);
  await page.until("a proof", ({ saved }) => saved.size === 0);
});

test("an own change whose event arrives before its answer is not marked as a change by others", async () => {
  using page = await open();
  const answer = page.network.pause(isUpdateOf(2));
  page.edit(2, "8");
  await answer.send();
  await page.shows(2, 8);
  expect(page.state.marks.size).toBe(0);
  answer.deliver();
  await page.sees("Saved: pet 2, 7 → 8");
});

// Labels: read with the list, found, and kept up to date.

import { expect, test } from "bun:test";
import { WHOLE_VIEW } from "../../../src/dashboard/state/view.ts";
import { until } from "../../support/until.ts";
import { isChanges, type Matches } from "./network.ts";
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

test("a change by others is shown, found, sorted and counted at once, without reading the labels again", async () => {
  using page = await open();
  const { pets, shown } = page.dashboard;
  await admin.applyChanges({
    changes: [
      { petId: 4, label: { name: "Mia" } },
      { petId: 7, label: { low: 5 } },
    ],
  });
  await page.until("the name", () => pets.label(4n)?.name === "Mia");
  expect(pets.label(4n)).toEqual({ petId: 4n, name: "Mia", kind: "dog", code: null, low: 4 });
  await page.until("the merge", () => pets.recentLabels.size === 0);
  expect(await pets.search("mia", 5)).toEqual([4n]);
  expect(await pets.search("rex 4", 5)).not.toContain(4n);
  expect(pets.attention("low", 5)).toEqual({ total: 2, petIds: [7n, BigInt(BIG)] });
  page.dashboard.setView({ ...WHOLE_VIEW, sort: { by: "name", descending: false } });
  await shown.untilComplete();
  expect(shown.petId(0)).toBe(4n);
  await admin.applyChanges({
    changes: [
      { petId: 4, label: null },
      { petId: 2, label: { name: "Ghost" } },
    ],
  });
  await page.until("the end of the label", () => pets.label(4n) === undefined);
  await page.until("the merge", () => pets.recentLabels.size === 0);
  expect([await pets.search("mia", 5), pets.label(2n)?.name]).toEqual([[], "Ghost"]);
  expect(page.network.countOf(isLabels)).toBe(1);
});

test("a label that changes while all are read, or before, is shown as it is then", async () => {
  using page = await TestPage.open(service);
  const answer = page.network.pause(isLabels);
  await page.signIn(key);
  await until("the stream", () => page.network.openStreams === 1);
  await answer.send();
  await admin.applyChanges({ changes: [{ petId: 10, label: { name: "Early" } }] });
  await page.until("the event", () => page.dashboard.pets.label(10n)?.name === "Early");
  answer.deliver();
  await page.until("the labels", () => page.dashboard.pets.label(13n) !== undefined);
  expect(page.dashboard.pets.label(10n)).toMatchObject({ name: "Early" });
});

test("an own label stays while events from before it arrive; what others set right after it is shown", async () => {
  using page = await open();
  const { pets } = page.dashboard;
  await until("the stream", () => page.network.openStreams === 1);
  const release = page.network.hold(isChanges);
  await admin.applyChanges({ changes: [{ petId: 16, label: { name: "Theirs" } }] });
  await admin.applyChanges({ changes: [{ petId: 16, label: { name: "Mine" } }] });
  const mine = { petId: 16n, name: "Mine", kind: "dog", code: null, low: 4 };
  const shown = new Set<unknown>();
  pets.labels.acknowledge(16n, mine);
  page.dashboard.store.subscribe(() => shown.add(pets.label(16n)?.name));
  release();
  await page.until("a proof", () => !pets.isProofDue(Infinity));
  expect([...shown]).toEqual(["Mine"]);
  pets.labels.acknowledge(16n, { ...mine, name: "Never there" });
  await admin.applyChanges({ changes: [{ petId: 16, label: { name: "Last" } }] });
  await page.until("the last one", () => pets.label(16n)?.name === "Last");
});

test("if the position is gone, the labels are read again, too", async () => {
  using page = await open();
  await until("the stream", () => page.network.openStreams === 1);
  const gone = { code: "position_gone", message: "gone", status: 410 };
  const release = page.network.hold(isChanges);
  await admin.applyChanges({ changes: [{ petId: 19, label: { name: "Missed" } }] });
  page.network.answerOnce(isChanges, Response.json(gone, { status: 410 }));
  page.dashboard.live.refresh();
  await page.until("the label", () => page.dashboard.pets.label(19n)?.name === "Missed");
  expect(page.network.countOf(isLabels)).toBe(2);
  release();
});

test("without streams, unchanged labels are not sent again, and changed ones are shown", async () => {
  using page = await TestPage.open(service, { key, streams: false });
  await page.until("the labels", ({ labelsVersion }) => labelsVersion > 0);
  const [version, before] = [page.state.labelsVersion, page.network.countOf(isLabels)];
  await service.update(key, 1, 6);
  await page.shows(1, 6);
  await until("another request", () => page.network.countOf(isLabels) > before);
  expect(page.state.labelsVersion).toBe(version);
  await admin.applyChanges({ changes: [{ petId: 22, label: { name: "Balu" } }] });
  await page.until("the change", () => page.dashboard.pets.label(22n)?.name === "Balu");
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

// Saving labels: guarded member by member against changes by others, applied exactly once, also after hours without a network.

import { expect, test } from "bun:test";
import type { LabelPatch } from "../../../src/inventory/label.ts";
import { until } from "../../support/until.ts";
import { isChangeSet, isRead, type Matches } from "./network.ts";
import { TestPage, TestStorage } from "./page.ts";
import { startShop } from "./shop.ts";

const { service, key, admin } = await startShop(["1,5,available", "2,10,pending"], "--role", "manager");

/** Every test begins with the same labels. */
async function reset(label: LabelPatch | null = { name: "Rex", kind: "dog", code: "400", low: 2 }) {
  await admin.applyChanges({
    changes: [
      { petId: 1, label: null },
      { petId: 2, label: null },
    ],
  });
  await admin.applyChanges({ changes: [{ petId: 1, label }] });
}

async function open(
  options: { readonly storage?: TestStorage; readonly streams?: boolean } = {},
): Promise<TestPage> {
  const page = await TestPage.open(service, { key, ...options });
  await page.until("the labels", ({ labelsVersion }) => labelsVersion > 0);
  return page;
}

/** The label in the service. */
async function stored(petId = 1): Promise<object | undefined> {
  const { labels } = await admin.labels();
  const { petId: _, ...label } = labels.find((each) => each.petId === BigInt(petId)) ?? { petId: 0n };
  return Object.keys(label).length === 0 ? undefined : label;
}

async function history(petId = 1) {
  const { entries } = await admin.movementPage({ petId, pageSize: 5 });
  return entries;
}

test.each([
  ["over a stream", true],
  ["by reading the list again", false],
])("%s: a label is saved as one revision, shown at once and from then on, and undone", async (_, streams) => {
  await reset();
  using page = await open({ streams });
  const names = new Set<string | null | undefined>();
  page.dashboard.store.subscribe(() => names.add(page.shownMembers(1, { name: null }).name));
  page.editLabel(1, { name: "Max", low: 3 });
  await page.sees("Saved: Rex (1), renamed Rex to Max, low quantity 2 to 3");
  expect(page.label(1)).toMatchObject({ name: "Max", kind: "dog", code: "400", low: 3 });
  const [newest] = await history();
  expect(newest).toMatchObject({
    label: { before: { name: "Rex", low: 2 }, after: { name: "Max", low: 3 } },
  });
  await page.until("a proof", () => !page.dashboard.pets.isProofDue(Infinity));
  expect([...names]).toEqual(["Max"]);
  page.dashboard.undoStack.undoNewest();
  await page.sees("Undone: Rex (1), renamed Rex to Max, low quantity 2 to 3");
  await page.until("the old name", () => page.label(1)?.name === "Rex");
});

test("different members of two people merge", async () => {
  await reset();
  using page = await open();
  using other = await open();
  const release = page.network.hold(isRead);
  other.editLabel(1, { code: "401" });
  await other.untilLabelSave(1, "saved");
  page.editLabel(1, { name: "Max" });
  await page.untilLabelSave(1, "saved");
  release();
  const merged = { name: "Max", kind: "dog", code: "401", low: 2 };
  for (const each of [page, other]) {
    await each.until("both changes", () => each.label(1)?.name === "Max" && each.label(1)?.code === "401");
  }
  expect(await stored()).toEqual(merged);
});

test.each(["keepTheirs", "useMine"] as const)(
  "of the same member both values are shown: %s",
  async (decide) => {
    await reset();
    using page = await open();
    const seen = page.shownMembers(1, { name: null, code: null });
    await admin.applyChanges({ changes: [{ petId: 1, label: { name: "Bello" } }] });
    page.editLabel(1, { name: "Max", code: "401" }, seen);
    const save = await page.untilLabelSave(1, "conflict");
    expect(save).toMatchObject({ wanted: { name: "Max", code: "401" }, theirs: { name: "Bello" } });
    await page.sees(
      "Bello (1) was changed by someone else. Name: yours Max, theirs Bello. Choose in its panel",
    );
    expect(await stored()).toMatchObject({ name: "Bello", code: "400" });
    page.dashboard.labelSaves[decide](1n);
    await page.untilLabelSave(1, "saved");
    expect(await stored()).toMatchObject({ name: decide === "useMine" ? "Max" : "Bello", code: "401" });
  },
);

test("the same value by two people is no conflict, and makes no revision", async () => {
  await reset();
  using page = await open();
  const seen = page.shownMembers(1, { name: null });
  await admin.applyChanges({ changes: [{ petId: 1, label: { name: "Max" } }] });
  const { revision } = (await history())[0]!;
  page.editLabel(1, { name: "Max" }, seen);
  await page.untilLabelSave(1, "saved");
  expect((await history())[0]!.revision).toBe(revision);
  expect(page.state.undoable).toHaveLength(0);
});

test("edits without a network are shown, wait, survive a reload, and are sent once and in order", async () => {
  await reset();
  const storage = new TestStorage();
  {
    using page = await open({ storage });
    page.network.drop(() => true);
    page.editLabel(1, { name: "Max" });
    await page.untilLabelSave(1, "unconfirmed");
    page.editLabel(1, { name: "Moritz" });
    page.edit(1, "6");
    await page.until("all to wait", ({ waiting }) => waiting === 3);
    expect(page.shownMembers(1, { name: null })).toEqual({ name: "Moritz" });
  }
  using page = await open({ storage });
  await page.sees("Saved: pet 1, renamed Max to Moritz");
  await page.until("none to wait", ({ waiting }) => waiting === 0);
  const entries = await history();
  const names = entries.flatMap(({ label }) => (label === undefined ? [] : [label.after?.name]));
  expect(names.slice(0, 3)).toEqual(["Moritz", "Max", "Rex"]);
  expect(await storage.records("outbox").all()).toEqual([]);
  await service.update(key, 1, 5);
});

test("a save whose answer was lost is applied once", async () => {
  await reset();
  using page = await open();
  const restore = page.network.loseAnswers(isChangeSet);
  const release = page.network.hold(isRead);
  page.editLabel(1, { name: "Max" });
  await page.untilLabelSave(1, "unconfirmed");
  const { revision } = (await history())[0]!;
  restore();
  release();
  page.dashboard.live.refresh();
  await page.sees("Saved: Rex (1), renamed Rex to Max");
  expect((await history())[0]!.revision).toBe(revision);
});

test("a conflict is shown after a reload, until the user decides", async () => {
  await reset();
  const storage = new TestStorage();
  {
    using page = await open({ storage });
    page.network.drop(() => true);
    page.editLabel(1, { name: "Max" });
    await page.untilLabelSave(1, "unconfirmed");
  }
  await admin.applyChanges({ changes: [{ petId: 1, label: { name: "Bello" } }] });
  for (let reloads = 0; reloads < 2; reloads += 1) {
    using page = await open({ storage });
    expect(await page.untilLabelSave(1, "conflict")).toMatchObject({ theirs: { name: "Bello" } });
    if (reloads === 1) page.dashboard.labelSaves.keepTheirs(1n);
  }
  using page = await open({ storage });
  await until("nothing to send", () => page.state.waiting === 0);
  expect(page.labelSave(1)).toBeUndefined();
});

test("a label that the service refuses says why, and can be discarded", async () => {
  await reset(null);
  using page = await open();
  page.editLabel(2, { name: `petstock_${"x".repeat(43)}` });
  const save = await page.untilLabelSave(2, "failed");
  expect(save.kind === "failed" && save.message).toMatch(/^"name" of "label" holds an API key.*[^.]$/);
  page.dashboard.labelSaves.dismiss(2n);
  expect([page.labelSave(2), await stored(2)]).toEqual([undefined, undefined]);
});

test("a quantity's conflict and a label's edit of one pet do not decide each other", async () => {
  await reset();
  using page = await open();
  const release = page.network.hold(isRead);
  await service.update(key, 1, 30);
  page.edit(1, "20");
  await page.untilSave(1, "conflict");
  page.editLabel(1, { name: "Max" });
  await page.untilLabelSave(1, "saved");
  expect(page.save(1)?.kind).toBe("conflict");
  page.dashboard.saves.useMine(1n);
  await page.sees("Saved: Max (1), 30 → 20");
  release();
});

const isPutLabels: Matches = ({ method, path }) => method === "PUT" && path === "/admin/v1/labels";

test("no label is saved without a guard", async () => {
  await reset();
  using page = await open();
  page.editLabel(1, { kind: "cat" });
  await page.untilLabelSave(1, "saved");
  expect(page.network.countOf(isPutLabels)).toBe(0);
});

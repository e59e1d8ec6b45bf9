// The activity and a pet's history: what is read of a real service's ledger, and setting a pet back.

import { describe, expect, test } from "bun:test";
import type { InventoryItem, Movement } from "../../src/client/client.ts";
import { byDay } from "../../src/dashboard/history/by-day.ts";
import {
  boundsOf,
  filterFromQuery,
  NO_FILTER,
  queryFromFilter,
} from "../../src/dashboard/history/activity-filter.ts";
import { mergeEntries, petsInWords, readActivity } from "../../src/dashboard/history/activity-source.ts";
import { movementInWords, setBackInWords } from "../../src/dashboard/history/movement-words.ts";
import { actorInWords } from "../../src/dashboard/ui/names.ts";
import { setBack } from "../../src/dashboard/history/set-back.ts";
import type { LabelMembers } from "../../src/inventory/label.ts";
import { TestPage } from "./state/page.ts";
import { startShop } from "./state/shop.ts";

type Stock = NonNullable<Movement["before"]>;

const { service, key } = await startShop(
  ["1,5,available", "2,10,sold", "3,1,available"],
  "--role",
  "manager",
);

/** The rest of a movement, which does not matter. */
const NOTHING = {
  revision: 1,
  reason: "set",
  note: null,
  undoes: null,
  actor: "",
  keyId: null,
  requestId: null,
  at: "",
} as const;

describe("a movement in words", () => {
  const stock = (quantity: number, status: Stock["status"] = "available"): Stock => ({ quantity, status });
  const cases: readonly (readonly [Movement["before"], Movement["after"], string, string])[] = [
    [stock(5), stock(3), "5 → 3", "back to 5, available"],
    [stock(5), stock(5, "sold"), "available → sold", "back to 5, available"],
    [stock(1005), stock(3, "sold"), "1,005 → 3, available → sold", "back to 1,005, available"],
    [null, stock(5), "added: 5, available", "removed again"],
    [stock(5), null, "removed", "back to 5, available"],
  ];
  test.each(cases)("%j → %j: %s; undone: %s", (before, after, words, back) => {
    expect(movementInWords({ before, after })).toBe(words);
    expect(setBackInWords({ before, after })).toBe(back);
  });

  const rex = { name: "Rex", kind: "dog", code: "400", low: 2 };
  const labels: readonly (readonly [LabelMembers | null, LabelMembers | null, string, string])[] = [
    [rex, { ...rex, name: "Max" }, "renamed Rex to Max", "name back to Rex"],
    [
      rex,
      { ...rex, code: "401", low: 3000 },
      "barcode 400 to 401, low quantity 2 to 3,000",
      "barcode back to 400, low quantity back to 2",
    ],
    [
      { ...rex, name: null },
      { ...rex, kind: null },
      "named Rex, kind dog removed",
      "name back to none, kind back to dog",
    ],
    [null, { ...rex, kind: null, code: null, low: null }, "named Rex", "label back to none"],
    [
      rex,
      null,
      "label removed",
      "name back to Rex, kind back to dog, barcode back to 400, low quantity back to 2",
    ],
  ];
  test.each(labels)("%j → %j: %s; undone: %s", (before, after, words, back) => {
    const label = { before, after };
    expect(movementInWords({ before: stock(5), after: stock(5), label })).toBe(words);
    expect(movementInWords({ before: stock(5), after: stock(3), label })).toBe(`5 → 3, ${words}`);
    expect(setBackInWords({ before: null, after: null, label })).toBe(back);
    expect(setBackInWords({ before: stock(5), after: stock(3), label })).toBe(
      `back to 5, available, ${back}`,
    );
  });

  test("names who made it", () => {
    expect(actorInWords("key:till:3")).toBe("till:3");
    expect(actorInWords("cli:anna")).toBe("anna (command line)");
  });
});

describe("the activity", () => {
  test("has each revision once, with its pets, also with a filter that reads movements", async () => {
    using page = await TestPage.open(service, { key });
    const { admin } = page.dashboard.session;
    await admin.applyChanges({
      reason: "received",
      note: "van",
      changes: [1, 2].map((petId) => ({ petId, by: 1 })),
    });
    await admin.applyChanges({ reason: "sold", changes: [{ petId: 1, by: -1, label: { name: "Rex" } }] });
    const read = (filter: object) => {
      const signal = new AbortController().signal;
      return readActivity(admin, { filter: { ...NO_FILTER, ...filter }, cursor: undefined, signal });
    };
    const reasons = async (filter: object) =>
      (await read(filter)).entries.map(({ reason, quantityChange, ...counts }) => [
        reason,
        petsInWords(counts),
        quantityChange,
      ]);
    expect(await reasons({})).toEqual([
      ["sold", "1 pet, 1 label", -1],
      ["received", "2 pets", 2],
      ["import", "3 pets", 16],
    ]);
    expect(await reasons({ reason: "received" })).toEqual([["received", "2 pets", 2]]);
    expect(await reasons({ who: "test" })).toEqual([
      ["sold", "1 pet, 1 label", -1],
      ["received", "2 pets", 2],
    ]);
    expect(await reasons({ day: "2001-01-01" })).toEqual([]);
  });

  test("joins a revision that two portions share", () => {
    const entry = { revision: 7, at: "", actor: "", keyId: null, reason: "import", note: null } as const;
    const part = (pets: number) => ({
      ...entry,
      undoes: null,
      pets,
      labels: pets,
      quantityChange: pets,
      undoable: null,
    });
    expect(mergeEntries([part(2)], [part(3), { ...part(1), revision: 6 }])).toEqual([
      part(5),
      { ...part(1), revision: 6 },
    ]);
  });

  test("its filter is in the address, and an invalid day is none", () => {
    const filter = { who: "till 3", reason: "sold", day: "2026-03-01" };
    expect(filterFromQuery(queryFromFilter(filter))).toEqual(filter);
    expect(queryFromFilter(NO_FILTER)).toBe("");
    expect(filterFromQuery("?day=yesterday")).toEqual(NO_FILTER);
    const { since, until } = boundsOf("2026-03-01");
    expect([since.getHours(), until.getDate()]).toEqual([0, 2]);
  });

  test("is grouped by day", () => {
    const now = new Date(2026, 2, 2, 12);
    const at = (day: number) => ({ at: new Date(2026, 2, day, 9).toISOString() });
    const days = byDay([at(2), at(2), at(1), at(-5)], now);
    expect(days.map(({ title, entries }) => [title, entries.length]).slice(0, 2)).toEqual([
      ["Today", 2],
      ["Yesterday", 1],
    ]);
    expect(days).toHaveLength(3);
  });
});

describe("setting a pet back", () => {
  interface Case {
    readonly name: string;
    readonly wanted: Stock | null;
    readonly current: Stock | undefined;
  }
  const cases: readonly Case[] = [
    {
      name: "its quantity",
      wanted: { quantity: 8, status: "available" },
      current: { quantity: 5, status: "available" },
    },
    {
      name: "its status",
      wanted: { quantity: 5, status: "sold" },
      current: { quantity: 5, status: "available" },
    },
    { name: "both", wanted: { quantity: 0, status: "sold" }, current: { quantity: 5, status: "available" } },
    { name: "a pet that was added", wanted: null, current: { quantity: 5, status: "available" } },
    { name: "a pet that was removed", wanted: { quantity: 3, status: "pending" }, current: undefined },
  ];
  test.each(cases)("$name", async ({ wanted, current }) => {
    using page = await TestPage.open(service, { key });
    const { changes, session } = page.dashboard;
    const { admin } = session;
    await admin.applyRows([{ petId: 50, quantity: 5, status: "available" }]);
    if (current === undefined) await admin.applyChanges({ changes: [{ petId: 50, remove: true }] });
    const item: InventoryItem | undefined = current && { petId: 50n, ...current };
    const movement = { ...NOTHING, petId: 50n, before: wanted, after: current ?? null };
    const back = { admin, changes, movement, current: { item, label: undefined }, title: "back" };
    expect(await setBack(back)).toBe("done");
    const entry = await admin.entry(50).catch(() => null);
    expect(entry && { quantity: entry.quantity, status: entry.status }).toEqual(wanted);
    // The page's idea of the pet is now out of date: nothing is overwritten.
    if (current !== undefined) expect(await setBack(back)).toBe("changed");
  });

  test.each([
    ["a label alone", { quantity: 5, status: "available" }],
    ["a label and a quantity", { quantity: 8, status: "available" }],
    ["a label, a quantity and a status", { quantity: 8, status: "sold" }],
  ] as const)("%s, but not over a later change of the label", async (_, before) => {
    using page = await TestPage.open(service, { key });
    const { changes, session } = page.dashboard;
    const { admin } = session;
    await admin.applyRows([{ petId: 50, quantity: 5, status: "available" }]);
    await admin.applyChanges({
      changes: [{ petId: 50, label: { name: "Max", kind: "dog", code: "7", low: 2 } }],
    });
    const now = { petId: 50n, name: "Max", kind: "dog", code: "7", low: 2 };
    const label = { before: { name: "Rex", kind: "dog", code: null, low: 2 }, after: now };
    const item: InventoryItem = { petId: 50n, quantity: 5, status: "available" };
    const movement = {
      ...NOTHING,
      petId: 50n,
      before,
      after: { quantity: 5, status: "available" },
      label,
    } as const;
    const back = { admin, changes, movement, current: { item, label: now }, title: "back" };
    expect(await setBack(back)).toBe("done");
    expect(await admin.entry(50)).toMatchObject({
      ...before,
      label: { name: "Rex", kind: "dog", code: null, low: 2 },
    });
    await admin.applyRows([{ petId: 50, quantity: 5, status: "available" }]);
    expect(await setBack(back)).toBe("changed");
  });
});

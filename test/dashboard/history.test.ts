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
import { mergeEntries, readActivity } from "../../src/dashboard/history/activity-source.ts";
import { movementInWords } from "../../src/dashboard/history/movement-words.ts";
import { actorInWords } from "../../src/dashboard/ui/names.ts";
import { type Stock, setBack } from "../../src/dashboard/history/set-back.ts";
import { TestPage } from "./state/page.ts";
import { startShop } from "./state/shop.ts";

const { service, key } = await startShop(
  ["1,5,available", "2,10,sold", "3,1,available"],
  "--role",
  "manager",
);

describe("a movement in words", () => {
  const stock = (quantity: number, status: Stock["status"] = "available"): Stock => ({ quantity, status });
  const cases: readonly (readonly [Movement["before"], Movement["after"], string])[] = [
    [stock(5), stock(3), "5 → 3"],
    [stock(5), stock(5, "sold"), "available → sold"],
    [stock(1005), stock(3, "sold"), "1,005 → 3, available → sold"],
    [null, stock(5), "added: 5, available"],
    [stock(5), null, "removed"],
  ];
  test.each(cases)("%j → %j: %s", (before, after, words) => {
    expect(movementInWords({ before, after })).toBe(words);
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
    await admin.applyChanges({ reason: "sold", changes: [{ petId: 1, by: -1 }] });
    const read = (filter: object) => {
      const signal = new AbortController().signal;
      return readActivity(admin, { filter: { ...NO_FILTER, ...filter }, cursor: undefined, signal });
    };
    const reasons = async (filter: object) =>
      (await read(filter)).entries.map(({ reason, pets, quantityChange }) => [reason, pets, quantityChange]);
    expect(await reasons({})).toEqual([
      ["sold", 1, -1],
      ["received", 2, 2],
      ["import", 3, 16],
    ]);
    expect(await reasons({ reason: "received" })).toEqual([["received", 2, 2]]);
    expect(await reasons({ who: "test" })).toEqual([
      ["sold", 1, -1],
      ["received", 2, 2],
    ]);
    expect(await reasons({ day: "2001-01-01" })).toEqual([]);
  });

  test("joins a revision that two portions share", () => {
    const entry = { revision: 7, at: "", actor: "", keyId: null, reason: "import", note: null } as const;
    const part = (pets: number) => ({ ...entry, undoes: null, pets, quantityChange: pets, undoable: null });
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
    const back = { admin, changes, petId: 50n, wanted, current: item, title: "back" };
    expect(await setBack(back)).toBe("done");
    const entry = await admin.entry(50).catch(() => null);
    expect(entry && { quantity: entry.quantity, status: entry.status }).toEqual(wanted);
    // The page's idea of the pet is now out of date: nothing is overwritten.
    if (current !== undefined) expect(await setBack(back)).toBe("changed");
  });
});

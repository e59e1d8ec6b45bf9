// Change sets: one revision each, undone as one, never over a later change of others.

import { expect, test } from "bun:test";
import { type PetStatus } from "../../../src/client/client.ts";
import { changeSetFailure } from "../../../src/dashboard/edits/changes.ts";
import { quantities, untilQuantities } from "../../support/stock.ts";
import { isAdmin } from "./network.ts";
import { TestPage } from "./page.ts";
import { startShop } from "./shop.ts";

const { service, key, admin } = await startShop(
  ["1,5,available", "2,7,pending", "3,0,sold"],
  "--role",
  "manager",
);

const TWO = {
  reason: "counted",
  changes: [
    { petId: 1, quantity: 6 },
    { petId: 2, by: -2 },
  ],
} as const;

test("a change set is one revision, appears on the page, and its notice undoes it", async () => {
  using page = await TestPage.open(service, { key });
  const result = await page.dashboard.changes.apply(TWO, { title: "2 pets counted" });
  expect(result).toMatchObject({ updated: 2, dryRun: false });
  await page.sees("2 pets counted");
  await page.shows(2, 5);
  expect(await quantities(service, key)).toBe("6 5 0");
  page.dashboard.undoStack.undo(page.state.notice!.undo!);
  await page.sees("Undone: 2 pets counted");
  await untilQuantities(service, key, "5 7 0");
  const { entries } = await admin.revisionPage({ pageSize: 2 });
  expect(entries.map(({ pets }) => pets)).toEqual([2, 2]);
});

test("what a change set of this page changed is not marked as changed by others; what others change is", async () => {
  using page = await TestPage.open(service, { key });
  await page.dashboard.changes.apply(TWO, { title: "2 pets counted" });
  await page.shows(2, 5);
  await service.update(key, 3, 9);
  await page.until("the mark of the other change", ({ marks }) => marks.has(3n));
  expect([...page.state.marks.keys()]).toEqual([3n]);
});

test("an undo before the answer undoes the change set that was sent, not an older change", async () => {
  using page = await TestPage.open(service, { key });
  page.edit(3, "4");
  await page.sees("Saved: pet 3, 0 → 4");
  const sent = page.dashboard.changes.apply(TWO, { title: "2 pets counted" });
  page.dashboard.undoStack.undoNewest();
  await sent;
  await page.sees("Undone: 2 pets counted");
  await untilQuantities(service, key, "5 7 4");
});

test("two change sets of one pet are undone one after the other, but not over a change of others", async () => {
  using page = await TestPage.open(service, { key });
  const status = (from: PetStatus, to: PetStatus) =>
    page.dashboard.changes.apply(
      { changes: [{ petId: 1, status: to, ifMatch: `"5-${from}"` }] },
      { title: `To ${to}`, inverse: [{ petId: 1, status: from, ifMatch: `"5-${to}"` }] },
    );
  await status("available", "pending");
  await status("pending", "sold");
  page.dashboard.undoStack.undoNewest();
  await page.sees("Undone: To sold");
  // The service refuses to undo the first revision: the pet has changed since.
  page.dashboard.undoStack.undoNewest();
  await page.sees("Undone: To pending");
  expect(await admin.entry(1)).toMatchObject({ quantity: 5, status: "available" });
  await status("available", "pending");
  await admin.applyChanges({ changes: [{ petId: 1, quantity: 6 }] });
  page.dashboard.undoStack.undoNewest();
  await page.sees("Not undone: To pending. 1 of its pets has changed since: open Activity to undo the rest");
  expect(await admin.entry(1)).toMatchObject({ quantity: 6, status: "pending" });
  await admin.applyChanges({ changes: [{ petId: 1, status: "available" }] });
});

test("rows of a file are one revision, too; nothing to change is said", async () => {
  using page = await TestPage.open(service, { key });
  const rows = "petId,quantity,status\n1,9,sold\n2,7,pending\n";
  expect(await page.dashboard.changes.applyRows(rows, { title: "Imported" })).toMatchObject({ updated: 1 });
  await page.sees("Imported");
  await page.dashboard.changes.applyRows(rows, { title: "Imported" });
  await page.sees("Imported: nothing had to be changed");
  expect(page.state.undoable).toHaveLength(1);
  page.dashboard.undoStack.undoNewest();
  await untilQuantities(service, key, "5 7 0");
});

test("what cannot be applied is thrown, with words for the user, and changes nothing", async () => {
  using page = await TestPage.open(service, { key });
  const failure = async (changes: Parameters<typeof page.dashboard.changes.apply>[0]["changes"]) => {
    const error = await page.dashboard.changes
      .apply({ changes }, { title: "x" })
      .catch((thrown: unknown) => thrown);
    return changeSetFailure(error);
  };
  expect(
    await failure([
      { petId: 1, quantity: 6 },
      { petId: 99, quantity: 1 },
    ]),
  ).toStartWith("pet 99: ");
  const guarded = { petId: 1, quantity: 6, ifMatch: (await admin.entry(2)).tag };
  expect(await failure([guarded])).toBe("Pet 1 changed in the meantime. Nothing was changed");
  page.network.drop(isAdmin);
  expect(await failure([{ petId: 1, quantity: 6 }])).toBe("Cannot reach the service");
  expect(page.state).toMatchObject({ notice: undefined, undoable: [] });
  expect(await quantities(service, key)).toBe("5 7 0");
});

test("a change set is applied once, also if its answer is lost and it is sent again", async () => {
  using page = await TestPage.open(service, { key });
  const changes = { changes: [{ petId: 1, by: 1 }] };
  const options = { title: "Counted", idempotencyKey: "count-of-shelf-3" };
  const restore = page.network.loseAnswers(isAdmin);
  await page.dashboard.changes.apply(changes, options).catch(() => {});
  restore();
  expect(await page.dashboard.changes.apply(changes, options)).toMatchObject({ updated: 1 });
  expect(await quantities(service, key)).toBe("6 7 0");
});

test("an undo leaves what others have changed since, and says so", async () => {
  using page = await TestPage.open(service, { key });
  const { revision } = await page.dashboard.changes.apply(TWO, { title: "2 pets counted" });
  await service.update(key, 1, 30);
  page.dashboard.undoStack.undoNewest();
  await page.sees(
    "Not undone: 2 pets counted. 1 of its pets has changed since: open Activity to undo the rest",
  );
  const undone = await page.dashboard.changes.undo(revision, { title: "the count", skipChanged: true });
  expect(undone.skipped).toEqual([1n]);
  await page.sees("Undone: the count");
  expect(await quantities(service, key)).toBe("30 7 0");
});

test("an undo without a network can be repeated", async () => {
  using page = await TestPage.open(service, { key });
  await page.dashboard.changes.apply(TWO, { title: "2 pets counted" });
  const restore = page.network.drop(isAdmin);
  page.dashboard.undoStack.undoNewest();
  await page.until("the undo to fail", ({ undoable }) => undoable.length === 1);
  restore();
  page.dashboard.undoStack.undoNewest();
  await untilQuantities(service, key, "5 7 0");
});

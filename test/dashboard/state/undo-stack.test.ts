// Undo: the newest change first, also while it is still being sent, and never over a change by others.

import { expect, test } from "bun:test";
import { quantities, untilQuantities } from "../../support/stock.ts";
import { until } from "../../support/until.ts";
import { isRead, isUpdate, isUpdateOf } from "./network.ts";
import { TestPage } from "./page.ts";
import { startShop } from "./shop.ts";

const { service, key } = await startShop(["1,5,available", "2,7,pending", "3,0,sold", "4,4,available"]);

async function save(page: TestPage, petId: number, quantity: number): Promise<void> {
  const before = page.row(petId)!.quantity;
  page.edit(petId, String(quantity));
  await page.sees(`Saved: pet ${petId}, ${before} → ${quantity}`);
}

test("changes are undone newest first", async () => {
  using page = await TestPage.open(service, { key });
  await save(page, 1, 50);
  await save(page, 2, 60);
  page.dashboard.undoStack.undoNewest();
  await page.sees("Undone: pet 2, 7 → 60");
  expect(await quantities(service, key)).toBe("50 7 0 4");
  page.dashboard.undoStack.undoNewest();
  await page.sees("Undone: pet 1, 5 → 50");
  expect(await quantities(service, key)).toBe("5 7 0 4");
  expect(page.state.undoable).toEqual([]);
});

test("a notice undoes the change that it names, once", async () => {
  using page = await TestPage.open(service, { key });
  await save(page, 1, 50);
  const { undo } = page.state.notice!;
  await save(page, 2, 60);
  page.dashboard.undoStack.undo(undo!);
  page.dashboard.undoStack.undo(undo!);
  await page.sees("Undone: pet 1, 5 → 50");
  await save(page, 1, 9);
  expect(await quantities(service, key)).toBe("9 60 0 4");
  const sent = page.network.sent.filter(
    ({ path, quantity }) => path.endsWith("/1") && quantity !== undefined,
  );
  expect(sent.map(({ quantity }) => quantity).slice(-3)).toEqual([50, 5, 9]);
});

test("a change is not undone if others have changed the pet since", async () => {
  using page = await TestPage.open(service, { key });
  await save(page, 1, 70);
  await service.update(key, 1, 71);
  page.dashboard.undoStack.undoNewest();
  await page.sees("Not undone: pet 1, 5 → 70. Changed by someone else");
  expect(await quantities(service, key)).toBe("71 7 0 4");
  expect(page.state.undoable).toEqual([]);
});

test("undo waits for a change that is still being sent", async () => {
  using page = await TestPage.open(service, { key });
  await save(page, 2, 20);
  const release = page.network.hold(isUpdateOf(3));
  page.edit(3, "30");
  page.dashboard.undoStack.undoNewest();
  release();
  await page.sees("Undone: pet 3, 0 → 30");
  expect(await quantities(service, key)).toBe("5 20 0 4");
  page.dashboard.undoStack.undoNewest();
  await untilQuantities(service, key, "5 7 0 4");
});

test("if the newest change fails, its undo does not undo an older one", async () => {
  using page = await TestPage.open(service, { key });
  await save(page, 2, 20);
  const release = page.network.hold(isUpdateOf(3));
  page.edit(3, "30");
  page.dashboard.undoStack.undoNewest();
  await service.update(key, 3, 1);
  release();
  await page.sees("Nothing to undo: pet 3, 0 → 30");
  expect(await page.untilSave(3, "conflict")).toMatchObject({ wanted: 30, theirs: { quantity: 1 } });
  expect(await quantities(service, key)).toBe("5 20 1 4");
});

test("if an answer is lost, undo waits until a list shows whether the change was applied", async () => {
  using page = await TestPage.open(service, { key });
  await save(page, 2, 20);
  const releaseLists = page.network.hold(isRead);
  const restore = page.network.loseAnswers(isUpdateOf(3));
  page.edit(3, "30");
  await page.untilSave(3, "unconfirmed");
  page.dashboard.undoStack.undoNewest();
  await page.sees("Undoing: pet 3, 0 → 30");
  restore();
  expect(page.network.countOf(isUpdateOf(3))).toBe(1);
  releaseLists();
  await page.sees("Undone: pet 3, 0 → 30");
  expect(await quantities(service, key)).toBe("5 20 0 4");
});

test("several changes of one pet are undone in order", async () => {
  using page = await TestPage.open(service, { key });
  await save(page, 3, 1);
  await save(page, 3, 2);
  const release = page.network.hold(isUpdateOf(3));
  page.dashboard.undoStack.undoNewest();
  page.dashboard.undoStack.undoNewest();
  expect((await page.untilSave(3, "saving")).kind).toBe("saving");
  release();
  await page.sees("Undone: pet 3, 0 → 1");
  expect(page.network.sent.filter(isUpdateOf(3)).map(({ quantity }) => quantity)).toEqual([1, 2, 1, 0]);
  expect(await quantities(service, key)).toBe("5 7 0 4");
});

test("an edit typed during an undo starts from the restored quantity", async () => {
  using page = await TestPage.open(service, { key });
  await save(page, 4, 40);
  const release = page.network.hold(isUpdateOf(4));
  page.dashboard.undoStack.undoNewest();
  await page.untilSave(4, "saving");
  page.edit(4, "9");
  release();
  await page.sees("Saved: pet 4, 4 → 9");
  expect(await quantities(service, key)).toBe("5 7 0 9");
});

test("if an undo is interrupted, later undos wait, and continue in the same order", async () => {
  using page = await TestPage.open(service, { key });
  for (const quantity of [1, 2, 3]) await save(page, 3, quantity);
  await save(page, 4, 40);
  const before = page.network.countOf(isUpdate);
  const restore = page.network.drop(isUpdate);
  for (let count = 0; count < 3; count += 1) page.dashboard.undoStack.undoNewest();
  await page.sees("Not undone: pet 4, 4 → 40. Cannot reach the service");
  await until("all to be undoable again", () => page.state.undoable.length === 4);
  expect(page.network.sent.filter(isUpdate).slice(before)).toMatchObject([{ path: "/v1/inventory/4" }]);
  restore();
  for (const wanted of ["5 7 3 4", "5 7 2 4", "5 7 1 4", "5 7 0 4"]) {
    page.dashboard.undoStack.undoNewest();
    await untilQuantities(service, key, wanted);
  }
});

test("the last hundred changes can be undone", async () => {
  using page = await TestPage.open(service, { key });
  for (let quantity = 1; quantity <= 101; quantity += 1) page.edit(3, String(quantity));
  await page.sees("Saved: pet 3, 100 → 101");
  expect(page.state.undoable).toHaveLength(100);
  expect(page.state.undoable.at(-1)!.title).toBe("pet 3, 1 → 2");
});

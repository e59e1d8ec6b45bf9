// Bulk changes from a file: nothing is sent without a preview, nothing of others is overwritten, and all can be undone.

import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type BulkPlan, planBulk } from "../../../src/dashboard/model/bulk-plan.ts";
import { TestService } from "../../support/service.ts";
import { quantities, setStock } from "../../support/stock.ts";
import { isList, isUpdate, isUpdateOf } from "./network.ts";
import { TestPage } from "./page.ts";

setDefaultTimeout(60_000);

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await TestService.start({ rows: ["1,5,available", "2,7,pending", "3,0,sold", "4,4,available"] });
  key = await service.makeKey();
});

beforeEach(() => setStock(service, key, { 1: 5, 2: 7, 3: 0, 4: 4 }));

afterAll(() => service[Symbol.asyncDispose]());

async function preview(page: TestPage, name: string, text: string): Promise<void> {
  await page.dashboard.bulk.openFile(new File([text], name));
  await page.bulkStep("preview");
}

/** The plan that the page shows. */
function planOf({ state }: TestPage): BulkPlan {
  if (state.bulk?.step !== "preview") throw new Error(`the step is ${state.bulk?.step}`);
  return planBulk({ ...state.bulk, now: state.rows });
}

async function applyToEnd(page: TestPage) {
  void page.dashboard.bulk.apply(planOf(page));
  await page.until("the end of the change", ({ bulk }) => bulk?.step === "apply" && bulk.ended);
  return page.bulkStep("apply");
}

const linesOf = (rows: readonly { line: number }[]) => rows.map(({ line }) => line);

test("a file is previewed by groups; only rows to change are sent, and all of them are undone at once", async () => {
  using page = await TestPage.open(service, { key });
  const rows = ["petId,quantity", "1,50", "2,7", "8,1", "3,1.5", "4,6", "3,1", "3,2", "x,1"];
  await preview(page, "count.csv", rows.join("\r\n"));
  const { change, same, unknown, conflict, invalid } = planOf(page);
  expect([change, same, unknown, conflict, invalid].map(linesOf)).toEqual([[2, 6], [3], [4], [7, 8], [5, 9]]);
  // The only update so far was the one that detects a read-only key.
  expect(page.network.countOf(isUpdate)).toBeLessThanOrEqual(1);
  expect(await quantities(service, key)).toBe("5 7 0 4");
  const { changed, failed, unsent, omitted, message, undo } = await applyToEnd(page);
  expect({ changed, failed, omitted, message }).toEqual({
    changed: 2,
    failed: [],
    omitted: 0,
    message: undefined,
  });
  expect(unsent.map(({ reason }) => reason.split(":")[0])).toEqual(
    [7, 8, 4, 5, 9].map((line) => `Line ${line}`),
  );
  expect(await quantities(service, key)).toBe("50 7 0 6");
  page.dashboard.bulk.close();
  page.dashboard.undoStack.undo(undo!);
  await page.sees("Undone: 2 quantities from count.csv");
  expect(await quantities(service, key)).toBe("5 7 0 4");
});

test("the first hundred invalid rows are listed, and all are counted", async () => {
  using page = await TestPage.open(service, { key });
  await preview(page, "bad.csv", `petId,quantity\n1,50\n${"x,1\n".repeat(3_000)}`);
  const plan = planOf(page);
  expect([plan.invalid.length, plan.omitted]).toEqual([100, 2_900]);
  expect(await applyToEnd(page)).toMatchObject({ changed: 1, omitted: 2_900 });
});

test("columns of unknown names are chosen by the user", async () => {
  using page = await TestPage.open(service, { key });
  await page.dashboard.bulk.paste("Tier\tAnzahl\tName\n1\t11\tRex\n2\t22\tMia\n");
  expect(await page.bulkStep("preview")).toMatchObject({ name: "pasted rows", rows: [] });
  await page.dashboard.bulk.map({ header: true, petId: 0, quantity: 1 });
  expect(linesOf(planOf(page).change)).toEqual([2, 3]);
});

test("JSON and NDJSON files are read by their names", async () => {
  using page = await TestPage.open(service, { key });
  for (const [name, text] of [
    ["stock.json", '[{"petId":1,"quantity":9}]'],
    ["stock.ndjson", '{"petId":1,"quantity":9}\n'],
  ] as const) {
    await preview(page, name, text);
    expect(planOf(page).change).toMatchObject([{ petId: 1n, wanted: 9 }]);
  }
});

describe("changes by others", () => {
  test("after the preview are conflicts, until the user compares again", async () => {
    using page = await TestPage.open(service, { key });
    await preview(page, "count.csv", "petId,quantity\n1,50\n2,70\n");
    await service.update(key, 1, 6);
    await page.shows(1, 6);
    expect(planOf(page).conflict).toMatchObject([
      { petId: 1n, reason: "Changed from 5 to 6 since the file was read" },
    ]);
    await page.dashboard.bulk.compareAgain();
    expect(linesOf(planOf(page).change)).toEqual([2, 3]);
  });

  test("that have not reached the page are not overwritten, and listed as failed", async () => {
    using page = await TestPage.open(service, { key });
    await preview(page, "count.csv", "petId,quantity\n2,70\n3,30\n");
    const release = page.network.hold(isList);
    await service.update(key, 2, 8);
    const { changed, failed, undo } = await applyToEnd(page);
    expect([changed, failed]).toEqual([1, [{ petId: 2n, wanted: 70, reason: "Changed by someone else" }]]);
    expect((await undo!.change)!.updates).toHaveLength(1);
    expect(await quantities(service, key)).toBe("5 8 30 4");
    release();
  });
});

describe("a change that is being sent", () => {
  test("stops on request: rows in flight are saved, others are not sent", async () => {
    const pets = Array.from({ length: 40 }, (_, at) => at + 1);
    await using large = await TestService.start({ rows: pets.map((id) => `${id},1,available`) });
    const largeKey = await large.makeKey();
    using page = await TestPage.open(large, { key: largeKey });
    await preview(page, "count.csv", ["petId,quantity", ...pets.map((id) => `${id},2`)].join("\n"));
    const release = page.network.hold(
      (request) => isUpdate(request) && Number(request.path.split("/").at(-1)) > 20,
    );
    void page.dashboard.bulk.apply(planOf(page));
    await page.until("twenty rows to be saved", ({ bulk }) => bulk?.step === "apply" && bulk.changed === 20);
    expect(page.state.bulk).toMatchObject({ total: 40, ended: false });
    page.dashboard.bulk.stop();
    release();
    await page.until("the end", ({ bulk }) => bulk?.step === "apply" && bulk.ended);
    const { changed, unsent, message } = await page.bulkStep("apply");
    // A browser opens six connections.
    expect(changed).toBe(26);
    expect(message).toBe("Stopped. Rows that were not sent are unchanged");
    expect(unsent).toHaveLength(14);
    expect(unsent[0]).toMatchObject({ reason: "Not sent" });
    const sent = (await quantities(large, largeKey)).split(" ").filter((quantity) => quantity === "2");
    expect(sent).toHaveLength(changed);
  });

  test("ends at the first error that concerns all rows", async () => {
    using page = await TestPage.open(service, { key });
    await preview(page, "count.csv", "petId,quantity\n1,2\n2,2\n3,2\n4,2");
    page.network.drop(isUpdate);
    const { changed, message, undo } = await applyToEnd(page);
    expect({ changed, message, undo }).toEqual({
      changed: 0,
      message: "Stopped by an error. Rows that were not sent are unchanged",
      undo: undefined,
    });
    expect(await quantities(service, key)).toBe("5 7 0 4");
  });

  test("refuses another file, and continues", async () => {
    using page = await TestPage.open(service, { key });
    await preview(page, "first.csv", "petId,quantity\n2,70\n3,30");
    const release = page.network.hold(isUpdateOf(2));
    void page.dashboard.bulk.apply(planOf(page));
    await page.bulkStep("apply");
    await page.dashboard.bulk.openFile(new File(["petId,quantity\n2,99"], "second.csv"));
    expect(page.state.bulk).toMatchObject({
      ended: false,
      refusedFile: "second.csv was not opened. Wait until this import has finished, or stop it",
    });
    release();
    await page.until("the end", ({ bulk }) => bulk?.step === "apply" && bulk.ended);
    expect(await quantities(service, key)).toBe("5 70 30 4");
    await preview(page, "second.csv", "petId,quantity\n2,99");
  });

  test("ends with a sign-out: queued rows are not sent", async () => {
    using page = await TestPage.open(service, { key });
    const release = page.network.hold(isUpdateOf(2));
    page.edit(2, "20");
    await preview(page, "count.csv", "petId,quantity\n1,2\n2,2");
    void page.dashboard.bulk.apply(planOf(page));
    await page.shows(1, 2);
    page.dashboard.session.signOut();
    release();
    await page.signIn(key);
    expect(page.state).toMatchObject({ bulk: undefined, undoable: [], notice: undefined });
    await page.shows(2, 20);
    // Runs after all earlier updates of the pet.
    page.edit(2, "90");
    await page.sees("Saved: pet 2, 20 → 90");
    expect(page.network.sent.filter(isUpdateOf(2)).map(({ quantity }) => quantity)).toEqual([20, 90]);
  });

  test("and a slow save that ends later are undone separately", async () => {
    using page = await TestPage.open(service, { key });
    const release = page.network.hold(isUpdateOf(2));
    page.edit(2, "20");
    await preview(page, "count.csv", "petId,quantity\n3,30\n4,40");
    const { undo } = await applyToEnd(page);
    release();
    await page.sees("Saved: pet 2, 7 → 20");
    page.dashboard.undoStack.undo(undo!);
    await page.sees("Undone: 2 quantities from count.csv");
    expect(await quantities(service, key)).toBe("5 20 0 4");
  });
});

describe("while the list is loading", () => {
  test("a file waits for it, and is compared with all of it", async () => {
    using page = await TestPage.open(service);
    const release = page.network.halve(isList);
    page.dashboard.session.signIn(key, { remember: false });
    await page.until("some rows", ({ loading }) => loading === "partial");
    void page.dashboard.bulk.openFile(new File(["petId,quantity\n1,9\n4,9\n8,9"], "count.csv"));
    expect((await page.bulkStep("wait")).name).toBe("count.csv");
    release();
    await page.bulkStep("preview");
    expect([planOf(page).change, planOf(page).unknown].map(linesOf)).toEqual([[2, 3], [4]]);
  });

  test("a file that is closed meanwhile does not come back", async () => {
    using page = await TestPage.open(service);
    const release = page.network.halve(isList);
    page.dashboard.session.signIn(key, { remember: false });
    await page.until("some rows", ({ loading }) => loading === "partial");
    const opened = page.dashboard.bulk.openFile(new File(["petId,quantity\n1,9"], "first.csv"));
    await page.bulkStep("wait");
    page.dashboard.bulk.close();
    page.dashboard.bulk.open();
    release();
    await opened;
    expect(page.state.bulk).toEqual({ step: "choose", message: undefined });
  });
});

test.each([
  [new File(["PK\u0003\u0004rest of a workbook"], "stock.xlsx"), /^stock\.xlsx: the file is a workbook/],
  [new File([new Uint8Array(50_000_001)], "large.csv"), /^large\.csv is too large\. The limit is 50 MB$/],
])("a file that cannot be a list of quantities is refused with the reason", async (file, reason) => {
  using page = await TestPage.open(service, { key });
  await page.dashboard.bulk.openFile(file);
  expect((await page.bulkStep("choose")).message).toMatch(reason);
});

// The dialog for bulk changes. Its state is tested in test/dashboard/state/bulk-change.test.ts.

import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { TestService } from "../support/service.ts";
import { quantities, setStock } from "../support/stock.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(120_000);

let service: TestService;
let key: string;

beforeAll(async () => {
  const rows = ["1,5,available", "2,7,pending", "3,0,sold", "9007199254740993,4,available"];
  service = await TestService.start({ rows });
  key = await service.makeKey();
});

beforeEach(() => setStock(service, key, { "1": 5, "2": 7, "3": 0, "9007199254740993": 4 }));

afterAll(() => service[Symbol.asyncDispose]());

/** The file that the outcome offers. */
async function notChanged({ page }: DashboardTab): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download rows not changed" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("not-changed.csv");
  return Bun.file(await file.path()).text();
}

test("a file is previewed by groups; only valid changes are sent, the others are downloaded, and all is undone", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  const file = ["petId,quantity", "1,50", "2,7", "8,1", "3,1.5", "9007199254740993,6", "3,1", "3,2", "x,1"];
  await tab.chooseFile("count.csv", file.join("\r\n"));
  for (const chip of ["To change 2", "Conflicts 2", "Unknown pets 1", "Invalid 2", "Unchanged 1"]) {
    await page.getByRole("button", { name: chip, exact: true }).waitFor();
  }
  await page.getByRole("button", { name: "Invalid 2" }).click();
  expect(await page.getByRole("dialog").getByRole("row").nth(1).innerText()).toMatch(
    /^5\s[^]*"1.5" is not an integer/,
  );
  expect(await page.getByRole("dialog").getByRole("row").nth(2).innerText()).toMatch(
    /^9\s[^]*"x" is not an integer/,
  );
  expect(await quantities(service, key)).toBe("5 7 0 4");
  await page.getByRole("button", { name: "Change 2 quantities" }).click();
  await tab.sees("2 quantities changed, 5 rows of the file skipped");
  expect(await quantities(service, key)).toBe("50 7 0 6");
  expect((await notChanged(tab)).split("\n")).toEqual([
    "petId,quantity,reason",
    '3,1,"Line 7: Listed more than once with different quantities"',
    '3,2,"Line 8: Listed more than once with different quantities"',
    '8,1,"Line 4: No pet has this id, and pets cannot be added here"',
    ',,"Line 5: column quantity: ""1.5"" is not an integer from 0 to 2147483647"',
    expect.stringMatching(/^,,"Line 9: column petId: ""x"" is not an integer from /),
    "",
  ]);
  await page.getByRole("button", { name: "Undo all" }).click();
  await tab.sees("Undone: 2 quantities from count.csv");
  expect(await quantities(service, key)).toBe("5 7 0 4");
});

test("a long group shows its first rows and the number of the others", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  await tab.chooseFile("bad.csv", `petId,quantity\n1,50\n${"x,1\n".repeat(3_000)}`);
  await page.getByRole("button", { name: "Invalid 3,000" }).click();
  // With the header.
  expect(await page.getByRole("dialog").getByRole("row").count()).toBe(101);
  await tab.sees("and 2,900 more rows");
  await page.getByRole("button", { name: "Change 1 quantity" }).click();
  await tab.sees("1 quantity changed, 3,000 rows of the file skipped");
  const lines = (await notChanged(tab)).trimEnd().split("\n");
  expect(lines).toHaveLength(102);
  expect(lines.at(-1)).toBe(',,"2,900 more invalid rows not listed"');
});

test("rows are pasted, and their columns chosen", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  await page.getByRole("button", { name: "Import CSV" }).click();
  await page
    .getByLabel("Or paste rows from a spreadsheet")
    .fill("Tier\tAnzahl\tName\n1\t11\tRex\n2\t22\tMia\n");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Nothing to change" }).waitFor();
  await page.getByLabel("Pet id column").selectOption("Tier");
  await page.getByLabel("Quantity column").selectOption("Anzahl");
  await page.getByRole("button", { name: "Change 2 quantities" }).click();
  await tab.sees("2 quantities changed");
  expect(await quantities(service, key)).toBe("11 22 0 4");
});

test("a change by others appears as a conflict in the preview; failed rows are listed in the outcome", async () => {
  await using tab = await DashboardTab.open(service, { key, clock: true });
  tab.tab.expectProblem(/412/);
  const { page } = tab;
  await tab.sees("Live");
  await tab.chooseFile("count.csv", "petId,quantity\n1,50\n2,70\n3,30\n");
  await page.getByRole("button", { name: "To change 3" }).waitFor();
  await service.update(key, 1, 6);
  await tab.passTime(3_000);
  await page.getByRole("button", { name: "Conflicts 1" }).click();
  await tab.sees("Changed from 5 to 6 since the file was read");
  // The page must not learn of the next change before it sends its update.
  await page.route("**/v1/inventory", () => new Promise(() => {}));
  await service.update(key, 2, 8);
  await page.getByRole("button", { name: "Change 2 quantities" }).click();
  await tab.sees("1 quantity changed");
  await tab.sees("Pet 2 to 70: Changed by someone else");
  expect(await quantities(service, key)).toBe("6 8 30 4");
  expect(await notChanged(tab)).toBe(
    [
      "petId,quantity,reason",
      '2,70,"Changed by someone else"',
      '1,50,"Line 2: Changed from 5 to 6 since the file was read"',
      "",
    ].join("\n"),
  );
});

test("a change shows its progress, refuses a file that is dropped meanwhile, and can be stopped", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  await tab.chooseFile("first.csv", "petId,quantity\n2,70\n3,30");
  const release = await tab.holdSaves(2);
  await page.getByRole("button", { name: "Change 2 quantities" }).click();
  await tab.sees(/^1 of 2, [0-9,]+ per second$/);
  await tab.dropFile("second.csv", "petId,quantity\n2,99\n3,99");
  await page
    .getByRole("alert")
    .filter({ hasText: "second.csv was not opened. Wait until this import has finished, or stop it" })
    .waitFor();
  expect(await page.getByRole("button", { name: "Close" }).first().isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Stop" }).click();
  release();
  await tab.sees("2 quantities changed");
  expect(await quantities(service, key)).toBe("5 70 30 4");
  await tab.dropFile("second.csv", "petId,quantity\n2,99\n3,99");
  await page.getByRole("button", { name: "Change 2 quantities" }).waitFor();
  await tab.sees("second.csv, 2 rows");
});

test("the notice after a change names it, and its button undoes it", async () => {
  await using tab = await DashboardTab.open(service, { key });
  await tab.type(2, "20");
  await tab.row(2).getByText("Saved").waitFor();
  await tab.chooseFile("count.csv", "petId,quantity\n3,30\n1,40");
  await tab.page.getByRole("button", { name: "Change 2 quantities" }).click();
  await tab.page.getByRole("button", { name: "Done" }).click();
  const notice = tab.page.locator(".notice");
  expect(await notice.locator("span").textContent()).toBe("Saved: 2 quantities from count.csv");
  await notice.getByRole("button", { name: "Undo" }).click();
  await tab.sees("Undone: 2 quantities from count.csv");
  expect(await quantities(service, key)).toBe("5 20 0 4");
});

test("the rows shown are exported in the format of an import", async () => {
  await using tab = await DashboardTab.open(service, { key, query: "?min=1" });
  const [file] = await Promise.all([
    tab.page.waitForEvent("download"),
    tab.page.getByRole("button", { name: "Export" }).click(),
  ]);
  const text = await Bun.file(await file.path()).text();
  expect(text).toBe("petId,quantity,status\n1,5,available\n2,7,pending\n9007199254740993,4,available\n");
});

test("a file that cannot be read shows the reason", async () => {
  await using tab = await DashboardTab.open(service, { key });
  await tab.chooseFile("stock.xlsx", "PK\u0003\u0004rest of a workbook");
  await tab.page.getByRole("alert").filter({ hasText: "stock.xlsx: the file is a workbook" }).waitFor();
});

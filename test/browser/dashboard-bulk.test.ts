// A change of many quantities by a file: nothing without a look at it, nothing over somebody else's change, and all of it
// to be taken back.

import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { DashboardTab } from "./dashboard.ts";
import { quantities, stockUp } from "./stock.ts";

setDefaultTimeout(120_000);

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await TestService.start();
  key = await service.makeKey();
});

beforeEach(() =>
  stockUp(service, ["1,5,available", "2,7,pending", "3,0,sold", "9007199254740993,4,available"]),
);

afterAll(() => service[Symbol.asyncDispose]());

/** The file that is offered at the end. */
async function notChanged({ page }: DashboardTab): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download what was not changed" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("not-changed.csv");
  return Bun.file(await file.path()).text();
}

test("a file with mistakes is shown by what becomes of its rows, and only what is right is sent", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  const file = ["petId,quantity", "1,50", "2,7", "8,1", "3,1.5", "9007199254740993,6", "3,1", "3,2", "x,1"];
  await tab.chooseFile("count.csv", file.join("\r\n"));
  for (const chip of ["New value 2", "Conflict 2", "Unknown pet 1", "Invalid 2", "Unchanged 1"]) {
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
  await tab.sees("2 quantities changed, 5 rows of the file left out");
  expect(await quantities(service, key)).toBe("50 7 0 6");
  expect((await notChanged(tab)).split("\n")).toEqual([
    "petId,quantity,reason",
    '3,1,"Line 7: The file names this pet more than once, with different quantities"',
    '3,2,"Line 8: The file names this pet more than once, with different quantities"',
    '8,1,"Line 4: No pet has this id: only an import adds pets"',
    ',,"Line 5: column quantity: ""1.5"" is not an integer from 0 to 2147483647"',
    expect.stringMatching(/^,,"Line 9: column petId: ""x"" is not an integer from /),
    "",
  ]);
  await page.getByRole("button", { name: "Undo all" }).click();
  await tab.sees("Taken back: 2 quantities from count.csv");
  expect(await quantities(service, key)).toBe("5 7 0 4");
});

test("of many invalid rows the first hundred are shown, and all are counted", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  await tab.chooseFile("bad.csv", `petId,quantity\n1,50\n${"x,1\n".repeat(3_000)}`);
  await page.getByRole("button", { name: "Invalid 3,000" }).click();
  // And the header.
  expect(await page.getByRole("dialog").getByRole("row").count()).toBe(101);
  await tab.sees("and 2,900 more rows");
  await page.getByRole("button", { name: "Change 1 quantity" }).click();
  await tab.sees("1 quantity changed, 3,000 rows of the file left out");
  const lines = (await notChanged(tab)).trimEnd().split("\n");
  expect(lines).toHaveLength(102);
  expect(lines.at(-1)).toBe(',,"and 2,900 more invalid rows of the file"');
});

test("columns of any name are chosen by hand, and rows are pasted", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  await page.getByRole("button", { name: "Change by file" }).click();
  await page
    .getByLabel("Or paste rows of a spreadsheet")
    .fill("Tier\tAnzahl\tName\n1\t11\tRex\n2\t22\tMia\n");
  await page.getByRole("button", { name: "Look at what it does" }).click();
  await page.getByRole("button", { name: "Nothing to change" }).waitFor();
  await page.getByLabel("Pet ids are in").selectOption("Tier");
  await page.getByLabel("Quantities are in").selectOption("Anzahl");
  await page.getByRole("button", { name: "Change 2 quantities" }).click();
  await tab.sees("2 quantities changed");
  expect(await quantities(service, key)).toBe("11 22 0 4");
});

test("what somebody changes meanwhile is a conflict, before and while it is sent; what failed is a file", async () => {
  await using tab = await DashboardTab.open(service, { key });
  tab.tab.expectProblem(/412/);
  const { page } = tab;
  await tab.chooseFile("count.csv", "petId,quantity\n1,50\n2,70\n3,30\n");
  await page.getByRole("button", { name: "New value 3" }).waitFor();
  await service.update(key, 1, 6);
  await page.getByRole("button", { name: "Conflict 1" }).click();
  await tab.sees("Changed from 5 to 6 since the file was read");
  // The list of the page must not know of this one before the update is sent.
  await page.route("**/v1/inventory", () => new Promise(() => {}));
  await service.update(key, 2, 8);
  await page.getByRole("button", { name: "Change 2 quantities" }).click();
  await tab.sees("1 quantity changed");
  await tab.sees("Pet 2 to 70: Somebody else has changed it meanwhile");
  expect(await quantities(service, key)).toBe("6 8 30 4");
  expect(await notChanged(tab)).toBe(
    [
      "petId,quantity,reason",
      '2,70,"Somebody else has changed it meanwhile"',
      '1,50,"Line 2: Changed from 5 to 6 since the file was read"',
      "",
    ].join("\n"),
  );
});

test("a long change shows how far it is, and stops where it is told to", async () => {
  const ids = Array.from({ length: 3000 }, (_, at) => at + 1);
  await stockUp(
    service,
    ids.map((id) => `${id},1,available`),
  );
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  // So that it takes long enough to be stopped.
  await page.route("**/v1/inventory/*", async (route) => {
    await Bun.sleep(20);
    await route.continue();
  });
  await tab.chooseFile("count.csv", ["petId,quantity", ...ids.map((id) => `${id},2`)].join("\n"));
  await page.getByRole("button", { name: "Change 3,000 quantities" }).click();
  await tab.sees(/^[1-9][0-9,]* of 3,000, [0-9,]+ a second$/);
  await page.getByRole("button", { name: "Stop" }).click();
  await tab.sees("Stopped: what was not sent is as it was");
  const changed = Number(
    /^([0-9,]+) quantit/
      .exec(await page.getByText(/quantities changed/).innerText())![1]!
      .replaceAll(",", ""),
  );
  expect(changed).toBeGreaterThan(0);
  expect(changed).toBeLessThan(3000);
  const sent = (await quantities(service, key)).split(" ").filter((quantity) => quantity === "2").length;
  expect(sent).toBe(changed);
});

test("a file that is dropped while another one is applied is refused in words, and the running change goes on", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  await tab.chooseFile("first.csv", "petId,quantity\n2,70\n3,30");
  const letGo = await tab.holdSaves(2);
  await page.getByRole("button", { name: "Change 2 quantities" }).click();
  await page.getByRole("button", { name: "Stop" }).waitFor();
  await tab.dropFile("second.csv", "petId,quantity\n2,99\n3,99");
  await page
    .getByRole("alert")
    .filter({ hasText: "second.csv was not opened: wait for the end of this change, or stop it first" })
    .waitFor();
  expect(await page.getByRole("button", { name: "Stop" }).isVisible()).toBe(true);
  expect(await page.getByRole("button", { name: "Close" }).first().isDisabled()).toBe(true);
  letGo();
  await tab.sees("2 quantities changed");
  expect(await quantities(service, key)).toBe("5 70 30 4");
  // Afterwards it is looked at like any other.
  await tab.dropFile("second.csv", "petId,quantity\n2,99\n3,99");
  await page.getByRole("button", { name: "Change 2 quantities" }).waitFor();
  await tab.sees("second.csv, 2 rows");
});

test("what is shown is exported, as an import takes it back", async () => {
  await using tab = await DashboardTab.open(service, { key, query: "?min=1" });
  const [file] = await Promise.all([
    tab.page.waitForEvent("download"),
    tab.page.getByRole("button", { name: "Export" }).click(),
  ]);
  const text = await Bun.file(await file.path()).text();
  expect(text).toBe("petId,quantity,status\n1,5,available\n2,7,pending\n9007199254740993,4,available\n");
});

test("a file that is none says what it is", async () => {
  await using tab = await DashboardTab.open(service, { key });
  await tab.chooseFile("stock.xlsx", "PK\u0003\u0004rest of a workbook");
  await tab.page.getByRole("alert").filter({ hasText: "stock.xlsx: the file is a workbook" }).waitFor();
  await until("nothing to be changed", async () => (await quantities(service, key)) === "5 7 0 4");
});

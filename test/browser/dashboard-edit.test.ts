// The table as the editor: by keyboard, guarded against others, and to be taken back.

import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(120_000);

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await TestService.start();
  key = await service.makeKey();
});

beforeEach(async () => {
  const rows = [
    "petId,quantity,status",
    "1,5,available",
    "2,7,pending",
    "3,0,sold",
    "9007199254740993,4,available",
  ];
  await petstockOrThrow(["import", "-", "--format", "csv", "--replace", "--database", service.databaseUrl], {
    stdin: rows.join("\n"),
  });
});

afterAll(() => service[Symbol.asyncDispose]());

/** As the service has it, `1: 5, 2: 7` and so on. */
async function stock(): Promise<string> {
  const { text } = await service.list(key);
  return [...text.matchAll(/"petId":(\d+),"quantity":(\d+)/g)].map(([, id, n]) => `${id}: ${n}`).join(", ");
}

async function stockIs(wanted: string): Promise<void> {
  await until(`the stock to be ${wanted}`, async () => (await stock()) === wanted);
}

test("quantities are edited by keyboard alone: arrows, typing, Enter, Tab, F2 and Esc", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  await tab.quantity(1).focus();
  await tab.press("1", "2", "Enter");
  await tab.row(1).getByText("Saved").waitFor();
  // Enter leads to the row below, where typing goes on.
  await tab.press("8", "Tab");
  await stockIs("1: 12, 2: 8, 3: 0, 9007199254740993: 4");
  expect(await page.locator(":focus").textContent()).toBe("pending");
  await tab.press("ArrowLeft", "ArrowDown", "F2", "9", "Escape", "ArrowDown", "+", "5", "Enter");
  await stockIs("1: 12, 2: 8, 3: 0, 9007199254740993: 9");
  await tab.press("-", "2", "Enter");
  await stockIs("1: 12, 2: 8, 3: 0, 9007199254740993: 7");
  await tab.press("Control+Home", "ArrowRight");
  expect(await page.locator(":focus").textContent()).toBe("12");
  await tab.press("Control+End");
  expect(await page.locator(":focus").getAttribute("class")).toContain("note");
  // One tab stop: the next Tab leaves the table.
  await tab.press("Tab");
  expect(await page.locator("[role=grid] :focus").count()).toBe(0);
});

test("whoever types faster than the service answers loses no key, and each save follows the one before", async () => {
  await using tab = await DashboardTab.open(service, { key });
  await tab.row(1).waitFor();
  await tab.page.route("**/v1/inventory/9007199254740993", async (route) => {
    await Bun.sleep(300);
    await route.continue();
  });
  await tab.quantity(9007199254740993n).focus();
  await tab.press("2", "0", "Enter", "-", "2", "Enter", "+", "1", "Enter", "F2");
  expect(await tab.page.locator(":focus").inputValue()).toBe("19");
  await tab.press("3", "3", "Enter");
  await stockIs("1: 5, 2: 7, 3: 0, 9007199254740993: 33");
  await tab.sees("Saved: pet 9007199254740993, 19 → 33");
});

test("what is no quantity stays, says why, and is not sent", async () => {
  await using tab = await DashboardTab.open(service, { key });
  await tab.quantity(1).click();
  await tab.page.keyboard.type("1.5");
  await tab.press("Enter");
  await tab.note(1).getByRole("alert").filter({ hasText: "“1.5” is not a whole number" }).waitFor();
  await tab.page.locator(":focus").fill("-9");
  await tab.press("Enter");
  await tab.note(1).getByRole("alert").filter({ hasText: "There are only 5" }).waitFor();
  await tab.press("Escape");
  expect(await tab.quantity(1).textContent()).toBe("5");
  expect(await stock()).toStartWith("1: 5,");
});

test("two pages that change one pet: the later one sees both values, and decides", async () => {
  await using here = await DashboardTab.open(service, { key });
  await using there = await DashboardTab.open(service, { key });
  here.tab.expectProblem(/412/);
  await here.quantity(1).click();
  await here.page.keyboard.type("20");
  await there.quantity(1).click();
  await there.page.keyboard.type("30");
  await there.press("Enter");
  await stockIs("1: 30, 2: 7, 3: 0, 9007199254740993: 4");
  await here.press("Enter");
  await here.note(1).getByText("Yours 20, theirs 30").waitFor();
  expect(await stock()).toStartWith("1: 30,");
  await here.note(1).getByRole("button", { name: "Keep theirs" }).click();
  await here.note(1).getByText("Yours").waitFor({ state: "detached" });
  expect(await here.quantity(1).textContent()).toBe("30");

  await here.quantity(1).click();
  await here.page.keyboard.type("21");
  await service.update(key, 1, 31);
  await here.press("Enter");
  await here.note(1).getByRole("button", { name: "Use mine" }).click();
  await stockIs("1: 21, 2: 7, 3: 0, 9007199254740993: 4");
});

test("adding to what somebody else changes meanwhile adds to what is there", async () => {
  await using tab = await DashboardTab.open(service, { key });
  tab.tab.expectProblem(/412/);
  await tab.quantity(2).click();
  await tab.page.keyboard.type("+5");
  await service.update(key, 2, 100);
  await tab.press("Enter");
  await stockIs("1: 5, 2: 105, 3: 0, 9007199254740993: 4");
  await tab.sees("Saved: pet 2, 100 → 105");
});

test("a change is taken back by the notice and by Ctrl+Z, unless somebody has changed it since", async () => {
  await using tab = await DashboardTab.open(service, { key });
  tab.tab.expectProblem(/412/);
  const set = async (petId: number, quantity: string) => {
    await tab.quantity(petId).click();
    await tab.page.keyboard.type(quantity);
    await tab.press("Enter");
    await tab.row(petId).getByText("Saved").waitFor();
  };
  await set(1, "50");
  await set(2, "60");
  await tab.page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await stockIs("1: 50, 2: 7, 3: 0, 9007199254740993: 4");
  await tab.quantity(3).focus();
  await tab.press("Control+z");
  await stockIs("1: 5, 2: 7, 3: 0, 9007199254740993: 4");
  await set(1, "70");
  await service.update(key, 1, 71);
  await tab.quantity(3).focus();
  await tab.press("Control+z");
  await tab.sees(/Not taken back: pet 1\. Somebody else has changed it/);
  expect(await stock()).toStartWith("1: 71,");
});

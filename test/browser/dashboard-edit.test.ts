// Editing in the table, by keyboard and by mouse. Saves and conflicts are tested in test/dashboard/state/saves.test.ts.

import { beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { sharedService } from "../support/shared-service.ts";
import { quantities, setStock, untilQuantities } from "../support/stock.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(120_000);

/** The first view is what is in stock. */
const ALL_PETS = "?stock=all";

const rows = ["1,5,available", "2,7,pending", "3,0,sold", "9007199254740993,4,available"];
const { service, key } = await sharedService(rows);

beforeEach(() => setStock(service, key, { "1": 5, "2": 7, "3": 0, "9007199254740993": 4 }));

test("quantities are edited by keyboard alone: arrows, digits, Enter, Tab, F2 and Esc", async () => {
  await using tab = await DashboardTab.open(service, { key, query: ALL_PETS });
  const { page } = tab;
  await tab.quantity(1).focus();
  await tab.press("1", "2", "Enter");
  await tab.row(1).getByText("Saved").waitFor();
  // Enter moves to the row below, and typing continues there.
  await tab.press("8", "Tab");
  await untilQuantities(service, key, "12 8 0 4");
  expect(await page.locator(":focus").textContent()).toBe("pending");
  await tab.press("ArrowLeft", "ArrowDown", "F2", "9", "Escape", "ArrowDown", "+", "5", "Enter");
  await untilQuantities(service, key, "12 8 0 9");
  await tab.press("-", "2", "Enter");
  await untilQuantities(service, key, "12 8 0 7");
  await tab.press("Control+Home", "ArrowRight", "ArrowRight");
  expect(await page.locator(":focus").textContent()).toBe("12");
  await tab.press("Control+End");
  expect(await page.locator(":focus").getAttribute("class")).toContain("changed");
  // One tab stop: the next Tab leaves the table.
  await tab.press("Tab");
  expect(await page.locator("[role=grid] :focus").count()).toBe(0);
});

test("no key is lost when the user types faster than the service answers", async () => {
  await using tab = await DashboardTab.open(service, { key, query: ALL_PETS });
  const petId = 9007199254740993n;
  await tab.row(petId).waitFor();
  const release = await tab.holdSaves(petId);
  await tab.quantity(petId).focus();
  await tab.press("2", "0", "Enter", "-", "2", "Enter", "+", "1", "Enter", "F2");
  expect(await tab.page.locator(":focus").inputValue()).toBe("19");
  await tab.press("3", "3", "Enter");
  release();
  await tab.sees(`Saved: pet ${petId}, 19 → 33`);
  expect(await quantities(service, key)).toBe("5 7 0 33");
});

test("an invalid quantity stays in the field with the reason, and is not sent", async () => {
  await using tab = await DashboardTab.open(service, { key, query: ALL_PETS });
  await tab.quantity(1).click();
  await tab.page.keyboard.type("1.5");
  await tab.press("Enter");
  await tab.note(1).getByRole("alert").filter({ hasText: "“1.5” is not a whole number" }).waitFor();
  await tab.page.locator(":focus").fill("-9");
  await tab.press("Enter");
  await tab.note(1).getByRole("alert").filter({ hasText: "Only 5 in stock" }).waitFor();
  await tab.press("Escape");
  expect(await tab.quantity(1).textContent()).toBe("5");
  expect(await quantities(service, key)).toBe("5 7 0 4");
});

test("when two pages change one pet, the later one shows both quantities, and its user decides", async () => {
  await using here = await DashboardTab.open(service, { key, query: ALL_PETS });
  await using there = await DashboardTab.open(service, { key, query: ALL_PETS });
  here.tab.expectProblem(/412/);
  await here.quantity(1).click();
  await here.page.keyboard.type("20");
  await there.type(1, "30");
  await untilQuantities(service, key, "30 7 0 4");
  await here.press("Enter");
  await here.note(1).getByText("Yours 20, theirs 30").waitFor();
  expect(await quantities(service, key)).toBe("30 7 0 4");
  await here.note(1).getByRole("button", { name: "Keep theirs" }).click();
  await here.note(1).getByText("Yours").waitFor({ state: "detached" });
  expect(await here.quantity(1).textContent()).toBe("30");

  await here.quantity(1).click();
  await here.page.keyboard.type("21");
  await service.update(key, 1, 31);
  await here.press("Enter");
  await here.note(1).getByRole("button", { name: "Use mine" }).click();
  await untilQuantities(service, key, "21 7 0 4");
});

test("a change is undone by the notice's button and by Ctrl+Z", async () => {
  await using tab = await DashboardTab.open(service, { key, query: ALL_PETS });
  for (const petId of [1, 2]) {
    await tab.type(petId, "50");
    await tab.row(petId).getByText("Saved").waitFor();
  }
  await tab.page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await untilQuantities(service, key, "50 7 0 4");
  await tab.quantity(3).focus();
  await tab.press("Control+z");
  await untilQuantities(service, key, "5 7 0 4");
});

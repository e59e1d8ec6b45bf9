// The table's view: search, filters, sort order, the address, and changes by others.

import { expect, setDefaultTimeout, test } from "bun:test";
import { petstockOrThrow } from "../support/petstock.ts";
import { sharedService } from "../support/shared-service.ts";
import { until } from "../support/until.ts";
import { accessibilityViolations } from "./axe.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(120_000);

const ROWS = ["-7,0,available", "12,3,sold", "123,5,available", "200,0,sold", "9007199254740993,50,pending"];

const { service, key } = await sharedService(ROWS);

const query = (tab: DashboardTab) => new URL(tab.page.url()).search;

test("search, chips, bounds and sort order change the table and the address; Back returns to the view before", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  await tab.shows(["12", "123", "9007199254740993"]);
  await page.getByRole("button", { name: "All", exact: true }).click();
  await tab.shows(["-7", "12", "123", "200", "9007199254740993"]);
  await page.getByLabel("Search by id").fill("12");
  await tab.shows(["12", "123"]);
  expect(query(tab)).toBe("?q=12&stock=all");
  await page.getByLabel("Search by id").fill("");
  await page.getByRole("button", { name: /^sold 2/ }).click();
  await tab.shows(["12", "200"]);
  await page.getByRole("button", { name: /Sold but in stock/ }).click();
  await tab.shows(["12"]);
  expect(query(tab)).toBe("?stock=all&status=sold&min=1");
  await page.goBack();
  await tab.shows(["12", "200"]);
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("columnheader", { name: "Quantity" }).click();
  await page.getByRole("columnheader", { name: "Quantity" }).click();
  await tab.shows(["9007199254740993", "123", "12", "-7", "200"]);
  expect(query(tab)).toBe("?stock=all&sort=-quantity");
  await page.getByRole("button", { name: "Quantity", expanded: false }).click();
  await page.getByRole("textbox", { name: "Quantity to" }).fill("5");
  await tab.shows(["123", "12", "-7", "200"]);
  await tab.sees("4 of 5 pets");
});

test("a bound may have thousands separators; invalid text stays, shows the reason and filters nothing", async () => {
  await using tab = await DashboardTab.open(service, { key, query: "?stock=all" });
  const { page } = tab;
  const all = ["-7", "12", "123", "200", "9007199254740993"];
  await tab.shows(all);
  await page.getByRole("button", { name: "Quantity", expanded: false }).click();
  const to = page.getByRole("textbox", { name: "Quantity to" });
  const from = page.getByRole("textbox", { name: "Quantity from" });
  await to.pressSequentially("1,000");
  await until("the bound to be in the address", () => query(tab) === "?stock=all&max=1000");
  expect(await to.inputValue()).toBe("1,000");
  await from.pressSequentially("4");
  await tab.shows(["123", "9007199254740993"]);
  for (const invalid of ["1.5", "-1", "99999999999", "1,00"]) {
    await from.press("Control+a");
    await from.pressSequentially(invalid);
    await page
      .getByRole("status")
      .filter({ hasText: `“${invalid}” is not a whole number from 0 to` })
      .waitFor();
    expect([await from.inputValue(), await from.getAttribute("aria-invalid")]).toEqual([invalid, "true"]);
    expect(await page.locator(`#${await from.getAttribute("aria-describedby")}`).innerText()).toContain(
      invalid,
    );
    expect(query(tab)).toBe("?stock=all&max=1000");
    await tab.shows(all);
  }
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "None left", exact: true }).click();
  await tab.shows(["-7", "200"]);
  expect(await from.count()).toBe(1);
  expect([await from.inputValue(), await to.inputValue()]).toEqual(["", "0"]);
  await page.goBack();
  await until("the previous bounds", async () => (await to.inputValue()) === "1000");
  expect([await from.inputValue(), await from.getAttribute("aria-invalid")]).toEqual(["", "false"]);
});

test("an address opens its view, also through signing in", async () => {
  await using tab = await DashboardTab.open(service, { key, query: "?status=available&max=0" });
  await tab.shows(["-7"]);
  await tab.page.getByLabel("Search by id").fill("99999");
  await tab.sees("No matching pets");
  await tab.page.getByRole("button", { name: "Show all pets" }).click();
  await tab.shows(["-7", "12", "123", "200", "9007199254740993"]);
});

test("changes by others appear by themselves, and do not move the row being edited", async () => {
  await using tab = await DashboardTab.open(service, {
    key,
    query: "?stock=all&sort=-quantity",
    clock: true,
  });
  await tab.quantity(12).click();
  await tab.page.keyboard.type("1");
  await service.update(key, 12, 99);
  await service.update(key, 123, 77);
  await tab.passTime(3_000);
  await tab.row(123).getByText("Changed from 5").waitFor();
  await tab.row(12).getByText("Changed by someone else: now 99, sold").waitFor();
  // 123 moved to the top; 12 keeps its place, although it now has the largest quantity.
  await tab.shows(["123", "9007199254740993", "12", "-7", "200"]);
  expect(await tab.row(12).getByRole("textbox").inputValue()).toBe("1");
  await tab.press("Escape");
  const rows = ["petId,quantity,status", "-7,0,available", "12,3,sold", "300,1,sold"].join("\n");
  await petstockOrThrow(["import", "-", "--format", "csv", "--replace", "--database", service.databaseUrl], {
    stdin: rows,
  });
  await tab.passTime(3_000);
  await tab.row(300).getByText("New").waitFor();
  await tab.shows(["12", "300", "-7"]);
});

test("a page that is not visible requests nothing, and continues when it is", async () => {
  await using tab = await DashboardTab.open(service, { key, clock: true });
  const reads = () => tab.tab.requested.filter((url) => /\/v1\/(?:inventory$|changes)/.test(url)).length;
  const setVisibility = (state: string) =>
    tab.page.evaluate((value) => {
      const { document } = globalThis as unknown as { document: EventTarget };
      Object.defineProperty(document, "visibilityState", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await tab.sees("Live");
  await setVisibility("hidden");
  // One request may be in progress already.
  const before = reads() + 1;
  for (let polls = 0; polls < 5; polls += 1) await tab.passTime(10_000);
  // Any request of the page that was sent meanwhile is counted by now.
  await tab.page.evaluate("fetch('/livez')");
  expect(reads()).toBeLessThanOrEqual(before);
  await setVisibility("visible");
  await until("a request", () => reads() > before - 1);
});

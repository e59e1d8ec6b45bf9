// Finding and looking: search, filters, order, the address, and what others change meanwhile.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { accessibilityViolations } from "./axe.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(120_000);

const ROWS = ["-7,0,available", "12,3,sold", "123,5,available", "200,0,sold", "9007199254740993,50,pending"];

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await TestService.start({ rows: ROWS });
  key = await service.makeKey();
});

afterAll(() => service[Symbol.asyncDispose]());

async function shows(tab: DashboardTab, ids: readonly string[]): Promise<void> {
  await until(`${ids} to be shown`, async () => String(await tab.petIds()) === String(ids)).catch(
    async (error: unknown) => {
      throw new Error(`${await tab.petIds()} is shown`, { cause: error });
    },
  );
}

const query = (tab: DashboardTab) => new URL(tab.page.url()).search;

test("search, chips, bounds and order narrow the table, and the address says so; back goes back", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  await shows(tab, ["-7", "12", "123", "200", "9007199254740993"]);
  await page.getByLabel("Search by pet id").fill("12");
  await shows(tab, ["12", "123"]);
  expect(query(tab)).toBe("?q=12");
  await page.getByLabel("Search by pet id").fill("");
  await page.getByRole("button", { name: /^sold 2/ }).click();
  await shows(tab, ["12", "200"]);
  await page.getByRole("button", { name: /Sold, but in stock/ }).click();
  await shows(tab, ["12"]);
  expect(query(tab)).toBe("?status=sold&min=1");
  await page.goBack();
  await shows(tab, ["12", "200"]);
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("columnheader", { name: "Quantity" }).click();
  await page.getByRole("columnheader", { name: "Quantity" }).click();
  await shows(tab, ["9007199254740993", "123", "12", "-7", "200"]);
  expect(query(tab)).toBe("?sort=-quantity");
  await page.getByRole("textbox", { name: "Quantity to" }).fill("5");
  await shows(tab, ["123", "12", "-7", "200"]);
  await tab.sees("4 of 5 pets");
});

test("a bound is taken as the table shows it; what is no quantity stays as typed, says why, and filters nothing", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  const all = ["-7", "12", "123", "200", "9007199254740993"];
  await shows(tab, all);
  const to = page.getByRole("textbox", { name: "Quantity to" });
  const from = page.getByRole("textbox", { name: "Quantity from" });
  await to.pressSequentially("1,000");
  await until("the bound to be in the address", () => query(tab) === "?max=1000");
  expect(await to.inputValue()).toBe("1,000");
  await from.pressSequentially("4");
  await shows(tab, ["123", "9007199254740993"]);
  for (const rubbish of ["1.5", "-1", "99999999999", "1,00"]) {
    await from.press("Control+a");
    await from.pressSequentially(rubbish);
    await page
      .getByRole("status")
      .filter({ hasText: `“${rubbish}” is not a whole number from 0 to` })
      .waitFor();
    expect([await from.inputValue(), await from.getAttribute("aria-invalid")]).toEqual([rubbish, "true"]);
    expect(await page.locator(`#${await from.getAttribute("aria-describedby")}`).innerText()).toContain(
      rubbish,
    );
    expect(query(tab)).toBe("?max=1000");
    await shows(tab, all);
  }
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Low, 1 to 5" }).click();
  await shows(tab, ["12", "123"]);
  expect([await from.inputValue(), await to.inputValue()]).toEqual(["1", "5"]);
  await page.goBack();
  await until("the bounds of before", async () => (await to.inputValue()) === "1000");
  expect([await from.inputValue(), await from.getAttribute("aria-invalid")]).toEqual(["", "false"]);
});

test("an address opens the view that it says, through signing in", async () => {
  await using tab = await DashboardTab.open(service, { key, query: "?status=available&max=0" });
  await shows(tab, ["-7"]);
  await tab.page.getByLabel("Search by pet id").fill("99999");
  await tab.sees("No pet is like that");
  await tab.page.getByRole("button", { name: "Show all pets" }).click();
  await shows(tab, ["-7", "12", "123", "200", "9007199254740993"]);
});

test("what others change, add and remove is there by itself, and does not move the row that is edited", async () => {
  await using tab = await DashboardTab.open(service, { key, query: "?sort=-quantity" });
  await tab.quantity(12).click();
  await tab.page.keyboard.type("1");
  await service.update(key, 12, 99);
  await service.update(key, 123, 77);
  await tab.row(123).getByText("Was 5 just now").waitFor();
  await tab.row(12).getByText("Changed meanwhile: 99, sold now").waitFor();
  // 123 went to the top; 12 was held where it was edited, though it has the most now.
  await shows(tab, ["123", "9007199254740993", "12", "-7", "200"]);
  expect(await tab.row(12).getByRole("textbox").inputValue()).toBe("1");
  await tab.press("Escape");
  const rows = ["petId,quantity,status", "-7,0,available", "12,3,sold", "300,1,sold"].join("\n");
  await petstockOrThrow(["import", "-", "--format", "csv", "--replace", "--database", service.databaseUrl], {
    stdin: rows,
  });
  await tab.row(300).getByText("New").waitFor();
  await shows(tab, ["12", "300", "-7"]);
});

test("a page that nobody sees asks for nothing", async () => {
  await using tab = await DashboardTab.open(service, { key });
  await using other = await DashboardTab.open(service, { key });
  await tab.sees("Live");
  const askedBy = ({ tab: { requested } }: DashboardTab) =>
    requested.filter((url) => url.endsWith("/v1/inventory")).length;
  const asked = () => askedBy(tab);
  const setVisibility = (state: string) =>
    tab.page.evaluate((value) => {
      const { document } = globalThis as unknown as { document: EventTarget };
      Object.defineProperty(document, "visibilityState", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await setVisibility("hidden");
  // One may be on its way already.
  const before = asked();
  const otherBefore = askedBy(other);
  await until("a page that is seen to ask three times", () => askedBy(other) >= otherBefore + 3);
  expect(asked()).toBeLessThanOrEqual(before + 1);
  await setVisibility("visible");
  await until("the page to ask again", () => asked() > before);
});

// The page /activity in a browser: what others did, its pets, and its undo with a preview.

import { afterAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { PetstockAdmin } from "../../src/client/client.ts";
import { LongLedger, WENT_ON } from "../client/long-ledger.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { expectAccessible } from "./axe.ts";
import { DashboardTab, type DashboardOptions, PHONE } from "./dashboard.ts";

setDefaultTimeout(180_000);

let service: TestService;
let key: string;
/** A colleague. */
let anna: PetstockAdmin;

beforeEach(async () => {
  await service?.[Symbol.asyncDispose]();
  service = await TestService.start({ rows: ["1,5,available", "2,10,sold", "3,1,available"] });
  key = await service.makeKey("--role", "manager");
  const apiKey = await service.makeKey("--role", "manager", "--name", "anna");
  anna = new PetstockAdmin({ url: service.url, apiKey });
  const changes = [1, 2, 3].map((petId) => ({ petId, quantity: 90 + petId }));
  await anna.applyChanges({ reason: "counted", note: "shelf 3", changes });
});

afterAll(() => service?.[Symbol.asyncDispose]());

async function openActivity(options: DashboardOptions = {}): Promise<DashboardTab> {
  const tab = await DashboardTab.open(service, { key, ...options });
  await tab.page.getByRole("link", { name: "Activity" }).click();
  await tab.page.getByRole("button", { name: /anna/ }).waitFor();
  return tab;
}

async function quantities(): Promise<readonly number[]> {
  const entries = await Promise.all([1, 2, 3].map((petId) => anna.entry(petId)));
  return entries.map(({ quantity }) => quantity);
}

test("a colleague's change is undone by keyboard, after a preview, and the undo can be undone", async () => {
  await using tab = await openActivity();
  const { page } = tab;
  const line = page.getByRole("listitem").filter({ hasText: "anna" });
  await line.getByRole("button", { name: /Counted: 3 pets.*shelf 3/ }).focus();
  await tab.press("Enter");
  await line.getByText("5 → 91").waitFor();
  await line.getByRole("button", { name: /^Undo/ }).focus();
  await tab.press("Enter");
  await tab.sees("3 pets return to what they were.");
  expect(await quantities()).toEqual([91, 92, 93]);
  await page.getByRole("button", { name: "Undo 3 pets" }).focus();
  await tab.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await quantities()).toEqual([5, 10, 1]);
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await tab.sees("Restored: Counted, 3 pets");
  expect(await quantities()).toEqual([91, 92, 93]);
});

test("where pets have changed since, the others are undone by touch", async () => {
  await service.update(key, 2, 7);
  await using tab = await openActivity(PHONE);
  const { page } = tab;
  const line = page.getByRole("listitem").filter({ hasText: "anna" });
  tab.tab.expectProblem(/409/);
  await line.getByRole("button", { name: /^Undo/ }).tap();
  await tab.sees("1 pet has changed since, and will stay:");
  await tab.sees("pet 2, now 7, sold");
  await expectAccessible(page, "a preview of an undo");
  await page.getByRole("button", { name: "Undo 2 pets" }).tap();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await quantities()).toEqual([5, 7, 1]);
});

test("new changes appear by themselves, and say who made them", async () => {
  await using tab = await openActivity();
  await anna.applyChanges({ reason: "damaged", changes: [{ petId: 1, by: -1 }] });
  await tab.page.getByRole("button", { name: /anna.*Damaged: 1 pet/ }).waitFor();
});

test("the activity is filtered by person, reason and day, in its address", async () => {
  await service.update(key, 1, 4);
  await using tab = await openActivity();
  const { page } = tab;
  const entries = page.getByRole("button", { name: /pet/ }).filter({ has: page.locator("time") });
  await page.getByLabel("Reason").selectOption("counted");
  await page.getByRole("button", { name: /Updated/ }).waitFor({ state: "detached" });
  await until("the counted revision alone", async () => (await entries.count()) === 1);
  await page.getByLabel("Person").fill("test");
  await tab.press("Tab");
  await tab.sees("No matching changes");
  expect(new URL(page.url()).search).toBe("?who=test&reason=counted");
  await page.goBack();
  await page.getByRole("button", { name: /anna.*Counted/ }).waitFor();
  expect(await page.getByLabel("Person").inputValue()).toBe("");
  await page.getByRole("link", { name: "Activity" }).click();
  await page.getByRole("button", { name: /Updated/ }).waitFor();
});

/** Where the page learns of changes meanwhile, such as of the list that it still loads, it searches again. */
function expectWentOn(ledger: LongLedger, reason: string): void {
  expect([...new Set(ledger.takeSearches(reason))]).toEqual(WENT_ON);
}

test("a search of the ledger that ends early goes on, and finds the change", async () => {
  await using ledger = await LongLedger.start();
  await using tab = await DashboardTab.open(ledger, { key: ledger.key });
  const { page } = tab;
  await page.getByRole("link", { name: "Activity" }).click();
  await page
    .getByRole("button", { name: /Counted|Updated|Set/ })
    .first()
    .waitFor();
  await page.getByLabel("Reason").selectOption("lost");
  await page.getByRole("button", { name: /Lost: 1 pet/ }).waitFor();
  expectWentOn(ledger, "lost");
  await page.getByLabel("Reason").selectOption("damaged");
  await tab.sees("No matching changes");
  expectWentOn(ledger, "damaged");
});

test("the page is accessible in light and dark, and a reader sees no undo", async () => {
  await using tab = await openActivity();
  await tab.page.getByRole("button", { name: /anna/ }).click();
  await tab.sees("5 → 91");
  await expectAccessible(tab.page, "activity");
  await tab.page.setViewportSize(PHONE.viewport);
  await expectAccessible(tab.page, "activity on a phone");
  const reader = await service.makeKey("--role", "reader");
  await using other = await DashboardTab.open(service, { key: reader });
  await other.page.getByRole("link", { name: "Activity" }).click();
  await other.page.getByRole("button", { name: /anna/ }).waitFor();
  expect(await other.page.getByRole("button", { name: /^Undo/ }).count()).toBe(0);
});

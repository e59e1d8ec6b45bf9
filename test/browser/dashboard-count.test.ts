// The page /count in a browser: by keyboard and scanner, by touch, and without a network.

import { afterAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { type Label, PetstockAdmin } from "../../src/client/client.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { expectAccessible } from "./axe.ts";
import { DashboardTab, type DashboardOptions, PHONE, STORES_PAGE } from "./dashboard.ts";
import { holdWrites, storedRecords } from "./page-records.ts";

setDefaultTimeout(180_000);

const SCAN = "Scan or type a code, an id or a name";

const WORKER_IS_ACTIVE =
  "navigator.serviceWorker.getRegistration().then((it) => it?.active?.state === 'activated')";

let service: TestService;
let key: string;
let admin: PetstockAdmin;

beforeEach(async () => {
  await service?.[Symbol.asyncDispose]();
  service = await TestService.start({ rows: ["305144,5,available", "305145,10,sold", "305146,1,available"] });
  key = await service.makeKey("--role", "manager");
  admin = new PetstockAdmin({ url: service.url, apiKey: key });
  await admin.putLabels([
    { petId: 305144, name: "Buddy", kind: "dog", code: "4006381333931" },
    { petId: 305145, name: "Mia", kind: "cat", code: "0042" },
  ]);
});

afterAll(() => service?.[Symbol.asyncDispose]());

async function openCount(options: DashboardOptions = {}): Promise<DashboardTab> {
  const tab = await DashboardTab.open(service, { key, ...options });
  await tab.page.getByRole("link", { name: "Stock-take" }).click();
  await tab.page.getByLabel(SCAN).waitFor();
  return tab;
}

/** Whether this device keeps the name of a pet, for the time without a network. */
async function keepsName(page: Page, name: string): Promise<boolean> {
  const copies = (await storedRecords(page, "known-pets")) as readonly {
    readonly pets: readonly { readonly label?: Label }[];
  }[];
  return copies.some(({ pets }) => pets.some(({ label }) => label?.name === name));
}

async function quantities(): Promise<readonly number[]> {
  const entries = await Promise.all([305144, 305145, 305146].map((petId) => admin.entry(petId)));
  return entries.map(({ quantity }) => quantity);
}

/** Types as a scanner or a person does, and counts the keys. */
async function keys(tab: DashboardTab, ...pressed: readonly string[]): Promise<number> {
  await tab.press(...pressed);
  return pressed.length;
}

test("a pet takes nine keys by its id, less with a scanner, and the scan field has the focus again", async () => {
  await using tab = await openCount();
  const { page } = tab;
  const isScanFocused = async () => (await page.locator(":focus").getAttribute("id")) === "scan";
  await until("the focus", isScanFocused);
  const first = await keys(tab, ..."305144", "Enter");
  await page.getByLabel("Counted", { exact: true }).waitFor();
  await tab.sees("Expected 5.");
  const rest = await keys(tab, "4", "Enter");
  expect(first + rest).toBe(9);
  await tab.sees("Buddy (305144): 4");
  await until("the focus", isScanFocused);
  // A scanner types the code and presses Enter: the person presses two keys.
  await page.keyboard.type("0042\n");
  await page.getByLabel("Counted", { exact: true }).waitFor();
  await keys(tab, "9", "Enter");
  await tab.sees("2 pets counted. Kept on this device.");
  await page.getByRole("button", { name: "Show differences" }).press("Enter");
  await page.getByLabel(/^Note/).fill("shelf 3");
  await tab.press("Enter");
  await tab.sees("Counted 2 pets, 2 differences");
  expect(await quantities()).toEqual([4, 9, 1]);
  const { entries } = await admin.revisionPage();
  expect(entries[0]).toMatchObject({ reason: "counted", note: "shelf 3" });
});

test("by touch: a name, plus and minus, blind, and an undo of the whole", async () => {
  await using tab = await openCount(PHONE);
  const { page } = tab;
  await page.getByLabel("Blind: hide the expected quantity").tap();
  await page.getByLabel(SCAN).tap();
  await page.getByLabel(SCAN).fill("bud");
  await page.getByRole("option", { name: /Buddy/ }).tap();
  await page.getByLabel("Counted", { exact: true }).waitFor();
  expect(await page.getByText(/Expected/).count()).toBe(0);
  for (let taps = 0; taps < 3; taps += 1) await page.getByRole("button", { name: "One more" }).tap();
  await page.getByRole("button", { name: "One less" }).tap();
  expect(await page.getByLabel("Counted", { exact: true }).inputValue()).toBe("2");
  await expectAccessible(page, "a count on a phone");
  for (const name of ["One more", "One less", "Next", "Cancel"]) {
    const box = await page.getByRole("button", { name }).boundingBox();
    expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44);
  }
  await page.getByRole("button", { name: "Next" }).tap();
  await page.getByRole("button", { name: "Show differences" }).tap();
  await expectAccessible(page, "the sheet of differences on a phone");
  await page.getByRole("button", { name: "Apply 1 difference" }).tap();
  await tab.sees("Counted 1 pet, 1 difference");
  expect(await quantities()).toEqual([2, 10, 1]);
  await page.getByRole("status").getByRole("button", { name: "Undo" }).tap();
  await tab.sees(/^Undone/);
  expect(await quantities()).toEqual([5, 10, 1]);
});

test("an unknown code is said, replaced by the next scan, and noted or counted as a new pet", async () => {
  await using tab = await openCount();
  const { page } = tab;
  await page.keyboard.type("777\n");
  await page.getByRole("alert").filter({ hasText: "No pet has the id or code 777." }).waitFor();
  await expectAccessible(page, "an unknown code");
  await page.keyboard.type("X-1\n");
  await page.getByRole("alert").filter({ hasText: "No pet has the id or code X-1." }).waitFor();
  expect(await page.getByLabel(SCAN).inputValue()).toBe("X-1");
  await page.getByRole("button", { name: "Note it for later" }).click();
  await tab.sees("Noted: X-1");
  await page.keyboard.type("777\n");
  await page.getByRole("button", { name: "Count it as a new pet" }).click();
  await keys(tab, "3", "Enter");
  await page.getByRole("button", { name: "Show differences" }).click();
  await tab.sees("Codes that no pet has");
  await expectAccessible(page, "the sheet of differences");
  await page.getByRole("button", { name: "Apply 1 difference" }).click();
  await tab.sees("Counted 1 pet, 1 difference");
  expect(await admin.entry(777)).toMatchObject({ quantity: 3 });
});

test("a scan into the field of the count is not taken for a count", async () => {
  await using tab = await openCount();
  await tab.page.keyboard.type("305144\n");
  await tab.page.getByLabel("Counted", { exact: true }).waitFor();
  await tab.page.keyboard.type("4006381333931\n");
  await tab.sees("That was another scan. Enter the count of this pet first");
  await tab.page.keyboard.type("4\n");
  await tab.sees("Buddy (305144): 4");
});

test("a count is said to be kept once it is stored", async () => {
  await using tab = await openCount();
  const { page } = tab;
  await until("the page's database", () => keepsName(page, "Mia"));
  const release = await holdWrites(page, "counts");
  await page.keyboard.type("305144\n4\n");
  const progress = page.getByRole("status").filter({ hasText: "1 pet counted." });
  await progress.waitFor();
  expect(await progress.textContent()).not.toContain("Kept");
  await release();
  await tab.sees("1 pet counted. Kept on this device.");
});

test("a stock-take is discarded after a question, and changes nothing", async () => {
  await using tab = await openCount();
  const { page } = tab;
  await page.keyboard.type("305144\n");
  await page.getByLabel("Counted", { exact: true }).waitFor();
  await page.keyboard.type("4\n");
  await page.getByRole("button", { name: "Discard" }).click();
  const dialog = page.getByRole("dialog", { name: "Discard this stock-take?" });
  await expectAccessible(page, "the question before a stock-take is discarded");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  await tab.sees("1 pet counted. Kept on this device.");
  await page.getByRole("button", { name: "Discard" }).click();
  await dialog.getByRole("button", { name: "Discard" }).click();
  await page.getByText("1 pet counted.").waitFor({ state: "detached" });
  expect(await quantities()).toEqual([5, 10, 1]);
});

test("each scan counts one, if that is chosen", async () => {
  await using tab = await openCount();
  await tab.page.getByLabel("Each scan counts one").check();
  await tab.page.getByLabel(SCAN).focus();
  await tab.page.keyboard.type("0042\n0042\n0042\n");
  await tab.sees("Mia (305145): 3");
});

test("without a network, counts survive a reload, and are applied when it is back", async () => {
  await using tab = await openCount(STORES_PAGE);
  const { page } = tab;
  tab.tab.expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to load|net::/);
  await tab.sees("Live");
  await until("the service worker", () => page.evaluate<boolean>(WORKER_IS_ACTIVE));
  await until("the names", () => keepsName(page, "Mia"));
  await page.context().setOffline(true);
  await page.keyboard.type("305144\n4\n");
  await tab.sees("1 pet counted. Kept on this device.");
  await page.reload();
  await page.getByLabel(SCAN).waitFor();
  await tab.sees("1 pet counted. Kept on this device.");
  await page.keyboard.type("0042\n");
  await tab.sees("Mia");
  await page.keyboard.type("9\n");
  await tab.sees("2 pets counted. Kept on this device.");
  await page.context().setOffline(false);
  await tab.sees("Live");
  await page.getByRole("button", { name: "Show differences" }).click();
  await page.getByRole("button", { name: "Apply 2 differences" }).click();
  await tab.sees("Counted 2 pets, 2 differences");
  expect(await quantities()).toEqual([4, 9, 1]);
});

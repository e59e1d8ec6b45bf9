// The page /trends in a browser: what needs attention is mended in place, and the stock is shown over time.

import { Database } from "bun:sqlite";
import { afterAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { PetstockAdmin } from "../../src/client/client.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { expectAccessible } from "./axe.ts";
import { DashboardTab, PHONE } from "./dashboard.ts";

setDefaultTimeout(180_000);

const DAY_MS = 86_400_000;

let service: TestService;
let key: string;
let admin: PetstockAdmin;

/** A ledger of three days: 20 units three days ago, 5 received the day before yesterday, 2 sold today. */
async function startWithHistory(): Promise<void> {
  await service?.[Symbol.asyncDispose]();
  const folder = new TemporaryFolder();
  const address = `sqlite:${folder.file("petstock.db")}`;
  const database = ["--database", address];
  const rows = ["petId,quantity,status", "1,0,available", "2,4,sold", "3,2,available", "4,14,available"];
  await petstockOrThrow(["import", "-", "--format", "csv", ...database], { stdin: rows.join("\n") });
  await petstockOrThrow(["adjust", "4", "--by", "5", "--reason", "received", ...database]);
  const ledger = new Database(folder.file("petstock.db"));
  for (const [revision, daysAgo] of [
    [1, 3],
    [2, 2],
  ] as const) {
    const at = Date.now() - daysAgo * DAY_MS;
    ledger.run("UPDATE commit_mark SET at = ? WHERE revision = ?", [at, revision]);
    ledger.run("UPDATE ledger_entry SET at = ? WHERE revision = ?", [at, revision]);
  }
  ledger.close();
  await petstockOrThrow(["adjust", "4", "--by=-2", "--reason", "sold", ...database]);
  await petstockOrThrow(["labels", "import", "-", "--format", "csv", ...database], {
    stdin: "petId,name,kind,low\n3,Rex,dog,2\n2,Mia,cat,\n",
  });
  service = await TestService.start({ folder });
  key = await service.makeKey("--role", "manager");
  admin = new PetstockAdmin({ url: service.url, apiKey: key });
}

async function openTrends(options: object = {}): Promise<DashboardTab> {
  const tab = await DashboardTab.open(service, { key, ...options });
  await tab.page.getByRole("link", { name: "Trends" }).click();
  await tab.page.getByRole("heading", { name: "Trends", level: 1 }).waitFor();
  return tab;
}

beforeEach(startWithHistory);
afterAll(() => service[Symbol.asyncDispose]());

describe("what needs attention", () => {
  test("is mended by keyboard: a quantity, and a status", async () => {
    await using tab = await openTrends();
    const { page } = tab;
    const group = (name: string) => page.getByRole("list", { name });
    await group("Low stock").getByText("Rex").waitFor();
    await group("Low stock").getByLabel("Quantity of Rex (3)").focus();
    await page.keyboard.type("+6");
    await tab.press("Enter");
    await group("Low stock").waitFor({ state: "detached" });
    await group("Sold, but in stock")
      .getByRole("button", { name: /Status of Mia/ })
      .focus();
    await tab.press("Enter", "ArrowUp", "Enter");
    await group("Sold, but in stock").waitFor({ state: "detached" });
    expect(await admin.entry(3)).toMatchObject({ quantity: 8 });
    expect(await admin.entry(2)).toMatchObject({ quantity: 4, status: "pending" });
  });

  test("is mended by touch, and says when nothing is left", async () => {
    await using tab = await openTrends(PHONE);
    const { page } = tab;
    await page.getByRole("button", { name: /Status of Mia/ }).tap();
    await page.getByRole("menuitemradio", { name: "available" }).tap();
    await page.getByRole("button", { name: /Status of pet 1/ }).tap();
    await page.getByRole("menuitemradio", { name: "sold" }).tap();
    await page.getByLabel("Quantity of Rex (3)").tap();
    await page.getByLabel("Quantity of Rex (3)").fill("5");
    await page.getByRole("list", { name: "Low stock" }).getByRole("button", { name: "Save" }).tap();
    await tab.sees("Nothing needs attention");
    expect(await admin.entry(1)).toMatchObject({ quantity: 0, status: "sold" });
  });

  test("appears by itself when others change a pet", async () => {
    await using tab = await openTrends();
    await service.update(key, 4, 0);
    await tab.page.getByRole("list", { name: "Available, but none left" }).getByText("4").waitFor();
  });

  test("tells that a quantity is not possible, and keeps what was typed", async () => {
    await using tab = await openTrends();
    const field = tab.page.getByLabel("Quantity of Rex (3)");
    await field.fill("-9");
    await field.press("Enter");
    await tab.sees("Only 2 in stock: cannot remove 9");
    expect(await field.inputValue()).toBe("-9");
    expect(await admin.entry(3)).toMatchObject({ quantity: 2 });
  });

  test("does not overwrite what others change while a quantity is typed", async () => {
    await using tab = await openTrends();
    tab.tab.expectProblem(/412/);
    const group = tab.page.getByRole("list", { name: "Sold, but in stock" });
    const field = tab.page.getByLabel("Quantity of Mia (2)");
    await field.fill("1");
    await service.update(key, 2, 9);
    await service.update(key, 4, 0);
    // The later change is shown, and so the earlier one is known.
    await tab.page.getByRole("list", { name: "Available, but none left" }).getByText("4").waitFor();
    await field.press("Enter");
    await group.getByText("Not saved: someone else has set it to 9").waitFor();
    expect(await admin.entry(2)).toMatchObject({ quantity: 9 });
  });
});

test("the stock over time is shown by day and by hour, as charts and as figures", async () => {
  await using tab = await openTrends();
  const { page } = tab;
  await page.getByRole("img", { name: /Units in stock\. Units now: 23/ }).waitFor();
  // Without the pointer, the legend has the newest values.
  expect(await page.locator(".u-legend").first().innerText()).toMatch(/^From.*20\d\dUnits23$/);
  await page.getByRole("img", { name: /In and out by day/ }).waitFor();
  await page.getByText("Show the figures").click();
  const rows = page.getByRole("region", { name: "Figures" }).getByRole("row");
  const cells = async (): Promise<string[]> => await rows.nth(1).getByRole("cell").allTextContents();
  expect(await cells()).toEqual(["23", "0", "2", "3", "3", "0", "1"]);
  await page.getByRole("button", { name: "2 days" }).click();
  await page.getByRole("img", { name: /In and out by hour/ }).waitFor();
  expect(new URL(page.url()).search).toBe("?days=2");
});

test("without a change in 30 days, the page begins with the period of the last one, and says when it was", async () => {
  const at = Date.now() - 700 * DAY_MS;
  const ledger = new Database(service.folder.file("petstock.db"));
  for (const table of ["commit_mark", "ledger_entry"]) ledger.run(`UPDATE ${table} SET at = ?`, [at]);
  ledger.close();
  await using tab = await openTrends();
  const { page } = tab;
  await page.getByText(`The last change was on`).waitFor();
  const pressed = page.getByRole("group", { name: "Period" }).locator("[aria-pressed=true]");
  expect(await pressed.innerText()).toBe("All");
  await page.getByRole("img", { name: /In and out by week/ }).waitFor();
  await page.getByRole("button", { name: "30 days" }).click();
  await page.getByRole("img", { name: /In and out by day/ }).waitFor();
  expect(new URL(page.url()).search).toBe("?days=30");
});

test("what came in and went out is summed by reason", async () => {
  await using tab = await openTrends();
  const row = (reason: string) =>
    tab.page.getByRole("row", { name: new RegExp(`^${reason}`) }).getByRole("cell");
  await until("the sums", async () => (await row("Received").count()) === 2);
  expect(await row("Received").allTextContents()).toEqual(["5", "0"]);
  expect(await row("Sold").allTextContents()).toEqual(["0", "2"]);
});

test("the page is accessible, light and dark, also on a phone and to a reader, who can change nothing", async () => {
  await using tab = await openTrends();
  await tab.page.getByRole("img", { name: /In and out/ }).waitFor();
  await expectAccessible(tab.page, "trends");
  await tab.page.setViewportSize(PHONE.viewport);
  await tab.page.getByText("Show the figures").click();
  await expectAccessible(tab.page, "trends on a phone");
  const reader = await service.makeKey("--role", "reader");
  await using other = await DashboardTab.open(service, { key: reader });
  await other.page.getByRole("link", { name: "Trends" }).click();
  await other.page.getByRole("list", { name: "Low stock" }).waitFor();
  expect(await other.page.getByLabel(/Quantity of|Status of/).count()).toBe(0);
});

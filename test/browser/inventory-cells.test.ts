// Cells to and from spreadsheets, and the printed table.

import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { TestService } from "../support/service.ts";
import type { KeyedService } from "../support/shared-service.ts";
import { until } from "../support/until.ts";
import { expectAccessible } from "./axe.ts";
import { DashboardTab } from "./dashboard.ts";
import { LARGEST_ID, startNamedPets, stockHas, stockOf } from "./named-pets.ts";

setDefaultTimeout(120_000);

let pets: KeyedService;

beforeEach(async () => {
  pets = await startNamedPets();
});

afterEach(() => pets[Symbol.asyncDispose]());

async function open(): Promise<DashboardTab> {
  const tab = await DashboardTab.open(pets.service, { key: pets.key });
  await tab.sees("Live");
  await tab.row(7).getByText("Bella").waitFor();
  return tab;
}

/** What Ctrl+C puts into the clipboard. */
async function copied({ page }: DashboardTab): Promise<{ text: string; html: string }> {
  await page.evaluate(`addEventListener("copy", ({ clipboardData }) => {
    const [text, html] = ["text/plain", "text/html"].map((type) => clipboardData.getData(type));
    globalThis.copied = { text, html };
  }, { once: true })`);
  await page.keyboard.press("Control+c");
  return page.evaluate("globalThis.copied");
}

async function paste({ page }: DashboardTab, text: string): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", ${JSON.stringify(text)});
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  })()`);
}

const dialog = ({ page }: DashboardTab) => page.getByRole("dialog");

test("selected rows are copied in the order of the view, with every digit; without a selection the quantity is", async () => {
  await using tab = await open();
  await tab.quantity(BigInt(LARGEST_ID)).focus();
  expect((await copied(tab)).text).toBe("4");
  await tab.press("Control+Shift+Home");
  await tab.row(12).locator(".select").click();
  const { text, html } = await copied(tab);
  expect(text.split("\n")).toEqual([
    "7\t5\tavailable\tBella\tdog, brown",
    "123\t1\tavailable\tRex\tdog",
    "305144\t2\tsold",
    `${LARGEST_ID}\t4\tavailable\t\tparrot`,
  ]);
  expect(html).toContain(`>${LARGEST_ID}</td><td>4</td>`);
  await tab.sees("4 rows copied");
});

test("a column of quantities goes into the rows from the active one down, after a preview, with one Undo", async () => {
  await using tab = await open();
  const before = await stockOf(pets);
  await tab.quantity(12).focus();
  await paste(tab, "30\r\n\r\n2\r\n");
  await dialog(tab).getByRole("heading", { name: "Paste 3 rows" }).waitFor();
  await dialog(tab).getByText("2 pets are like that already.").waitFor();
  await expectAccessible(tab.page, "pasting");
  await tab.press("Enter");
  await stockHas(pets, "12:30 pending");
  await tab.page.locator(".notice").getByText("1 pet changed by pasting").waitFor();
  await tab.page.locator(".notice").getByRole("button", { name: "Undo" }).click();
  await until("the stock before", async () => (await stockOf(pets)) === before);
});

test("ids with quantities and statuses are one change set; problems are named by row, and nothing is sent with them", async () => {
  await using tab = await open();
  await tab.quantity(7).focus();
  await paste(tab, "Pet id\tQuantity\tStatus\n7\t1\tsold\n0012\t8\t\n99\t1\t\n123\tmany\t");
  await dialog(tab).getByText("Row 4: No pet has the id 99.").waitFor();
  await dialog(tab).getByText("Row 5: “many” is not a whole number").waitFor();
  expect(await dialog(tab).getByRole("button", { name: "Change 2 pets" }).isDisabled()).toBe(true);
  await dialog(tab).getByLabel("Leave them out and change the others").check();
  await dialog(tab).getByRole("button", { name: "Change 2 pets" }).click();
  await stockHas(pets, "7:1 sold, 12:8 pending");
  const { entries } = await pets.admin.revisionPage({ pageSize: 1 });
  expect(entries[0]).toMatchObject({ pets: 2 });
});

test("pasting into a quantity that is being edited, and into the search, stays what it is everywhere", async () => {
  await using tab = await open();
  for (const field of [tab.quantity(7), tab.page.getByLabel("Search by name, id or code")]) {
    await field.click();
    await paste(tab, "5\n6");
    expect(await dialog(tab).count()).toBe(0);
  }
});

/** The pages of a PDF. */
function pagesOf(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type\s*\/Page(?!s)/g)?.length ?? 0;
}

test("a printed view is one plain table, without empty pages, with its filters and date", async () => {
  await using tab = await open();
  const { page } = tab;
  await page.getByLabel("Search by name, id or code").fill("bella");
  await tab.row(200).waitFor();
  expect(pagesOf(await page.pdf({ format: "A4" }))).toBe(1);
  await page.emulateMedia({ media: "print" });
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  const visible = (await page.locator("body").innerText())
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim());
  expect(visible.filter(Boolean)).toEqual([
    "Inventory",
    expect.stringMatching(/^Pets: matching “bella”\. 2 pets\. .*[0-9]/),
    "Pet Name Kind Quantity Status",
    "7 Bella dog, brown 5 available",
    "200 Bella cat, black 0 sold",
  ]);
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  await page.emulateMedia({ media: "screen" });
  await tab.row(200).waitFor();
});

test("a long view is printed up to a limit, and says so", async () => {
  const rows = Array.from({ length: 3_500 }, (_, at) => `${at + 1},1,available`);
  await using large = await TestService.start({ rows });
  await using tab = await DashboardTab.open(large, { key: await large.makeKey() });
  await tab.sees("Live");
  const pages = pagesOf(await tab.page.pdf({ format: "A4" }));
  // 30 to 60 rows fit on a page.
  expect(pages).toBeGreaterThan(50);
  expect(pages).toBeLessThan(100);
  await tab.page.evaluate("dispatchEvent(new Event('beforeprint'))");
  const printed = tab.page.locator(".print-view");
  expect(await printed.locator("p").textContent()).toContain("3,500 pets; the first 3,000 are printed.");
  expect(await printed.locator("tbody tr").count()).toBe(3_000);
});

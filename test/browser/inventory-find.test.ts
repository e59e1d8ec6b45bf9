// Finding a pet: by name, id and code, by keyboard, scanner and touch; and its panel.

import { expect, setDefaultTimeout, test } from "bun:test";
import { until } from "../support/until.ts";
import { DashboardTab, type DashboardOptions, PHONE } from "./dashboard.ts";
import { LARGEST_ID, startNamedPets, stockHas } from "./named-pets.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(120_000);

/** With room for all columns beside an id of 19 digits and a panel. */
const LARGE = { width: 1900, height: 900 };

const pets = shared(await startNamedPets());

async function open(options: DashboardOptions = {}): Promise<DashboardTab> {
  const tab = await DashboardTab.open(pets.service, { key: pets.key, viewport: LARGE, ...options });
  await tab.sees("Live");
  await tab.page.getByLabel("Search by name, id or code").waitFor();
  return tab;
}

const panel = ({ page }: DashboardTab) => page.locator(".pet-panel");
const query = ({ page }: DashboardTab) => new URL(page.url()).search;
const focused = ({ page }: DashboardTab) => page.locator(":focus");

test("the first view is what is in stock, with names and kinds", async () => {
  await using tab = await open();
  await tab.shows(["7", "12", "123", "305144", LARGEST_ID]);
  expect(await tab.row(7).innerText()).toMatch(/7\s+Bella\s+dog, brown\s+5\s+available/);
  await tab.sees("5 of 7 pets");
  await tab.sees("15 units in stock");
});

test("by keyboard: slash, part of a name, down into the table, and the quantity is typed", async () => {
  await using tab = await open();
  await tab.press("/");
  await tab.page.keyboard.type("emi");
  await tab.shows(["12"]);
  await tab.press("ArrowDown", "9", "Enter");
  await stockHas(pets, "12:9 pending");
  await tab.press("/");
  expect(await tab.page.evaluate("String(getSelection())")).toBe("emi");
  // A search looks in all pets, also in those with none left.
  await tab.page.keyboard.type("bella");
  await tab.shows(["7", "200"]);
  await tab.press("Escape");
  await tab.shows(["7", "12", "123", "305144", LARGEST_ID]);
});

test("a scanner types codes and Enter: each scan opens its pet, and replaces the text of the last one", async () => {
  await using tab = await open();
  await tab.page.getByLabel("Search by name, id or code").focus();
  const scan = async (code: string): Promise<void> => {
    await tab.page.keyboard.type(code);
    await tab.press("Enter");
  };
  await scan("4006381333931");
  await panel(tab).getByRole("heading", { name: "Bella" }).waitFor();
  expect(query(tab)).toBe("?q=4006381333931&pet=7");
  await scan("0000000000123");
  await panel(tab).getByRole("heading", { name: "Rex" }).waitFor();
  expect(query(tab)).toBe("?q=0000000000123&pet=123");
  await scan(LARGEST_ID);
  await panel(tab)
    .getByRole("heading", { name: `Pet ${LARGEST_ID}` })
    .waitFor();
  expect(await tab.row(BigInt(LARGEST_ID)).getAttribute("class")).toContain("open");
  await scan("no such code");
  await tab.sees("No pet has a name, kind, id or code like “no such code”.");
  // Back goes to the pet before.
  expect(await focused(tab).getAttribute("id")).toBe("search");
});

test("an id that no pet has is added from where it was searched", async () => {
  await using tab = await open();
  await tab.press("/");
  await tab.page.keyboard.type("00555");
  await tab.page.getByRole("button", { name: "Add pet 555" }).click();
  const dialog = tab.page.getByRole("dialog", { name: "Add a pet" });
  expect(await dialog.getByLabel("Pet id").inputValue()).toBe("555");
  await tab.press("Escape");
  await tab.page.getByRole("button", { name: "Clear the search" }).click();
  await tab.row(7).waitFor();
});

test("the panel opens by key with the focus, and Esc gives it back to the row", async () => {
  await using tab = await open();
  await tab.row(12).locator(".name").focus();
  await tab.press("Enter");
  await panel(tab).getByRole("heading", { name: "Émile" }).waitFor();
  await until("the focus", () =>
    panel(tab)
      .getByRole("heading", { name: "Émile" })
      .evaluate((h) => h.matches(":focus")),
  );
  await panel(tab).getByRole("heading", { name: "History" }).waitFor();
  await tab.press("Escape");
  await panel(tab).waitFor({ state: "detached" });
  expect(await focused(tab).textContent()).toMatch(/^Émile/);
  await tab.page.goBack();
  await panel(tab).getByRole("heading", { name: "Émile" }).waitFor();
});

test("a click opens the panel and leaves the focus in the table, where arrows go on", async () => {
  await using tab = await open();
  await tab.row(7).locator(".name").click();
  await panel(tab).getByRole("heading", { name: "Bella" }).waitFor();
  await tab.press("ArrowDown");
  expect(await focused(tab).textContent()).toMatch(/^Émile/);
});

test("quantity and label are corrected in the panel", async () => {
  await using tab = await open({ query: "?pet=7" });
  await panel(tab).getByLabel("Quantity").fill("+2");
  await tab.press("Enter");
  await stockHas(pets, "7:7 available");
  await panel(tab).getByLabel("Quantity").fill("-99");
  await tab.press("Enter");
  await panel(tab).getByRole("alert").filter({ hasText: "Only 7 in stock" }).waitFor();
  await tab.press("Escape");
  await panel(tab).getByLabel("Name").fill("Bella II");
  await panel(tab).getByLabel("Low stock at").fill("x");
  await panel(tab).getByRole("alert").filter({ hasText: "Enter a whole number" }).waitFor();
  await panel(tab).getByLabel("Low stock at").fill("3");
  await tab.press("Enter");
  await tab.sees("Saved: Bella (7), renamed Bella to Bella II, low quantity 2 to 3");
  await tab.row(7).getByText("Bella II").waitFor();
  const { labels } = await pets.admin.labels();
  expect(labels.find(({ petId }) => petId === 7n)).toMatchObject({
    name: "Bella II",
    low: 3,
    kind: "dog, brown",
  });
  await pets.admin.putLabels([{ petId: 7, name: "Bella" }]);
});

test("two people who edit different fields of a label do not overwrite each other", async () => {
  await using tab = await open({ query: "?pet=123" });
  const form = tab.page.getByRole("form", { name: "Label" });
  await until("the label", async () => (await form.getByLabel("Name").inputValue()) === "Rex");
  await form.getByLabel("Name").fill("Rexona");
  await pets.admin.putLabels([{ petId: 123, kind: "cat" }]);
  await form.getByRole("button", { name: "Save" }).click();
  const label = async () => (await pets.admin.entry(123)).label;
  await until("the label to be saved", async () => (await label())?.name === "Rexona");
  expect(await label()).toMatchObject({ name: "Rexona", kind: "cat" });
  await pets.admin.putLabels([{ petId: 123, name: "Rex", kind: "dog" }]);
});

test("by touch: the panel is a sheet with targets of 44 pixels, and its close button returns to the table", async () => {
  await using tab = await open(PHONE);
  await tab.page.getByLabel("Search by name, id or code").tap();
  await tab.page.keyboard.type("rex");
  await tab.row(123).locator(".name").tap();
  const sheet = tab.page.getByRole("dialog", { name: "Rex" });
  await sheet.waitFor();
  const sizes = await sheet.getByRole("button").evaluateAll((buttons) =>
    buttons.map((button) => {
      const { height, width } = (button as unknown as Sized).getBoundingClientRect();
      return Math.min(height, width);
    }),
  );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
  await sheet.getByLabel("Quantity").fill("8");
  await sheet.getByRole("button", { name: "Save" }).first().tap();
  await stockHas(pets, "123:8 available");
  await sheet.getByRole("button", { name: "Close" }).tap();
  await sheet.waitFor({ state: "detached" });
  expect(query(tab)).toBe("?q=rex");
});

test("the bar of statuses and the counts of contradictions filter", async () => {
  await using tab = await open();
  await tab.page.getByRole("button", { name: "pending 1" }).click();
  await tab.shows(["12"]);
  await tab.page.getByRole("button", { name: "pending 1", pressed: true }).click();
  await tab.page.getByRole("button", { name: "Available but none left 1" }).click();
  await tab.shows(["201"]);
  await tab.page.getByRole("button", { name: "Available but none left 1", pressed: true }).click();
  await tab.shows(["7", "12", "123", "305144", LARGEST_ID]);
  await tab.page.getByRole("button", { name: "Sold but in stock 1" }).click();
  await tab.shows(["305144"]);
  await tab.page.getByRole("link", { name: "Mend them" }).click();
  await tab.page.getByRole("heading", { name: "Trends", level: 1 }).waitFor();
});

interface Sized {
  getBoundingClientRect(): { readonly width: number; readonly height: number };
}

test("what is typed right after the page has opened is searched, also by a scanner; in the table a digit is a quantity", async () => {
  await using tab = await open();
  const { page } = tab;
  await page.reload();
  await tab.sees("Live");
  await page.locator(".rows .row").first().waitFor();
  // No phone opens its keyboard.
  expect(await page.locator("input:focus").count()).toBe(0);
  await page.keyboard.type("4006381333931\n");
  await panel(tab).getByRole("heading", { name: "Bella" }).waitFor();
  await tab.press("ArrowDown", "6");
  await until("the editor", async () => (await tab.page.evaluate("document.activeElement.value")) === "6");
  expect(query(tab)).toContain("?q=4006381333931");
  await tab.press("Escape");
});

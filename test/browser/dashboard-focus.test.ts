// Keyboard focus: always visible, never covered, and never lost.

import { expect, setDefaultTimeout, test } from "bun:test";
import type { Locator } from "playwright-core";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { sharedService } from "../support/shared-service.ts";
import { until } from "../support/until.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(120_000);

const PETS = 60;

const rows = Array.from({ length: PETS }, (_, at) => `${at + 1},5,${at % 2 === 0 ? "available" : "sold"}`);
const { service, key } = await sharedService(rows);

/** The focused cell as `row column`; `nothing` for the page itself. */
const FOCUS = `(() => {
  const cell = document.activeElement.closest(".cell");
  if (cell === null) return document.activeElement === document.body ? "nothing" : document.activeElement.outerHTML;
  const header = cell.closest(".row").querySelector("[role=rowheader]");
  return (header?.textContent ?? "Pet") + " " + cell.className.split(" ")[1];
})()`;

/** Whether the focused cell and the note of its row are visible up to their corners. */
const IS_VISIBLE = `(() => {
  const isVisible = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const corners = [left + 3, right - 3].flatMap((x) => [top + 3, bottom - 3].map((y) => [x, y]));
    return corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  };
  const { activeElement } = document;
  const notes = [...activeElement.closest(".row").querySelectorAll(".note")];
  // elementFromPoint ignores notes that let clicks through.
  for (const note of notes) note.style.pointerEvents = "auto";
  const areVisible = [activeElement, ...notes.filter((note) => note.getClientRects().length > 0)].every(isVisible);
  for (const note of notes) note.style.pointerEvents = "";
  return areVisible;
})()`;

async function focusIs({ page }: DashboardTab, expected: string): Promise<void> {
  const focus = () => page.evaluate(FOCUS);
  await until(`the focus to be on ${expected}`, async () => (await focus()) === expected).catch(
    async (error: unknown) => {
      throw new Error(`the focus is on ${String(await focus())}`, { cause: error });
    },
  );
}

async function isVisibleAt(tab: DashboardTab, expected: string): Promise<void> {
  await focusIs(tab, expected);
  await until(`${expected} to be seen`, async () => (await tab.page.evaluate(IS_VISIBLE)) === true);
}

const isFocused = (locator: Locator) =>
  until("the focus", () => locator.evaluate((element) => element.matches(":focus")));

test.each([
  [640, 400],
  [320, 568],
  [390, 664],
])("on %d by %d pixels the active row and its note stay visible", async (width, height) => {
  await using tab = await DashboardTab.open(service, { key, viewport: { width, height } });
  await tab.row(1).getByRole("rowheader").focus();
  for (let row = 2; row <= 14; row += 1) {
    await tab.press("ArrowDown");
    await isVisibleAt(tab, `${row} petId`);
  }
  await tab.press("3", "x");
  await isVisibleAt(tab, "14 quantity");
  await tab.press("Enter");
  await tab.note(14).getByRole("alert").waitFor();
  await isVisibleAt(tab, "14 quantity");
  await tab.press("Escape");
  for (let row = 13; row >= 1; row -= 1) {
    await tab.press("ArrowUp");
    await isVisibleAt(tab, `${row} quantity`);
  }
  await tab.press("ArrowUp");
  await isVisibleAt(tab, "Pet quantity");
  await tab.press("Control+End", "ArrowLeft", "ArrowLeft");
  await isVisibleAt(tab, `${PETS} quantity`);
});

test.each([
  [1280, 800],
  [390, 800],
])("on %d by %d pixels no notice covers the row being edited, or its note", async (width, height) => {
  await using tab = await DashboardTab.open(service, { key, viewport: { width, height } });
  const enter = async (text: string) => {
    await tab.page.keyboard.type(text);
    await tab.press("Enter");
  };
  const errorIsVisible = async (petId: number) => {
    await tab.sees(/^Saved: pet/);
    await enter("1x");
    await tab.note(petId).getByRole("alert").waitFor();
    await isVisibleAt(tab, `${petId} quantity`);
    await tab.press("Escape");
  };
  await tab.quantity(1).focus();
  for (let row = 1; row <= 20; row += 1) await enter(String(width));
  await errorIsVisible(21);
  await tab.press("Control+End", "ArrowLeft", "ArrowLeft");
  await enter(String(width));
  await errorIsVisible(PETS);
});

test("after the sign-in form, the focus is on the page's heading", async () => {
  await using tab = await DashboardTab.open(service, { key });
  await tab.page.locator("main h1:focus").waitFor();
});

test("with an invalid edit open, another row can be clicked and navigated from, and the edit be resumed", async () => {
  await using tab = await DashboardTab.open(service, { key });
  await tab.quantity(3).click();
  await tab.page.keyboard.type("abc");
  await tab.row(5).locator(".changed").click();
  await tab.note(3).getByRole("alert").waitFor();
  for (let row = 6; row <= 45; row += 1) await tab.press("ArrowDown");
  await focusIs(tab, "45 changed");
  await tab.press("Control+Home", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight");
  await focusIs(tab, "3 quantity");
  expect(await tab.page.locator(":focus").inputValue()).toBe("abc");
  await tab.page.keyboard.press("Control+a");
  await tab.page.keyboard.type("8");
  await tab.press("Enter");
  await focusIs(tab, "4 quantity");
  await tab.sees("Saved: pet 3, ");
});

test("an edit ends when the view changes: a quantity is saved, an invalid one is discarded", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  await tab.quantity(7).click();
  await page.keyboard.type("abc");
  await page.getByRole("button", { name: /^sold/ }).click();
  await tab.row(8).waitFor();
  await page.getByRole("button", { name: /^sold/ }).click();
  await tab.row(7).waitFor();
  expect(await page.getByRole("grid").getByRole("textbox").count()).toBe(0);
  await tab.quantity(7).click();
  await page.keyboard.type("77");
  await page.goBack();
  await tab.sees(/Saved: pet 7, \d+ → 77/);
  expect(await page.getByRole("grid").getByRole("textbox").count()).toBe(0);
});

test("a dialog moves the focus from step to step, and restores it however it is closed", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  const opener = page.getByRole("button", { name: "Import" });
  const step = (name: string) => page.getByRole("dialog").getByRole("region", { name });
  const open = async () => {
    await opener.focus();
    await tab.press("Enter");
    await isFocused(step("Choose a file"));
  };
  await open();
  await tab.press("Escape");
  await isFocused(opener);
  await open();
  await page.getByRole("button", { name: "Close" }).click();
  await isFocused(opener);
  await open();
  await page.getByLabel("Or paste rows from a spreadsheet").fill("petId,quantity\n9,90\n10,100\n");
  await tab.press("Tab", "Enter");
  await isFocused(step("Preview"));
  await page.getByRole("button", { name: "Other file" }).press("Enter");
  await isFocused(step("Choose a file"));
  await page.getByLabel("Or paste rows from a spreadsheet").fill("petId,quantity\n9,90\n10,100\n");
  await tab.press("Tab", "Enter");
  await page.getByRole("button", { name: "Import 2 changes", disabled: false }).press("Enter");
  await tab.sees("2 pets changed");
  await isFocused(step("Outcome"));
  await page.getByRole("button", { name: "Done" }).press("Enter");
  await isFocused(opener);
});

test("Esc does not close the dialog while an import is applied", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByLabel("Or paste rows from a spreadsheet").fill("petId,quantity\n15,150\n");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Import 1 change", disabled: false }).waitFor();
  const release = await tab.hold("**/admin/v1/revisions*");
  await page.getByRole("button", { name: "Import 1 change" }).click();
  await page.getByRole("dialog").getByRole("region", { name: "Importing" }).waitFor();
  await tab.press("Escape", "Escape", "Escape", "Escape");
  expect(await page.getByRole("dialog").isVisible()).toBe(true);
  release();
  await tab.sees("1 pet changed");
  await tab.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("a decision in a note moves the focus back to the quantity", async () => {
  await using tab = await DashboardTab.open(service, { key });
  tab.tab.expectProblem(/412/);
  for (const name of ["Use mine", "Keep theirs"]) {
    await tab.quantity(12).click();
    await tab.page.keyboard.type("+1");
    await tab.page.keyboard.press("Control+a");
    await tab.page.keyboard.type(name.length.toString());
    await service.update(key, 12, 40 + name.length);
    await tab.press("Enter");
    await tab.note(12).getByRole("button", { name }).click();
    await focusIs(tab, "12 quantity");
  }
});

test.each(["Undo", "Close"])(
  "the notice's %s button, by mouse or by key, returns the focus to the table",
  async (name) => {
    await using tab = await DashboardTab.open(service, { key });
    const button = tab.page.locator(".notice").getByRole("button", { name });
    for (const press of [() => button.click(), () => button.press("Enter")]) {
      await tab.type(10, "+1");
      await tab.sees("Saved: pet 10");
      await press();
      await focusIs(tab, "11 quantity");
      await tab.press("ArrowLeft", "ArrowUp");
      await focusIs(tab, "10 petId");
      await tab.row(10).getByText("Saving…").waitFor({ state: "detached" });
    }
  },
);

test("on a small screen a click on a note that covers a row never edits the row above", async () => {
  await using tab = await DashboardTab.open(service, { key, viewport: { width: 390, height: 800 } });
  tab.tab.expectProblem(/412/);
  const { mouse, keyboard } = tab.page;
  const clickOnto = async (locator: Locator) => {
    const { x, y, width, height } = (await locator.boundingBox())!;
    await mouse.click(x + width / 2, y + height / 2);
  };
  await tab.quantity(2).click();
  await keyboard.type("51");
  await tab.note(2).getByText("Enter saves").waitFor();
  await clickOnto(tab.quantity(3));
  await focusIs(tab, "3 quantity");
  await tab.sees(/Saved: pet 2, .* 51/);
  await tab.press("Escape");
  await tab.quantity(5).click();
  await keyboard.type("52");
  await service.update(key, 5, 901);
  await tab.press("Enter");
  const words = tab.note(5).getByText("theirs 901");
  await words.waitFor();
  await tab.press("ArrowDown");
  await words.click();
  await focusIs(tab, "7 quantity");
  await tab.note(5).getByRole("button", { name: "Keep theirs" }).click();
  await focusIs(tab, "5 quantity");
});

test("a double click on the lowest row edits that row, and typing scrolls it into view", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  const { x } = (await tab.quantity(1).boundingBox())!;
  const grid = (await page.getByRole("grid").boundingBox())!;
  const point = { x: x + 40, y: grid.y + grid.height - 12 };
  const petId = await page.evaluate(
    `document.elementFromPoint(${point.x}, ${point.y}).closest(".row").dataset.pet`,
  );
  await page.mouse.dblclick(point.x, point.y);
  await focusIs(tab, `${petId} quantity`);
  await page.keyboard.type("6");
  await isVisibleAt(tab, `${petId} quantity`);
});

test("another view is drawn into the same row elements, and the row with the focus keeps its own", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  await page.getByRole("button", { name: /^sold/ }).click();
  await tab.row(1).waitFor({ state: "detached" });
  await tab.quantity(6).focus();
  await page.evaluate(
    `for (const row of document.querySelectorAll(".rows .row")) row.drawnFirst = row.dataset.pet`,
  );
  await page.goBack();
  await tab.row(1).waitFor();
  await focusIs(tab, "6 quantity");
  const reused = await page.evaluate(
    `[...document.querySelectorAll(".rows .row")].filter((row) => row.drawnFirst !== undefined).map((row) => [row.dataset.pet, row.drawnFirst])`,
  );
  const pets = new Map(reused as [string, string][]);
  expect(pets.get("6")).toBe("6");
  expect([...pets].filter(([petId, drawnFirst]) => petId !== drawnFirst).length).toBeGreaterThan(5);
  await tab.press("ArrowDown");
  await focusIs(tab, "7 quantity");
});

test("Show all keeps the focus at its place", async () => {
  await using tab = await DashboardTab.open(service, { key, query: "?q=1" });
  await tab.page.getByRole("button", { name: "Show all" }).press("Enter");
  await tab.row(2).waitFor();
  await isFocused(tab.page.locator(".filter-summary"));
});

test("when others remove the active row, the next row becomes active", async () => {
  await using removed = await TestService.start({ rows: ["1,5,sold", "2,5,sold", "3,5,sold", "4,5,sold"] });
  await using tab = await DashboardTab.open(removed, { key: await removed.makeKey(), clock: true });
  await tab.quantity(2).focus();
  await tab.press("ArrowRight");
  await petstockOrThrow(["remove", "2", "--database", removed.databaseUrl]);
  await tab.passTime(3_000);
  await tab.row(2).waitFor({ state: "detached" });
  await focusIs(tab, "3 status");
  await tab.press("ArrowDown");
  await focusIs(tab, "4 status");
});

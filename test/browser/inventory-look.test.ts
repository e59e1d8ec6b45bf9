// The inventory page on every kind of screen: phones in both directions, large text, forced colors, fingers; and its keys.

import { expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { keyedService } from "../support/shared-service.ts";
import { until } from "../support/until.ts";
import { expectAccessible } from "./axe.ts";
import { DashboardTab, type DashboardOptions } from "./dashboard.ts";
import { LARGEST_ID, startNamedPets } from "./named-pets.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(120_000);

const pets = shared(await startNamedPets());

async function open(options: DashboardOptions): Promise<DashboardTab> {
  const tab = await DashboardTab.open(pets.service, { key: pets.key, ...options });
  await tab.row(7).getByText("Bella").waitFor();
  return tab;
}

/** Texts that are wider than their cells, or that another cell covers. */
const OVERLAPS = `[...document.querySelectorAll(".rows .row")].flatMap((row) => {
  const boxes = [...row.querySelectorAll(".cell")].flatMap((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const text = range.getBoundingClientRect();
    const box = cell.getBoundingClientRect();
    if (text.width === 0 || getComputedStyle(cell).position === "absolute") return [];
    // What is cut off with an ellipsis is not visible.
    const right = cell.querySelector(".text") === null ? text.right : Math.min(text.right, box.right);
    return [{ name: cell.className, left: text.left, right, top: text.top + 2, bottom: text.bottom - 2 }];
  });
  return boxes.flatMap((a, at) =>
    boxes.slice(at + 1)
      .filter((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom && b.top < a.bottom)
      .map((b) => row.dataset.pet + ": " + a.name + " and " + b.name));
})`;

async function fits(page: Page): Promise<void> {
  const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  await until("nothing to overflow", async () => (await page.evaluate(overflow)) === 0);
  expect(await page.evaluate(OVERLAPS)).toEqual([]);
}

const SCREENS = [
  ["a large screen", { viewport: { width: 1280, height: 800 } }, 100],
  ["a small window", { viewport: { width: 800, height: 600 } }, 100],
  ["a phone", { viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true }, 100],
  ["a low phone", { viewport: { width: 390, height: 560 }, hasTouch: true, isMobile: true }, 100],
  ["a narrow window", { viewport: { width: 360, height: 640 } }, 100],
  // 1280 by 800.
  ["200 % zoom", { viewport: { width: 640, height: 400 } }, 100],
  ["320 pixels", { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true }, 100],
  ["a phone on its side", { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true }, 100],
  ["200 % text", { viewport: { width: 1280, height: 800 } }, 200],
  ["200 % text on a phone", { viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true }, 200],
] as const;

test.each(SCREENS)(
  "on %s nothing overlaps, 19 digits neither, and a quantity can be edited",
  async (name, options, percent) => {
    await using tab = await open({ ...options, query: "?stock=all" });
    const { page } = tab;
    await page.evaluate(`document.documentElement.style.fontSize = "${percent}%"`);
    // The layout is chosen when the size is measured.
    await page.setViewportSize({ ...options.viewport, height: options.viewport.height + 1 });
    await fits(page);
    await expectAccessible(page, name);
    const cell = tab.quantity(BigInt(LARGEST_ID));
    await cell.click();
    await page.keyboard.type("+1");
    await tab.press("Enter");
    await page.getByText(`Saved: pet ${LARGEST_ID}`).waitFor();
  },
);

test.each([
  ["6", 1280],
  ["6", 1024],
  ["6", 1000],
  ["6", 390],
  [LARGEST_ID, 1280],
])("both choices of a conflict are in view, beside ids like %s on %d pixels", async (largest, width) => {
  await using keyed = await keyedService(["1,5,available", `${largest},4,sold`], "--role", "manager");
  const { service, key, admin } = keyed;
  await admin.putLabels([{ petId: 1, name: "Bartholomew the Second", kind: "cat, brown tabby" }]);
  await using tab = await DashboardTab.open(service, { key, viewport: { width, height: 800 } });
  tab.tab.expectProblem(/412/);
  await tab.row(1).getByText("Bartholomew").waitFor();
  await tab.quantity(1).click();
  await tab.page.keyboard.type("2147483640");
  await service.update(key, 1, 2_147_483_641);
  await tab.press("Enter");
  await tab.note(1).getByText("Yours 2,147,483,640").waitFor();
  const table = (await tab.page.getByRole("grid").boundingBox())!;
  for (const name of ["Use mine", "Keep theirs"]) {
    const button = (await tab.note(1).getByRole("button", { name }).boundingBox())!;
    expect(button.x).toBeGreaterThanOrEqual(table.x);
    expect(button.x + button.width).toBeLessThanOrEqual(table.x + table.width);
  }
  await tab.note(1).getByRole("button", { name: "Keep theirs" }).click();
  await tab.row(1).getByText("Yours").waitFor({ state: "detached" });
});

test("for fingers every button, field and row is at least 44 pixels high", async () => {
  await using tab = await open({ viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true });
  const small = () =>
    tab.page.evaluate(`[...document.querySelectorAll("main :is(button, input, select, a), .rows .row")]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44)
      .map((each) => each.outerHTML.slice(0, 120))`);
  expect(await small()).toEqual([]);
  await tab.page.getByRole("button", { name: "Add pet" }).tap();
  expect(await small()).toEqual([]);
  await expectAccessible(tab.page, "adding a pet on a phone");
});

test("with forced colors the selection, the open pet and the statuses stay visible", async () => {
  await using tab = await open({ forcedColors: "active" });
  const look = (petId: number) =>
    tab.row(petId).evaluate((row) => {
      const { getComputedStyle } = globalThis as unknown as {
        getComputedStyle(of: unknown): Record<string, string>;
      };
      const { outlineStyle, outlineWidth } = getComputedStyle(row);
      return `${outlineStyle} ${outlineWidth}`;
    });
  const plain = await look(7);
  await tab.quantity(7).focus();
  await tab.press(" ");
  expect(await look(7)).not.toBe(plain);
  await tab.row(12).locator(".name").click();
  await until("the open row", async () => (await look(12)) !== plain);
});

test("a question mark lists the keys; every row names its cells for screen readers", async () => {
  await using tab = await open({ viewport: { width: 1900, height: 900 } });
  await tab.quantity(7).focus();
  await tab.press("?");
  const dialog = tab.page.getByRole("dialog", { name: "Keys" });
  await dialog.getByText("Select all rows of the view").waitFor();
  await expectAccessible(tab.page, "the list of keys");
  await tab.press("Escape");
  expect(await tab.page.locator(":focus").textContent()).toBe("5");
  const grid = tab.page.getByRole("grid", { name: "Inventory" });
  expect(await grid.getAttribute("aria-rowcount")).toBe("6");
  const names = await grid.getByRole("columnheader").allInnerTexts();
  expect(names.map((name) => name.trim())).toEqual([
    "Select all",
    "Pet",
    "Name",
    "Kind",
    "Quantity",
    "Status",
    "Changed",
  ]);
  // A label is a change, too: it was made after the stock, with a key.
  await tab
    .row(12)
    .getByText(/by test$/)
    .waitFor();
  await pets.service.update(pets.key, 12, 33);
  await tab.row(12).getByText("Changed from 3 by test").waitFor();
});

test("panel and selection are accessible in light and dark", async () => {
  await using tab = await open({ query: "?pet=7" });
  const { page } = tab;
  await page.locator(".pet-panel").getByRole("heading", { name: "History" }).waitFor();
  await expectAccessible(page, "the panel");
  await tab.quantity(7).focus();
  await tab.press("Control+a");
  await expectAccessible(page, "a selection");
});

// Narrow phones, long names and ids of 19 digits: everything fits, and can be tapped.

import { expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { sharedService } from "../support/shared-service.ts";
import { DashboardTab, PHONE } from "./dashboard.ts";

setDefaultTimeout(120_000);

const LONGEST_ID = "9223372036854775807";
const NAMELESS_ID = "1000000000000000001";
const NAME = "Maximilian Bartholomew von und zu Hohenstein-Waldburg the Third of Long Beach";

const { service, key, admin } = await sharedService(
  [`${LONGEST_ID},2147483647,available`, `${NAMELESS_ID},1,pending`, "43,5,sold"],
  "--role",
  "admin",
);
await admin.putLabels([
  { petId: BigInt(LONGEST_ID), name: NAME, kind: "dog, black and white", low: 2147483647 },
]);

test.each([320, 390, 740])(
  "on a phone of %i pixels, pages and the sheet of differences fit",
  async (width) => {
    const viewport = { width, height: width === 740 ? 360 : 640 };
    await using tab = await DashboardTab.open(service, { key, viewport, hasTouch: true, isMobile: true });
    const { page } = tab;
    await page.locator(".rows .row").first().waitFor();
    await expectFits(page);
    await page.getByRole("link", { name: "Trends" }).tap();
    await page.locator(".attention-item").first().waitFor();
    await expectFits(page);
    await page.getByRole("link", { name: "Activity" }).tap();
    await page.locator(".revision-toggle").first().tap();
    await page.locator(".revision-pets a").first().waitFor();
    await expectFits(page);
    await page.getByRole("link", { name: "Stock-take" }).tap();
    await page.locator("#scan:focus").waitFor();
    await page.keyboard.type(`${LONGEST_ID}\n`);
    await page.getByLabel("Counted", { exact: true }).waitFor();
    await expectFits(page);
    await page.keyboard.type("9\n");
    await page.getByRole("button", { name: "Show differences" }).tap();
    await page.getByRole("heading", { name: "Differences" }).waitFor();
    await expectFits(page);
    const name = (await page.getByRole("rowheader", { name: /Maximilian/ }).boundingBox())!;
    expect(name.width).toBeGreaterThan(200);
    page.once("dialog", (dialog) => void dialog.accept());
    await page.getByRole("button", { name: "Count more" }).tap();
    await page.getByRole("button", { name: "Discard" }).tap();
  },
);

test.each([320, 390])(
  "on a phone of %i pixels no words touch, also where they are 40 % longer",
  async (width) => {
    await using tab = await DashboardTab.open(service, { ...PHONE, key, viewport: { width, height: 760 } });
    const { page } = tab;
    await page.locator(".rows .row").first().waitFor();
    expect(await touchingWords(page)).toEqual([]);
    const top = async (name: string) => (await page.getByRole("button", { name }).boundingBox())!.y;
    const summary = (await page.locator(".filter-summary").boundingBox())!;
    expect(Math.abs(summary.y + summary.height / 2 - ((await top("Views")) + 22))).toBeLessThan(4);
    await page.evaluate(`(() => {
      const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (words.nextNode()) {
        const { parentElement, data } = words.currentNode;
        if (!parentElement.closest(".navigation, .page-header, .filters, .overview") || data.trim() === "") continue;
        words.currentNode.data = data + "m".repeat(Math.ceil(0.4 * data.length));
      }
    })()`);
    expect(await touchingWords(page)).toEqual([]);
  },
);

/** Words that are nearer than 2 pixels to the next ones, or outside of the screen. */
async function touchingWords(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const texts = [];
    for (const place of document.querySelectorAll(".navigation, .page-header, .filters, .overview")) {
      const words = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
      while (words.nextNode()) if (words.currentNode.data.trim() !== "") texts.push(words.currentNode);
    }
    const boxes = texts.flatMap((text) => {
      const part = text.parentElement;
      const { overflowX } = getComputedStyle(part);
      // Words for screen readers only.
      for (let each = part; each !== null; each = each.parentElement)
        if (getComputedStyle(each).clipPath !== "none") return [];
      const range = document.createRange();
      range.selectNode(text);
      const { left, right, top, bottom } = overflowX === "visible" ? range.getBoundingClientRect() : part.getBoundingClientRect();
      return right === left ? [] : [{ name: text.data, part, left, right, top, bottom }];
    });
    const touches = (a, b) =>
      a.part !== b.part && a.left < b.right + 2 && b.left < a.right + 2 && a.top < b.bottom && b.top < a.bottom;
    const outside = boxes.filter(({ left, right }) => left < 0 || right > innerWidth).map(({ name }) => name);
    const pairs = boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) => touches(a, b)).map((b) => a.name + " | " + b.name));
    return [...outside, ...pairs];
  })()`);
}

test.each([1280, 820, 390])(
  "ids of 19 digits are whole beside names, on a screen of %i pixels",
  async (width) => {
    await using tab = await DashboardTab.open(service, { key, viewport: { width, height: 800 } });
    await tab.sees("Maximilian");
    for (const id of [LONGEST_ID, NAMELESS_ID]) {
      const isCut = await tab.page
        .locator(`[data-pet="${id}"] .petId .text`)
        .evaluate((text) => text.scrollWidth > text.clientWidth);
      expect([id, isCut]).toEqual([id, false]);
    }
  },
);

/** The page does not scroll sideways, and links and buttons have the size of a finger. */
async function expectFits(page: Page): Promise<void> {
  const problems = await page.evaluate<string[]>(`(() => {
    const wide = document.documentElement.scrollWidth > innerWidth ? ["wider than the screen"] : [];
    const small = [...document.querySelectorAll("main button, main a, nav a")].filter((each) => {
      const { width, height } = each.getBoundingClientRect();
      return height > 0 && (width < 43.5 || height < 43.5) && each.closest("p") === null;
    });
    return [...wide, ...small.map((each) => each.outerHTML)];
  })()`);
  expect(problems).toEqual([]);
}

// The table's columns with narrow and wide fonts: ids, quantities and statuses are whole, and names get the room that is left.

import { expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { sharedService } from "../support/shared-service.ts";
import { until } from "../support/until.ts";
import { DashboardTab } from "./dashboard.ts";
import { type Font, FONTS, useFont } from "./fonts.ts";

setDefaultTimeout(120_000);

const LONGEST_ID = "9223372036854775807";
const WIDTHS = [320, 390, 740, 820, 1280, 1360];
const CASES = WIDTHS.flatMap((width) => (Object.keys(FONTS) as Font[]).map((font) => [width, font] as const));

const MANAGER = ["--role", "manager"] as const;
const long = await sharedService(
  [`${LONGEST_ID},2147483647,available`, "1000000000000000001,1,pending", "43,5,sold"],
  ...MANAGER,
);
const usual = await sharedService(["4000123,12,available", "4000124,1240,pending"], ...MANAGER);
const NAMES = ["Katzenfutter Lachs und Forelle", "Hundeleine, 2 m, rot"];
for (const { admin } of [long, usual]) {
  const petIds = admin === long.admin ? [BigInt(LONGEST_ID), 43n] : [4000123n, 4000124n];
  await admin.putLabels(petIds.map((petId, at) => ({ petId, name: NAMES[at]!, kind: "Trockenfutter" })));
}

async function open(
  { service, key }: Pick<typeof long, "service" | "key">,
  width: number,
  font: Font,
): Promise<DashboardTab> {
  const tab = await DashboardTab.open(service, { key, viewport: { width, height: 800 } });
  await tab.sees("Katzenfutter");
  await useFont(tab.page, font);
  return tab;
}

/** Cells whose content is wider than they are, as `quantity of 43`. */
const cutOff = (page: Page, columns: string) =>
  page.evaluate<string[]>(`[...document.querySelectorAll(".rows .row")].flatMap((row) =>
    [...row.querySelectorAll(${JSON.stringify(columns)})]
      .filter((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const text = cell.querySelector(".text");
        const { right } = cell.getBoundingClientRect();
        // The arrow of a status is generated: it is in the box of its chip.
        const chip = cell.querySelector(".chip")?.getBoundingClientRect().right ?? 0;
        return (
          (text !== null && text.scrollWidth > text.clientWidth) ||
          (text === null && Math.max(range.getBoundingClientRect().right, chip) > right + 0.5) ||
          right > innerWidth
        );
      })
      .map((cell) => cell.className + " of " + row.dataset.pet))`);

/** The layout follows when the font has been measured. */
async function untilWhole(page: Page, columns: string): Promise<void> {
  await until("whole cells", async () => (await cutOff(page, columns)).length === 0, 5_000).catch(() => {});
  expect(await cutOff(page, columns)).toEqual([]);
}

test.each(CASES)(
  "on %i pixels with a %s font, ids of 19 digits, quantities and statuses are whole",
  async (width, font) => {
    await using tab = await open(long, width, font);
    const { page } = tab;
    // Its status has an arrow then.
    await page.locator(`[data-pet="${LONGEST_ID}"] .status`).click();
    await untilWhole(page, ".petId, .quantity, .status");
    const overflow = (selector: string) =>
      page.evaluate(
        `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector("${selector}"))`,
      );
    expect([await overflow("html"), await overflow(".grid")]).toEqual([0, 0]);
  },
);

test.each(["narrow", "usual", "wide"] as const)(
  "on 1360 pixels with a %s font, names are whole where the table has room for them",
  async (font) => {
    await using tab = await open(usual, 1360, font);
    await tab.page.getByRole("columnheader", { name: "Kind" }).waitFor();
    await untilWhole(tab.page, ".petId, .name, .kind, .quantity, .status");
  },
);

test.each([
  ["narrow", 390],
  ["tiny", 320],
] as const)(
  "in a %s table, a pet without a name has its id where others have the name",
  async (kind, width) => {
    await using tab = await open(long, width, "wide");
    await tab.page.locator(`.grid.${kind}`).waitFor();
    // The tops of the cells, from those of their rows.
    const [name, id] = await tab.page.evaluate<[number, number]>(
      `["43 .name", "1000000000000000001 .petId"].map((each) => {
        const [petId, cell] = each.split(" ");
        const row = document.querySelector('[data-pet="' + petId + '"]');
        return row.querySelector(cell).getBoundingClientRect().top - row.getBoundingClientRect().top;
      })`,
    );
    expect(id).toBe(name);
  },
);

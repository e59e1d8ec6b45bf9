// The styles of a page come with its code and stay: they must not change another page.

import { expect, test } from "bun:test";
import { type Page, type PagePath, PAGES } from "../../src/dashboard/state/pages.ts";
import { pageTitle } from "../../src/dashboard/state/page-title.ts";
import { sharedService } from "../support/shared-service.ts";
import { until } from "../support/until.ts";
import { DashboardTab } from "./dashboard.ts";

const TEST_MS_MAX = 180_000;
const LOOKS_MS_MAX = 10_000;

const { service, key, admin } = await sharedService(
  ["1,5,available", "2,0,available", "3,4,sold"],
  "--role",
  "admin",
);
await admin.putLabels([{ petId: 1, name: "Rex", kind: "dog", low: 6 }]);
await admin.applyChanges({ changes: [{ petId: 1, by: 1 }] });

/** Each element of the page with its place, its size and the styles that a foreign rule would change. */
const LOOK = `[...document.querySelectorAll("main *")]
  .filter((each) => each.closest("svg, canvas, time, [aria-live], .u-wrap") === null)
  .map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    const { display, color, backgroundColor, fontSize, fontWeight, padding, margin } = getComputedStyle(each);
    const name = each.tagName.toLowerCase() + "." + [...each.classList].join(".");
    return [name, x, y, width, height, display, color, backgroundColor, fontSize, fontWeight, padding, margin].join(" ");
  })`;

/** What shows that a page has read everything that it shows. */
const ARRIVED: Readonly<Record<PagePath, string>> = {
  "/": ".rows .row",
  "/count": "#scan",
  "/activity": ".revision",
  "/trends": ".attention-item",
  "/keys": "tbody tr",
};

async function lookOf({ page }: DashboardTab, { path }: Page): Promise<readonly string[]> {
  const title = pageTitle(path);
  await page.getByRole("link", { name: title, exact: true }).click();
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
  await page.locator(ARRIVED[path]).first().waitFor();
  await page.mouse.move(0, 0);
  return page.evaluate<string[]>(LOOK);
}

for (const [device, options] of [
  ["a desk", { viewport: { width: 1280, height: 800 } }],
  ["a phone", { viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true }],
] as const) {
  test(
    `each page looks the same, whichever pages were open before, on ${device}`,
    async () => {
      await using tab = await DashboardTab.open(service, { ...options, key, reducedMotion: "reduce" });
      await tab.sees("Live");
      for (const page of PAGES) await lookOf(tab, page);
      for (const page of PAGES) {
        await using fresh = await DashboardTab.open(service, { ...options, query: page.path.slice(1), key });
        await fresh.page.emulateMedia({ reducedMotion: "reduce" });
        await fresh.sees("Live");
        let foreign: readonly string[] = [];
        // Both may still be reading something.
        await until(
          "the same look",
          async () => {
            const [own, after] = [await lookOf(fresh, page), await lookOf(tab, page)];
            foreign = after.filter((each, at) => each !== own[at]);
            return own.length === after.length && foreign.length === 0;
          },
          LOOKS_MS_MAX,
        ).catch(() => {});
        expect([page.path, ...foreign.slice(0, 10)]).toEqual([page.path]);
      }
    },
    TEST_MS_MAX,
  );
}

// Fields on touch screens: Safari zooms in on one with text under 16 pixels, and stays so.

import { expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { sharedService } from "../support/shared-service.ts";
import { until } from "../support/until.ts";
import { DashboardTab, PHONE } from "./dashboard.ts";

setDefaultTimeout(180_000);

const { service, key } = await sharedService(["1,5,available", "2,7,available"], "--role", "admin");

const FIELDS = `[...document.querySelectorAll("input, select, textarea")]
  .filter(({ type }) => type !== "checkbox" && type !== "radio" && type !== "file")
  .map((field) => ({ name: field.id || field.className || field.type, size: parseFloat(getComputedStyle(field).fontSize) }))`;

interface Field {
  readonly name: string;
  readonly size: number;
}

/** Throws if there is no field at all. */
async function expectLarge(page: Page, least = 1): Promise<void> {
  let fields: readonly Field[] = [];
  await until("the fields", async () => {
    fields = (await page.evaluate(FIELDS)) as readonly Field[];
    return fields.length >= least;
  });
  expect(fields.filter(({ size }) => size < 16)).toEqual([]);
}

const SIZES = [PHONE, { ...PHONE, viewport: { width: 1024, height: 768 } }];

test.each(SIZES)("the fields of all pages have text of 16 pixels: %o", async (size) => {
  await using tab = await DashboardTab.open(service, size);
  const { page } = tab;
  await expectLarge(page);
  await tab.signIn(key);
  await tab.quantity(1).tap();
  await page.locator(".quantity-input").waitFor();
  await expectLarge(page, 2);
  await tab.press("Escape");
  for (const [button, field] of [
    ["Add pet", "Pet id"],
    ["Import", "Or paste rows from a spreadsheet"],
  ] as const) {
    await page.getByRole("button", { name: button, exact: true }).click();
    await page.getByLabel(field).first().waitFor();
    await expectLarge(page);
    await tab.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  for (const path of ["?pet=1", "count", "activity"]) {
    await page.goto(`${service.url}/${path}`);
    await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor();
    await expectLarge(page);
  }
  await page.goto(`${service.url}/keys`);
  await page.getByRole("button", { name: /^(?:Make|Create|New|Add) ?.*key/i }).click();
  await page.getByRole("dialog").waitFor();
  await expectLarge(page);
});

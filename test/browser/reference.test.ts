// The API reference at /docs, in a browser. Its text: test/reference/page.test.ts.

import { expect, setDefaultTimeout, test } from "bun:test";
import { BrowserTab, type TabOptions } from "../support/browser.ts";
import { TestService } from "../support/service.ts";
import { expectAccessible } from "./axe.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(120_000);

const DESKTOP = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const service = shared(await TestService.start());

async function openReference(options: Omit<TabOptions, "url"> = DESKTOP, place = ""): Promise<BrowserTab> {
  const tab = await BrowserTab.open({ url: service.url, ...options });
  await tab.page.goto(`${service.url}/docs${place}`);
  await tab.page.getByRole("heading", { name: "API reference", level: 1 }).waitFor();
  return tab;
}

test.each([
  ["on a desktop", DESKTOP],
  ["on a phone", PHONE],
] as const)(
  "the reference has no accessibility violation %s, light and dark, and fits the width",
  async (name, options) => {
    await using tab = await openReference(options);
    await expectAccessible(tab.page, name);
    const widths = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]";
    const [needed, shown] = (await tab.page.evaluate(widths)) as [number, number];
    expect(needed).toBeLessThanOrEqual(shown);
  },
);

test("without JavaScript the text is there, and addresses lead to its parts", async () => {
  await using tab = await openReference({ ...DESKTOP, javaScriptEnabled: false }, "#updateInventory");
  const operation = tab.page.locator("#updateInventory");
  await operation.getByText("/v1/inventory/{petId}", { exact: false }).first().waitFor();
  await expectInView(tab, "#updateInventory");
  await tab.page
    .getByRole("navigation", { name: "Contents" })
    .getByRole("link", { name: "Create an API key" })
    .click();
  await expectInView(tab, "#createKey");
});

async function expectInView({ page }: BrowserTab, selector: string): Promise<void> {
  const box = await page.locator(selector).boundingBox();
  expect(box!.y).toBeGreaterThanOrEqual(0);
  expect(box!.y).toBeLessThan(450);
}

test("the page loads its own files and nothing of Scalar, which Try it opens at the operation", async () => {
  await using tab = await openReference();
  await tab.page.getByRole("button", { name: "Copy" }).first().waitFor();
  const isScalar = (address: string) => address.includes("standalone");
  expect(tab.requested.length).toBeGreaterThan(2);
  expect(tab.requested.filter(isScalar)).toEqual([]);
  await tab.page.locator("#undoRevision").getByRole("link", { name: "Try it" }).click();
  const heading = tab.page.getByRole("heading", { name: "Take back one revision" }).last();
  await heading.waitFor();
  await heading.scrollIntoViewIfNeeded();
  expect(tab.requested.filter(isScalar)).toHaveLength(1);
});

test("samples name this server, and are copied", async () => {
  await using tab = await openReference({ ...DESKTOP, permissions: ["clipboard-read", "clipboard-write"] });
  const sample = tab.page.locator("#listInventory figure").filter({ hasText: "curl --compressed" });
  await sample.getByRole("button", { name: "Copy" }).click();
  await sample.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await tab.page.evaluate("navigator.clipboard.readText()");
  expect(copied).toBe(await sample.locator("code").textContent());
  expect(copied).toContain(`"${service.url}/v1/inventory"`);
});

test("on paper the whole text is printed, without contents and buttons", async () => {
  await using tab = await openReference();
  await tab.page.emulateMedia({ media: "print" });
  await tab.page.locator("#revokeKey").waitFor();
  for (const hidden of [".contents", "a.try", "figure button"])
    expect(await tab.page.locator(hidden).first().isVisible()).toBe(false);
  for (const id of ["start", "updateInventory", "admin-errors", "admin-schema-Error"])
    expect(await tab.page.locator(`#${id}`).isVisible()).toBe(true);
});

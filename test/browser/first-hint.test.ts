// The hint for the first time: three lines, until they are dismissed; other ones for touch, and none for readers.

import { expect, setDefaultTimeout, test } from "bun:test";
import { sharedService } from "../support/shared-service.ts";
import { expectAccessible } from "./axe.ts";
import { DashboardTab, PHONE } from "./dashboard.ts";

setDefaultTimeout(120_000);

const { service, key } = await sharedService(["7,1,available", "8,2,available"], "--role", "clerk");

const hintOf = ({ page }: DashboardTab) => page.getByRole("complementary", { name: "First steps" });
const hasLoaded = ({ page }: DashboardTab) => page.locator(".rows .row").first().waitFor();

test("the hint is dismissed for good on this browser, and gives the focus to the heading", async () => {
  await using tab = await DashboardTab.open(service, { key });
  await hintOf(tab).waitFor();
  expect(await hintOf(tab).getByRole("listitem").count()).toBe(3);
  expect(await hintOf(tab).innerText()).toContain("Enter saves it");
  await expectAccessible(tab.page, "the hint");
  await hintOf(tab).getByRole("button", { name: "Got it" }).press("Enter");
  await hintOf(tab).waitFor({ state: "detached" });
  await tab.page.locator("main h1:focus").waitFor();
  await tab.page.reload();
  await tab.sees("Live");
  await hasLoaded(tab);
  expect(await hintOf(tab).count()).toBe(0);
});

test("on a shared computer it is dismissed for this tab only", async () => {
  await using tab = await DashboardTab.open(service, { key, shared: true });
  await hintOf(tab).getByRole("button").click();
  await hintOf(tab).waitFor({ state: "detached" });
  const stored = await tab.page.evaluate<string | null>(`localStorage.getItem("petstock-first-hint")`);
  expect(stored).toBe(null);
});

test.each([320, 390])(
  "on a phone of %i pixels it speaks of taps, at the top, and covers nothing",
  async (width) => {
    await using tab = await DashboardTab.open(service, { ...PHONE, key, viewport: { width, height: 700 } });
    await hintOf(tab).waitFor();
    expect(await hintOf(tab).innerText()).toMatch(/Tap a pet/);
    expect(await hintOf(tab).innerText()).not.toMatch(/Ctrl|Enter/);
    const box = async (selector: string) => (await tab.page.locator(selector).boundingBox())!;
    const [header, hint, filters] = [
      await box(".page-header"),
      await box(".first-hint"),
      await box(".filters"),
    ];
    expect(hint.y).toBeGreaterThanOrEqual(header.y + header.height);
    expect(hint.y + hint.height).toBeLessThanOrEqual(filters.y);
    expect(hint.x + hint.width).toBeLessThanOrEqual(width);
  },
);

test("readers, who can change nothing, have no hint", async () => {
  await using tab = await DashboardTab.open(service, { key: await service.makeKey("--role", "reader") });
  await tab.sees("Read-only key");
  await hasLoaded(tab);
  await tab.sees("Live");
  expect(await hintOf(tab).count()).toBe(0);
});

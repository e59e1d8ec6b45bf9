// The store's name on the dashboard: which store this is, on every screen and in the browser's title, as it was set.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { keyedService } from "../support/shared-service.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(120_000);

const NAME = 'Zoo "Müller" \\ <b>北</b>';
const LONGEST = "Zoohandlung-".repeat(6).slice(0, 64);

async function storeNamed(name: string) {
  const service = shared(await TestService.start({ rows: ["1,5,available"], args: ["--store", name] }));
  return { service, key: await service.makeKey("--role", "admin") };
}

const zoo = await storeNamed(NAME);
const long = await storeNamed(LONGEST);

/** What is shown of the store's name at the top of the screen; the screen does not scroll sideways. */
async function shownOn(page: Page) {
  const name = page.locator(".brand:not([aria-hidden=true]) span:visible, .store-line:visible");
  await name.waitFor();
  expect(await name.count()).toBe(1);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  const isCut = await name.evaluate(
    (line) => line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight,
  );
  const whole = await name.evaluate((line) => line.closest("[title]")!.getAttribute("title"));
  return { text: (await name.innerText()).trim(), whole, isCut };
}

describe.each([1280, 820, 320])("on a screen of %i pixels", (width) => {
  const viewport = { width, height: 700 };

  test("the name is shown as it was set, as text", async () => {
    await using tab = await DashboardTab.open(zoo.service, { key: zoo.key, viewport });
    expect(await shownOn(tab.page)).toMatchObject({ text: NAME, whole: NAME });
    expect(await tab.page.title()).toBe(`Inventory · ${NAME}`);
    await tab.page.getByRole("link", { name: "Activity" }).click();
    await tab.page.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
    expect(await tab.page.title()).toBe(`Activity · ${NAME}`);
    expect((await shownOn(tab.page)).text).toBe(NAME);
  });

  test("the longest name is cut off, and whole in the account menu", async () => {
    await using tab = await DashboardTab.open(long.service, { key: long.key, viewport });
    const { isCut, ...name } = await shownOn(tab.page);
    expect(name).toEqual({ text: LONGEST, whole: LONGEST });
    // Between the two there is room for it, in most fonts.
    if (width !== 820) expect(isCut).toBe(true);
    await tab.page.getByRole("button", { name: /^Account/ }).click();
    const whole = tab.page.locator(".menu-head").getByText(LONGEST, { exact: true });
    const { x, width: taken } = (await whole.boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + taken).toBeLessThanOrEqual(width);
    expect(await whole.evaluate((text) => text.scrollWidth > text.clientWidth)).toBe(false);
  });
});

test("before sign-in and after sign-out the name is not known", async () => {
  await using tab = await DashboardTab.open(zoo.service);
  await tab.page.getByLabel("API key").waitFor();
  expect(await tab.page.title()).toBe("Pet store inventory");
  await tab.signIn(zoo.key);
  await tab.sees(NAME);
  await tab.signOut();
  expect(await tab.page.title()).toBe("Pet store inventory");
  expect(await tab.page.content()).not.toContain("Müller");
});

test("a name that is written from right to left turns nothing around", async () => {
  const { service, key } = await storeNamed("חנות 1");
  await using tab = await DashboardTab.open(service, { key });
  await tab.page.locator(".brand bdi", { hasText: "חנות 1" }).waitFor();
  expect(await tab.page.title()).toBe("Inventory · \u2068חנות 1\u2069");
});

test("a printed list says of which store it is", async () => {
  await using tab = await DashboardTab.open(zoo.service, { key: zoo.key });
  await shownOn(tab.page);
  await tab.page.evaluate("dispatchEvent(new Event('beforeprint'))");
  expect(await tab.page.locator(".print-view h1").textContent()).toBe(`Inventory · ${NAME}`);
});

test("without a name the page says what it is, in its language", async () => {
  await using plain = await keyedService(["1,5,available"]);
  await using tab = await DashboardTab.open(plain.service, { key: plain.key, locale: "de-DE" });
  await tab.page.getByRole("button", { name: /^Konto: / }).waitFor();
  expect(await tab.page.locator(".brand").innerText()).toBe("Tierhandlung");
  expect(await tab.page.locator(".brand").getAttribute("title")).toBeNull();
  expect(await tab.page.locator(".store-line").count()).toBe(0);
  expect(await tab.page.title()).toBe("Bestand · Tierhandlung");
});

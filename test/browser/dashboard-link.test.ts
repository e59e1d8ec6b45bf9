// A link that signs in: what it leaves behind in the browser, and what it asks.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { sharedService } from "../support/shared-service.ts";
import { expectAccessible } from "./axe.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(120_000);

const { service, key: ana } = await sharedService(["1,5,available"], "--name", "Ana", "--role", "manager");
const ben = await service.makeKey("--name", "Ben");

test.each(["/", "/?q=1", "/activity"])(
  "on %s asks, then signs in; the page keeps the key in no address, title, referrer or step of the tab's history",
  async (path) => {
    await using tab = await DashboardTab.open(service);
    const { page } = tab;
    await page.goto("about:blank");
    await page.goto(`${service.url}${path}#key=${ana}`);
    await tab.agreeToLink("Ana");
    await tab.sees("Signed in as Ana.");
    expect(page.url()).toBe(service.url + path);
    const kept = await page.evaluate<unknown[]>(
      "[document.title, document.referrer, location.href, history.state, document.documentElement.outerHTML]",
    );
    expect(JSON.stringify(kept)).not.toContain(ana);
    await page.getByRole("link", { name: "Trends" }).click();
    await page.goBack();
    expect(page.url()).toBe(service.url + path);
    await page.goBack();
    expect(page.url()).toBe("about:blank");
    await page.goForward();
    expect(page.url()).toBe(service.url + path);
    expect(tab.tab.requested.filter((url) => new URL(url).href.replace(/#.*/, "").includes(ana))).toEqual([]);
  },
);

test("a link with a code asks, then signs in once; code and key are in no address, title, referrer or request that names them", async () => {
  const admin = await service.makeKey("--name", "Olga", "--role", "admin");
  const body = JSON.stringify({ name: "Cleo", role: "clerk", linkValidFor: "15m" });
  const { json } = await service.ask("POST", "/admin/v1/keys", { key: admin, body });
  const { code } = json as unknown as { code: string };
  await using tab = await DashboardTab.open(service);
  const { page } = tab;
  await page.goto("about:blank");
  await page.goto(`${service.url}/activity#code=${code}`);
  await tab.sees("The link works once: it is used up when you sign in.");
  await expectAccessible(page, "the question of a link with a code");
  await tab.agreeToLink("Cleo");
  await tab.sees("Signed in as Cleo.");
  expect(page.url()).toBe(`${service.url}/activity`);
  const kept = await page.evaluate<unknown[]>(
    "[document.title, document.referrer, location.href, history.state, document.documentElement.outerHTML]",
  );
  expect(JSON.stringify(kept)).not.toContain(code);
  expect(tab.tab.requested.filter((url) => url.replace(/#.*/, "").includes(code))).toEqual([]);
  await page.reload();
  await page.getByRole("button", { name: "Account: Cleo" }).waitFor();
  tab.tab.expectProblem(/409 \(Conflict\).*\/sign-in\?dryRun=true\)$/);
  await page.evaluate(`location.hash = ${JSON.stringify(`code=${code}`)}`);
  await tab.sees("You are still signed in. This link works once, and was opened on");
  await using other = await DashboardTab.open(service, { query: `#code=${code}` });
  other.tab.expectProblem(/409 \(Conflict\).*\/sign-in\?dryRun=true\)$/);
  await other.sees("This link works once, and was opened on");
  await expectAccessible(other.page, "the sign-in page after a used link");
  expect(service.log.filter((line) => JSON.stringify(line).includes(code))).toEqual([]);
});

test("a new tab is signed in; after “This is a shared computer” it is not", async () => {
  await using tab = await DashboardTab.open(service, { query: `#key=${ana}` });
  const { page } = tab;
  await tab.agreeToLink("Ana");
  await tab.sees("Signed in as Ana.");
  const other = await page.context().newPage();
  await other.goto(service.url);
  await other.getByRole("rowheader", { name: "1", exact: true }).waitFor();
  await page.getByRole("button", { name: /^Account: / }).click();
  await page.getByRole("menuitem", { name: "This is a shared computer" }).click();
  await tab.sees("If you signed in by a link with #key= in it, clear the browser's history, too");
  await page.getByRole("button", { name: /^Account: / }).click();
  await tab.sees("Signed in in this tab only");
  await tab.sees("Manager: changes everything but keys");
  await tab.sees("The key never expires");
  await expectAccessible(tab.page, "the account menu");
  await other.reload();
  await other.getByLabel("API key").waitFor();
  expect(await other.getByLabel("This is a shared computer").isChecked()).toBe(true);
});

describe("where nobody is signed in, a link", () => {
  test.each([390, 1280])(
    "asks on a page of %d px, with the service's host, and shows no stock before",
    async (width) => {
      await using tab = await DashboardTab.open(service, {
        query: `#key=${ana}`,
        viewport: { width, height: 800 },
      });
      const { page } = tab;
      const dialog = page.getByRole("dialog", { name: "Sign in as Ana?" });
      await dialog
        .getByText(`The link signs this browser in to ${new URL(service.url).host} as Ana`)
        .waitFor();
      await tab.sees("(Manager: changes everything but keys)");
      await tab.sees("The browser's history keeps the link");
      await expectAccessible(page, `the question of a link, ${width} px`);
      expect(await page.getByRole("rowheader").count()).toBe(0);
      expect(tab.tab.requested.filter((url) => /\/v1\/inventory|\/changes/.test(url))).toEqual([]);
      await tab.press("Enter");
      await tab.sees("Signed in as Ana.");
    },
  );

  test.each<[what: string, leave: (tab: DashboardTab) => Promise<unknown>]>([
    ["Escape", (tab) => tab.press("Escape")],
    ["the other button", (tab) => tab.page.getByRole("button", { name: "Not now" }).click()],
    ["a reload", (tab) => tab.page.reload()],
    [
      "a step back and forward",
      async ({ page }) => {
        await page.goBack();
        await page.getByRole("dialog").waitFor({ state: "detached" });
        // Not goForward, which fails where the page replaces an entry of the history meanwhile.
        await page.evaluate("history.forward()");
      },
    ],
  ])("signs in nobody, and stores nothing, by %s", async (_, leave) => {
    await using tab = await DashboardTab.open(service);
    const { page } = tab;
    await page.goto("about:blank");
    await page.goto(`${service.url}/activity#key=${ana}`);
    const dialog = page.getByRole("dialog", { name: "Sign in as Ana?" });
    await dialog.waitFor();
    await leave(tab);
    await dialog.waitFor({ state: "detached" });
    await page.getByLabel("API key").waitFor();
    expect(page.url()).toBe(`${service.url}/activity`);
    expect(await page.evaluate<string>("JSON.stringify({ ...localStorage, ...sessionStorage })")).toBe("{}");
    await page.reload();
    await page.getByLabel("API key").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });
});

test("another link asks before it switches, by keyboard too", async () => {
  await using tab = await DashboardTab.open(service, { key: ana });
  const { page } = tab;
  const open = (key: string) => page.evaluate(`location.hash = ${JSON.stringify(`key=${key}`)}`);
  await open(ben);
  const dialog = page.getByRole("dialog", { name: "Use the key of the link?" });
  await dialog.getByText("as Ben (Clerk: counts, and sets quantities). You are signed in as Ana.").waitFor();
  expect(page.url()).toBe(`${service.url}/`);
  await expectAccessible(tab.page, "the question of a link");
  await tab.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await open(ben);
  await dialog.getByRole("button", { name: "Switch to Ben" }).press("Enter");
  await tab.sees("Signed in as Ben.");
  await page.getByRole("button", { name: /^Account: / }).click();
  await tab.sees("Clerk: counts, and sets quantities");
});

test("the sign-in page is accessible, with an error too, light and dark, and fits a narrow phone", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    await using tab = await DashboardTab.open(service, {
      colorScheme,
      query: "#key=petstock_cut",
      viewport: { width: 320, height: 568 },
      hasTouch: true,
    });
    await tab.sees("This link is not complete.");
    await expectAccessible(tab.page, `the sign-in page, ${colorScheme}`);
    const width = await tab.page.evaluate<number>("document.documentElement.scrollWidth");
    expect(width).toBeLessThanOrEqual(320);
    const small = await tab.page.evaluate<string[]>(`
      [...document.querySelectorAll("button, input:not([type=checkbox]), label.check")]
        .filter((each) => each.getBoundingClientRect().height < 44)
        .map((each) => each.outerHTML)`);
    expect(small).toEqual([]);
  }
});

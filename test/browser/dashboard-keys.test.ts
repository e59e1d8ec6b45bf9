// The page of keys, as people use it: by keyboard, by touch, and with a phone beside it.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { PetstockAdmin } from "../../src/client/client.ts";
import { CLI_ACTOR } from "../support/login-name.ts";
import { TestService } from "../support/service.ts";
import { sharedService } from "../support/shared-service.ts";
import { until } from "../support/until.ts";
import { expectAccessible } from "./axe.ts";
import { answerAtShop, SHOP } from "./at-shop.ts";
import { DashboardTab, type DashboardOptions, PHONE } from "./dashboard.ts";

setDefaultTimeout(120_000);

const { service, key: ana } = await sharedService(["1,5,available"], "--name", "Ana", "--role", "admin");

async function openKeys(key: string, options: DashboardOptions = {}): Promise<DashboardTab> {
  const tab = await DashboardTab.open(service, {
    ...options,
    query: `keys${options.query ?? ""}`,
    key,
  });
  await tab.page.getByRole("heading", { name: "Keys", level: 1 }).waitFor();
  return tab;
}

/** The same page by the address of a shop. */
async function openAtShop(key: string, options: DashboardOptions = {}): Promise<DashboardTab> {
  const tab = await DashboardTab.open(service, options);
  await answerAtShop(tab, service);
  await tab.page.goto(`${SHOP}/keys`);
  await tab.signIn(key);
  return tab;
}

const rowOf = (tab: DashboardTab, name: string) =>
  tab.page.getByRole("row").filter({ has: tab.page.getByRole("rowheader", { name, exact: true }) });

async function makeKey(tab: DashboardTab, name: string): Promise<void> {
  await tab.page.getByRole("button", { name: "New key" }).click();
  await tab.page.getByLabel("Name", { exact: true }).fill(name);
  await tab.page.getByLabel("Give it as").selectOption({ label: "the key itself, for a till or a script" });
  await tab.page.getByRole("button", { name: "Make the key" }).click();
  await tab.page.getByRole("heading", { name: `The key of ${name}` }).waitFor();
}

describe("a key for a till", () => {
  test("is copied as text, without https in the old way", async () => {
    await using tab = await openAtShop(ana, { colorScheme: "dark" });
    const { page } = tab;
    await makeKey(tab, "till-1");
    await tab.sees("Anyone with the key is signed in as till-1 (Clerk: counts, and sets quantities)");
    await tab.sees("This page is open without https");
    expect(await page.getByRole("img", { name: /^QR code/ }).count()).toBe(0);
    await expectAccessible(page, "a new key, dark");
    await page.getByRole("button", { name: "Copy key" }).click();
    await tab.sees("Copied");
    expect(await page.getByRole("button", { name: "Copy key" }).evaluate((it) => it.matches(":focus"))).toBe(
      true,
    );
  });

  test("that was not copied is not closed by accident; one that was used is", async () => {
    await using tab = await openKeys(ana);
    const { page } = tab;
    await page.getByRole("link", { name: "Activity" }).click();
    await page.getByRole("link", { name: "Keys" }).click();
    await makeKey(tab, "Cleo");
    await tab.press("Escape");
    await tab.sees("The key was neither copied nor used yet.");
    await expectAccessible(page, "the question before a new key is closed");
    await page.getByRole("button", { name: "Back to the key" }).press("Enter");
    const question = page.getByRole("dialog", { name: "Close without the key?" });
    await question.waitFor({ state: "detached" });
    // A step back asks as well, and a second one answers like Esc: back to the key.
    await page.evaluate("history.back()");
    await question.waitFor();
    await page.evaluate("history.back()");
    await question.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/keys");
    await page.locator(":focus", { hasText: "Copy key" }).waitFor();
    const leaving = page.waitForEvent("dialog");
    void page.reload().catch(() => {});
    await (await leaving).dismiss();
    const key = await page.getByLabel("Key", { exact: true }).inputValue();
    expect((await service.list(key)).status).toBe(200);
    await tab.sees("It was used just now.");
    await tab.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
});

test("a key is replaced, with time for the old one", async () => {
  const old = await service.makeKey("--name", "till-3", "--expires", "90d");
  await using tab = await openKeys(ana);
  const { page } = tab;
  await rowOf(tab, "till-3").getByRole("button", { name: "Actions for the key till-3" }).click();
  await page.getByRole("menuitem", { name: "Replace by a new key…" }).click();
  await page.getByLabel("The old key still works").selectOption({ label: "for an hour" });
  await expectAccessible(page, "the dialog to replace a key");
  await page.getByRole("button", { name: "Replace", exact: true }).click();
  const key = page.getByLabel("Key", { exact: true });
  await key.waitFor();
  for (const each of [old, await key.inputValue()]) expect((await service.list(each)).status).toBe(200);
  await tab.press("Escape");
  await page.getByRole("button", { name: "Close anyway" }).click();
  await rowOf(tab, "till-3").getByText("expires soon").waitFor();
  expect(await rowOf(tab, "till-3").count()).toBe(2);
});

test("each key says who made, replaced and revoked it, and when, for a screen reader too", async () => {
  const admin = new PetstockAdmin({ url: service.url, apiKey: ana });
  await service.makeKey("--name", "watched");
  const { id } = (await admin.keys()).find(({ name }) => name === "watched")!;
  const { id: next } = await admin.rotateKey(id);
  await admin.revokeKey(next);
  await using tab = await openKeys(ana, { query: "?show=all" });
  const old = rowOf(tab, "watched").filter({ hasText: "expires soon" });
  const successor = rowOf(tab, "watched").filter({ hasNotText: "expires soon" });
  await old.waitFor();
  expect(await historyOf(old)).toEqual([
    `Made by ${CLI_ACTOR.slice("cli:".length)} (command line) on WHEN`,
    "Replaced by Ana on WHEN",
  ]);
  expect(await historyOf(successor)).toEqual([
    "Made by Ana on WHEN, in place of the key of WHEN",
    "Revoked by Ana on WHEN",
  ]);
  const titles = await tab.page.getByRole("columnheader").allTextContents();
  expect(titles).toEqual(["Name", "Role", "State", "Expires", "Last used", "History"]);
  await expectAccessible(tab.page, "the keys with their histories");
});

/** The sentences of a row, with WHEN for times. */
async function historyOf(row: Locator): Promise<readonly string[]> {
  const sentences = row.getByRole("list").getByRole("listitem");
  return sentences.evaluateAll((items) =>
    items.map((item) => {
      const times = [...item.querySelectorAll("time")].map(({ textContent }) => textContent);
      return times.reduce((text, time) => text.replace(time, "WHEN"), item.textContent);
    }),
  );
}

test("a key is revoked by keyboard, and moves to “All”, whose address can be kept", async () => {
  const key = await service.makeKey("--name", "lost");
  await using tab = await openKeys(ana);
  const { page } = tab;
  await rowOf(tab, "lost").getByRole("button", { name: "Actions for the key lost" }).press("Enter");
  await tab.press("End", "Enter");
  const dialog = page.getByRole("dialog", { name: "Revoke the key of lost?" });
  await expectAccessible(page, "the dialog to revoke a key");
  await dialog.getByRole("button", { name: "Revoke", exact: true }).press("Enter");
  await tab.sees("Revoked: the key of lost");
  await rowOf(tab, "lost").waitFor({ state: "detached" });
  expect((await service.list(key)).status).toBe(401);
  // The button that opened the menu is gone.
  await page.locator("h1:focus").waitFor();
  await page.getByRole("button", { name: /^All/ }).click();
  await rowOf(tab, "lost").getByText("revoked", { exact: true }).waitFor();
  expect(page.url()).toBe(`${service.url}/keys?show=all`);
  await page.reload();
  await rowOf(tab, "lost").getByText("revoked", { exact: true }).waitFor();
});

test("the last admin is revoked only after its name was typed", async () => {
  await using alone = await TestService.start({ rows: ["1,5,available"] });
  const only = await alone.makeKey("--name", "Only", "--role", "admin");
  await using tab = await DashboardTab.open(alone, { query: "keys", key: only });
  tab.tab.expectProblem(/409/);
  tab.tab.expectProblem(/401/);
  const { page } = tab;
  await tab.sees("Your key");
  await page.getByRole("button", { name: "Actions for the key Only" }).click();
  await page.getByRole("menuitem", { name: "Revoke…" }).click();
  await tab.sees("It is the key that you are signed in with");
  const revoke = page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true });
  await revoke.click();
  await tab.sees("it is the last key that can manage keys");
  await expectAccessible(page, "the refusal to revoke the last admin");
  expect(await revoke.isDisabled()).toBe(true);
  await page.getByLabel(/type its name: Only/).fill("Only");
  await revoke.click();
  await page.getByRole("heading", { name: "Sign in again" }).waitFor();
  await tab.sees("This key was revoked. Ask for another one.");
});

test.each([
  ["reader", "Reader"],
  ["clerk", "Clerk"],
  ["manager", "Manager"],
])("a %s who opens the address by hand is told who can manage keys", async (role, title) => {
  const key = await service.makeKey("--name", "Dan", "--role", role);
  await using tab = await openKeys(key);
  await tab.sees(`You are signed in as Dan, with the role ${title}.`);
  expect(await tab.page.getByRole("link", { name: "Keys" }).count()).toBe(0);
  expect(await tab.page.getByRole("button", { name: "New key" }).count()).toBe(0);
  await expectAccessible(tab.page, `the page of keys for a ${role}`);
});

test("where the Admin API is denied, the page says so", async () => {
  await using tab = await DashboardTab.open(service);
  tab.tab.expectProblem(/403/);
  await tab.page.route("**/admin/v1/**", (route) => route.fulfill({ status: 403, body: "denied" }));
  await tab.page.goto(`${service.url}/keys`);
  await tab.signIn(ana);
  await tab.sees("Keys cannot be managed at this address");
});

test("with text twice as large, nothing has to be scrolled sideways", async () => {
  await using tab = await openKeys(ana, { viewport: { width: 1280, height: 800 } });
  await rowOf(tab, "Ana Your key").waitFor();
  await tab.page.evaluate("document.documentElement.style.fontSize = '200%'");
  const [width, visible] = await tab.page.evaluate<[number, number]>(
    "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
  );
  expect(width).toBeLessThanOrEqual(visible);
});

test("a list that cannot be read keeps the last one, says so, and comes back", async () => {
  await using tab = await openKeys(ana);
  tab.tab.expectProblem(/ERR_FAILED/);
  await rowOf(tab, "Ana Your key").waitFor();
  await tab.page.route("**/admin/v1/keys", (route) => route.abort());
  await tab.sees(/The keys could not be read/);
  await rowOf(tab, "Ana Your key").waitFor();
  await tab.page.unroute("**/admin/v1/keys");
  await tab.page.getByText(/The keys could not be read/).waitFor({ state: "detached" });
});

describe("on a phone", () => {
  test("keys are cards; everything can be tapped, fits the screen, and is accessible", async () => {
    const name = "A very long name of a device behind the counter at the door 12";
    await service.makeKey("--name", name, "--account", "west");
    const admin = new PetstockAdmin({ url: service.url, apiKey: ana });
    await admin.rotateKey((await admin.keys()).find((key) => key.name === name)!.id);
    await using tab = await openAtShop(ana, PHONE);
    const { page } = tab;
    await page
      .getByRole("row", { name: /behind the counter/ })
      .getByText("Replaced by Ana on")
      .waitFor();
    await expectFits(page);
    await expectAccessible(page, "the keys on a phone");
    await page.getByRole("button", { name: "New key" }).tap();
    await page.getByLabel("Name", { exact: true }).fill("Eva");
    await page.getByText("Reader", { exact: true }).last().tap();
    await expectFits(page);
    await expectAccessible(page, "the form for a new key on a phone");
    await page.getByRole("button", { name: "Make the link" }).tap();
    await page.getByRole("img", { name: /^QR code/ }).waitFor();
    await expectFits(page);
    await expectAccessible(page, "a new link on a phone");
    await page.getByRole("button", { name: "Done" }).tap();
    await page.getByRole("row", { name: /Eva/ }).getByText("not opened yet").waitFor();
    await expectFits(page);
    await expectAccessible(page, "a link that waits on a phone");
  });

  test("the form fits 320 pixels, also with text twice as large", async () => {
    await using tab = await openKeys(ana, { ...PHONE, viewport: { width: 320, height: 568 } });
    const { page } = tab;
    await page.evaluate("document.documentElement.style.fontSize = '200%'");
    await page.getByRole("button", { name: "New key" }).tap();
    await page.getByLabel("Name", { exact: true }).fill("Eva");
    await expectFits(page);
  });
});

/** Nothing is cut off at the right, and each target in the page has 44 pixels. */
async function expectFits(page: Page): Promise<void> {
  const found = async () =>
    page.evaluate<string[]>(`(() => {
      const wide = document.documentElement.scrollWidth > innerWidth ? ["the page is wider than the screen"] : [];
      const dialog = document.querySelector("dialog[open]");
      if (dialog !== null && dialog.scrollWidth > dialog.clientWidth) wide.push("the dialog is cut off at the right");
      const targets = [...(dialog ?? document.querySelector("main")).querySelectorAll("button, select, input:not([type=radio]), label:has(input)")];
      const small = targets.filter((each) => each.getBoundingClientRect().height < 44 || each.getBoundingClientRect().width < 44);
      return [...wide, ...small.map((each) => each.outerHTML)];
    })()`);
  let problems: string[] = [];
  await until("everything to fit", async () => (problems = await found()).length === 0, 5_000).catch(() => {
    throw new Error(problems.join("\n"));
  });
}

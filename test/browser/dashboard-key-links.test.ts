// Links of the page of keys, each opened in a browser of its own: they sign in once, are replaced, and are withdrawn.

import { expect, setDefaultTimeout, test } from "bun:test";
import { PetstockAdmin } from "../../src/client/client.ts";
import { readPicture } from "../support/qr-reader.ts";
import { TestService } from "../support/service.ts";
import { sharedService } from "../support/shared-service.ts";
import { expectAccessible } from "./axe.ts";
import { answerAtShop, SHOP } from "./at-shop.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(120_000);

const { service, key: ana } = await sharedService(["1,5,available"], "--name", "Ana", "--role", "admin");
const admin = new PetstockAdmin({ url: service.url, apiKey: ana });

const rowOf = (tab: DashboardTab, name: string) =>
  tab.page.getByRole("row").filter({ has: tab.page.getByRole("rowheader", { name, exact: true }) });

async function openKeys(query = "keys"): Promise<DashboardTab> {
  const tab = await DashboardTab.open(service, { query, key: ana });
  await tab.page.getByRole("heading", { name: "Keys", level: 1 }).waitFor();
  return tab;
}

/** What the dialog shows; closes it. */
async function takeLink(tab: DashboardTab, name: string): Promise<string> {
  const dialog = tab.page.getByRole("dialog", { name: `The link for ${name}` });
  const link = await dialog.getByRole("textbox", { name: "Link that signs in" }).inputValue();
  await dialog.getByRole("button", { name: "Done" }).click();
  await dialog.waitFor({ state: "detached" });
  return link;
}

async function choose(tab: DashboardTab, name: string, item: string): Promise<void> {
  await tab.page.getByRole("button", { name: `Actions for the key ${name}`, exact: true }).click();
  await tab.page.getByRole("menuitem", { name: item }).click();
}

async function makeLink(tab: DashboardTab, name: string): Promise<string> {
  await tab.page.getByRole("button", { name: "New key" }).click();
  await tab.page.getByLabel("Name", { exact: true }).fill(name);
  await tab.page.getByRole("button", { name: "Make the link" }).click();
  return takeLink(tab, name);
}

/** In a browser that is signed in nowhere. */
function follow(link: string): Promise<DashboardTab> {
  return DashboardTab.open(service, { query: link.slice(service.url.length + 1) });
}

async function expectRefused(link: string, status: RegExp, text: string): Promise<void> {
  await using tab = await DashboardTab.open(service);
  tab.tab.expectProblem(status);
  await tab.page.goto(link);
  await tab.sees(text);
}

test("a link is made by keyboard, signs in one browser, and the page sees it", async () => {
  await using tab = await openKeys();
  const { page } = tab;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "New key" }).press("Enter");
  await page.keyboard.type("Ben");
  await tab.press("Tab", "ArrowDown", "Enter");
  const dialog = page.getByRole("dialog", { name: "The link for Ben" });
  await dialog.getByText(/^Works once, until /).waitFor();
  await tab.sees(
    "The first browser that opens the link is signed in as Ben (Manager: changes everything but keys).",
  );
  await tab.sees("A phone cannot open this link");
  await expectAccessible(page, "a new link");
  await page.getByRole("button", { name: "Copy link" }).press("Enter");
  await tab.sees("Copied");
  const link = await page.evaluate<string>("navigator.clipboard.readText()");
  expect(link).toMatch(/^http:[^#]+\/#code=[0-9A-Za-z]{22}$/);
  await rowOf(tab, "Ben").getByText("not opened yet").waitFor();
  await rowOf(tab, "Ben")
    .getByText(/^link valid until /)
    .waitFor();
  await using colleague = await follow(link);
  await colleague.agreeToLink("Ben");
  await colleague.sees("Signed in as Ben.");
  await dialog.getByText("It was opened just now.").waitFor();
  await page.getByRole("button", { name: "Done" }).press("Enter");
  await rowOf(tab, "Ben").getByText("active", { exact: true }).waitFor();
  await rowOf(tab, "Ben")
    .getByText(/^Link opened on /)
    .waitFor();
  expect(await page.content()).not.toContain(link.slice(-22));
  await expectRefused(link, /409/, "This link works once, and was opened on");
});

test("its QR code is read by a phone from the screen, in dark mode too", async () => {
  await using tab = await DashboardTab.open(service, { colorScheme: "dark" });
  await answerAtShop(tab, service);
  const { page } = tab;
  await page.goto(`${SHOP}/keys`);
  await tab.signIn(ana);
  await page.getByRole("button", { name: "New key" }).click();
  await page.keyboard.type("Phone\n");
  await tab.sees("This page is open without https");
  const shown = await page.getByRole("img", { name: /^QR code/ }).screenshot();
  const read = await readPicture(await page.context().newPage(), shown);
  await page.bringToFront();
  const link = await takeLink(tab, "Phone");
  expect(link).toStartWith(`${SHOP}/#code=`);
  expect(read).toBe(link);
});

test("a link that was not opened is replaced: only the new one signs in", async () => {
  await using tab = await openKeys();
  const former = await makeLink(tab, "Cleo");
  await choose(tab, "Cleo", "Make a new link…");
  await tab.page.getByLabel("The new link works once").selectOption({ label: "for a week" });
  await expectAccessible(tab.page, "the dialog for a new link");
  await tab.page.getByRole("button", { name: "Make the link", exact: true }).click();
  const link = await takeLink(tab, "Cleo");
  const { link: kept } = (await admin.keys()).find(({ name }) => name === "Cleo")!;
  expect(Date.parse(kept!.expiresAt)).toBeGreaterThan(Date.now() + 6 * 86_400_000);
  await expectRefused(former, /404/, "This service does not know this link.");
  await using colleague = await follow(link);
  await colleague.agreeToLink("Cleo");
  await colleague.sees("Signed in as Cleo.");
});

test("a link that was not opened is withdrawn: it signs nobody in", async () => {
  await using tab = await openKeys();
  const link = await makeLink(tab, "Dan");
  await choose(tab, "Dan", "Withdraw…");
  const dialog = tab.page.getByRole("dialog", { name: "Withdraw the link for Dan?" });
  await expectAccessible(tab.page, "the dialog to withdraw a link");
  await dialog.getByRole("button", { name: "Withdraw", exact: true }).click();
  await tab.sees("Withdrawn: the link for Dan");
  await rowOf(tab, "Dan").waitFor({ state: "detached" });
  await expectRefused(link, /410/, "This link was withdrawn on");
});

test("an expired link is among all keys, and can be replaced", async () => {
  await admin.createKey({ name: "Eva", role: "clerk", linkValidFor: "1s" });
  await using tab = await openKeys("keys?show=all");
  await rowOf(tab, "Eva").getByText("link expired").waitFor();
  await choose(tab, "Eva", "Make a new link…");
  await tab.page.getByRole("button", { name: "Make the link", exact: true }).click();
  await using colleague = await follow(await takeLink(tab, "Eva"));
  await colleague.agreeToLink("Eva");
  await colleague.sees("Signed in as Eva.");
});

test("a key that was given by a link is replaced by a link", async () => {
  const { code } = await admin.createKey({ name: "Finn", role: "clerk", linkValidFor: "15m" });
  await using old = await follow(`${service.url}/#code=${code}`);
  await old.agreeToLink("Finn");
  await old.sees("Signed in as Finn.");
  old.tab.expectProblem(/401/);
  await using tab = await openKeys();
  await choose(tab, "Finn", "Replace by a new key…");
  await tab.page.getByLabel("The old key still works").selectOption({ label: "not at all: it ends now" });
  await tab.page.getByRole("button", { name: "Replace", exact: true }).click();
  const link = await takeLink(tab, "Finn");
  await old.sees("This key was revoked. Ask for another one.");
  await using colleague = await follow(link);
  await colleague.agreeToLink("Finn");
  await colleague.sees("Signed in as Finn.");
});

test("the last admin is not replaced by a link, and the dialog says what to do", async () => {
  await using alone = await TestService.start({ rows: ["1,5,available"] });
  const only = await alone.makeKey("--name", "Only", "--role", "admin");
  await using tab = await DashboardTab.open(alone, { query: "keys", key: only });
  tab.tab.expectProblem(/409/);
  await choose(tab, "Only", "Replace by a new key…");
  await tab.page.getByLabel("Give it as").selectOption({ label: "a link that works once, for 15 minutes" });
  await tab.page.getByRole("button", { name: "Replace", exact: true }).click();
  await tab.sees("Give the key itself, or make another admin key first.");
});

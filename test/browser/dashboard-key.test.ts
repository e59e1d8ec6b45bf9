// Where the browser has an API key: in its storage until a sign-out, and on a shared computer only in the memory of the tab.

import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Page } from "playwright-core";
import { openProfile } from "../support/browser.ts";
import { sharedService } from "../support/shared-service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { DashboardTab } from "./dashboard.ts";
import { storedRecords } from "./page-records.ts";

setDefaultTimeout(120_000);

const { service, key } = await sharedService(["1,5,available"]);

/** All storage of a browser that outlives a page, one text for each place. */
async function storedBy(page: Page): Promise<Record<string, string>> {
  const inPage: Record<string, string> = await page.evaluate(`(async () => {
    const storages = { localStorage: { ...localStorage }, sessionStorage: { ...sessionStorage } };
    const others = {
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      history: [history.length, history.state, location.href],
      name: window.name,
      cookie: document.cookie,
    };
    return Object.fromEntries(
      Object.entries({ ...storages, ...others }).map(([name, value]) => [name, JSON.stringify(value)]),
    );
  })()`);
  return { ...inPage, context: JSON.stringify(await page.context().storageState({ indexedDB: true })) };
}

async function placesOfKey(page: Page): Promise<string[]> {
  const stored = await storedBy(page);
  return Object.keys(stored).filter((place) => stored[place]!.includes(key));
}

test("on a shared computer the key is only in the memory of its tab: a reload asks for it again, as the form says", async () => {
  await using tab = await DashboardTab.open(service);
  const { page } = tab;
  const shared = page.getByLabel("This is a shared computer");
  expect(await shared.isChecked()).toBe(false);
  await shared.check();
  const hint = page.locator(`#${await shared.getAttribute("aria-describedby")}`);
  expect(await hint.innerText()).toContain("closing or reloading it signs you out");
  await tab.signIn(key);
  await tab.type(1, "+1");
  await tab.sees(/Saved: pet 1/);
  expect(await placesOfKey(page)).toEqual([]);
  const { sessionStorage, localStorage, databases, caches, cookie } = await storedBy(page);
  expect({ sessionStorage, localStorage, databases, caches, cookie }).toEqual({
    sessionStorage: "{}",
    localStorage: '{"petstock-shared-computer":"yes"}',
    databases: "[]",
    caches: "[]",
    cookie: '""',
  });
  await page.reload();
  await page.getByLabel("API key").waitFor();
  expect(await page.getByLabel("API key").inputValue()).toBe("");
  expect(await shared.isChecked()).toBe(true);
  expect(await placesOfKey(page)).toEqual([]);
});

test("a key survives a reload and signs in new tabs; a sign-out in any tab removes it, and signs all tabs out", async () => {
  await using tab = await DashboardTab.open(service);
  const { page } = tab;
  await tab.sees("The key is stored in this browser until you sign out");
  await tab.signIn(key);
  await tab.row(1).waitFor();
  expect(await placesOfKey(page)).toEqual(["localStorage", "context"]);
  await page.reload();
  await tab.row(1).waitFor();
  const other = await page.context().newPage();
  await other.goto(service.url);
  await other.getByRole("row").first().waitFor();
  await other.getByRole("button", { name: /^Account/ }).click();
  await other.getByRole("menuitem", { name: "Sign out" }).click();
  await other.getByLabel("API key").waitFor();
  await page.getByLabel("API key").waitFor();
  for (const each of [page, other]) {
    expect(await placesOfKey(each)).toEqual([]);
    await each.reload();
    await each.getByLabel("API key").waitFor();
    expect(await each.getByLabel("This is a shared computer").isChecked()).toBe(false);
  }
});

const isShared = (page: Page) => page.getByLabel("This is a shared computer");

test.each<[what: string, signIn: (page: Page) => Promise<void>, folders: string[]]>([
  [
    "nothing of a key on a shared computer",
    async (page) => {
      await page.goto(service.url);
      await isShared(page).check();
      await enter(page);
    },
    [],
  ],
  [
    "a key in the local storage only",
    async (page) => {
      await page.goto(service.url);
      await enter(page);
    },
    ["Local Storage"],
  ],
  [
    // Chrome's own lists of visited pages hold the link, too (History, Sessions, Favicons); the browser of the tests keeps none.
    "the key of a link in the local storage only, as far as the page decides",
    async (page) => {
      await page.goto(`${service.url}/#key=${key}`);
      await page.getByRole("button", { name: /^Sign in as / }).click();
    },
    ["Local Storage"],
  ],
])("the browser's profile on disk holds %s", async (_, signIn, folders) => {
  using profile = new TemporaryFolder();
  {
    await using browser = await openProfile(profile.path);
    const page = await browser.newPage();
    await signIn(page);
    await page.getByRole("rowheader", { name: "1", exact: true }).waitFor();
  }
  expect(foldersWithKey(profile.path).filter((folder) => !VISITED.test(folder))).toEqual(folders);
});

/** What Chrome itself keeps of visited pages. */
const VISITED =
  /^(?:History|Sessions|Favicons|Shortcuts|Top Sites|Network Action Predictor|segmentation_platform)/;

async function enter(page: Page): Promise<void> {
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Names of the profile's folders. A storage writes texts as Latin-1 or UTF-16. */
function foldersWithKey(profile: string): string[] {
  const files = readdirSync(profile, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  expect(files.length).toBeGreaterThan(0);
  const found = files.filter(({ parentPath, name }) => {
    const bytes = readFileSync(join(parentPath, name));
    return bytes.includes(key) || bytes.includes(Buffer.from(key, "utf16le"));
  });
  return found.map(({ parentPath, name }) => {
    const [first, second] = relative(profile, join(parentPath, name)).split(sep);
    return first === "Default" ? second! : first!;
  });
}

test("the copy of the key that earlier versions kept for the tab is removed", async () => {
  await using tab = await DashboardTab.open(service);
  const { page } = tab;
  await page.getByLabel("API key").waitFor();
  await page.evaluate(`sessionStorage.setItem("petstock-api-key", ${JSON.stringify(key)})`);
  await page.reload();
  await page.getByLabel("API key").waitFor();
  await until("its removal", async () => (await placesOfKey(page)).length === 0);
});

test("a browser that blocks storage signs in too, and says that it cannot store the key", async () => {
  await using tab = await DashboardTab.open(service);
  const { page } = tab;
  await page.addInitScript(`
    const refuse = { get: () => { throw new DOMException("denied", "SecurityError"); } };
    Object.defineProperty(window, "localStorage", refuse);
    Object.defineProperty(window, "sessionStorage", refuse);
  `);
  await page.reload();
  await tab.signIn(key);
  await tab.sees("This browser cannot store the key: sign in again after a reload");
  await tab.row(1).waitFor();
  await tab.signOut();
});

test("a sign-out leaves no pets on the device", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  const copies = async () => (await storedRecords(page, "known-pets")).length;
  await page.getByRole("link", { name: "Stock-take" }).click();
  await page.getByRole("heading", { level: 1, name: "Stock-take" }).waitFor();
  await until("a copy to be kept", async () => (await copies()) === 1);
  await tab.signOut();
  await until("the copy to be removed", async () => (await copies()) === 0);
});

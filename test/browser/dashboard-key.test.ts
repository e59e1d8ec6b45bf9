// Where the dashboard keeps an API key: in the memory of its tab, and in the browser only where the person wants it.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Page } from "playwright-core";
import { openProfile } from "../support/browser.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(120_000);

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await TestService.start({ rows: ["1,5,available"] });
  key = await service.makeKey();
});

afterAll(() => service[Symbol.asyncDispose]());

/** All places of a browser that outlive a page, as one text each. */
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

test("a key that is not to be kept is nowhere but in the memory of its tab: a reload asks again, and says so before", async () => {
  await using tab = await DashboardTab.open(service);
  const { page } = tab;
  const keep = page.getByLabel("Keep me signed in on this computer");
  expect(await keep.isChecked()).toBe(false);
  const hint = page.locator(`#${await keep.getAttribute("aria-describedby")}`);
  expect(await hint.innerText()).toContain("after a reload you are asked for it again");
  await tab.signIn(key);
  await tab.type(1, "+1");
  await tab.sees(/Saved: pet 1/);
  expect(await placesOfKey(page)).toEqual([]);
  const { sessionStorage, localStorage, databases, caches, cookie } = await storedBy(page);
  expect({ sessionStorage, localStorage, databases, caches, cookie }).toEqual({
    sessionStorage: "{}",
    localStorage: "{}",
    databases: "[]",
    caches: "[]",
    cookie: '""',
  });
  await page.reload();
  await page.getByLabel("API key").waitFor();
  expect(await page.getByLabel("API key").inputValue()).toBe("");
  expect(await placesOfKey(page)).toEqual([]);
});

test("a key that is to be kept outlives the tab; a sign-out in any tab removes it, and signs out of all", async () => {
  await using tab = await DashboardTab.open(service);
  const { page } = tab;
  await page.getByLabel("Keep me signed in on this computer").check();
  await tab.sees("The key is stored in this browser until you sign out");
  await tab.signIn(key);
  await tab.row(1).waitFor();
  expect(await placesOfKey(page)).toEqual(["localStorage", "context"]);
  await page.reload();
  await tab.row(1).waitFor();
  const other = await page.context().newPage();
  await other.goto(service.url);
  await other.getByRole("row").first().waitFor();
  await other.getByRole("button", { name: "Sign out" }).click();
  await other.getByLabel("API key").waitFor();
  await page.getByLabel("API key").waitFor();
  for (const each of [page, other]) {
    expect(await placesOfKey(each)).toEqual([]);
    await each.reload();
    await each.getByLabel("API key").waitFor();
    expect(await each.getByLabel("Keep me signed in on this computer").isChecked()).toBe(false);
  }
});

test.each<[what: string, keep: boolean, folders: string[]]>([
  ["nothing of a key that is not to be kept", false, []],
  ["a key that is to be kept, among what pages store for good", true, ["Local Storage"]],
])("the browser's profile on disk holds %s", async (_, keep, folders) => {
  using profile = new TemporaryFolder();
  {
    await using browser = await openProfile(profile.path);
    const page = await browser.newPage();
    await page.goto(service.url);
    await page.getByLabel("API key").fill(key);
    if (keep) await page.getByLabel("Keep me signed in on this computer").check();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("rowheader", { name: "1", exact: true }).waitFor();
  }
  expect(foldersWithKey(profile.path)).toEqual(folders);
});

/** By their names in the profile; a storage's texts have one byte for a character, or two. */
function foldersWithKey(profile: string): string[] {
  const files = readdirSync(profile, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  expect(files.length).toBeGreaterThan(0);
  const found = files.filter(({ parentPath, name }) => {
    const bytes = readFileSync(join(parentPath, name));
    return bytes.includes(key) || bytes.includes(Buffer.from(key, "utf16le"));
  });
  return found.map(({ parentPath }) => relative(join(profile, "Default"), parentPath).split(sep)[0]!);
}

test("a key that is refused is kept no longer", async () => {
  const doomed = await service.makeKey("--name", "doomed");
  await using tab = await DashboardTab.open(service);
  tab.tab.expectProblem(/401/);
  await tab.page.getByLabel("Keep me signed in on this computer").check();
  await tab.signIn(doomed);
  await tab.row(1).waitFor();
  const database = ["--database", service.databaseUrl];
  const { stdout } = await petstockOrThrow(["keys", "list", "--json", ...database]);
  const { id } = JSON.parse(stdout).find(({ name }: { name: string }) => name === "doomed");
  await petstockOrThrow(["keys", "revoke", id, ...database]);
  await tab.sees("This key was revoked or has expired.");
  expect((await storedBy(tab.page))["localStorage"]).toBe("{}");
});

test("what a former version kept for the life of a tab is removed at the start", async () => {
  await using tab = await DashboardTab.open(service);
  const { page } = tab;
  await page.getByLabel("API key").waitFor();
  await page.evaluate(`sessionStorage.setItem("petstock-api-key", ${JSON.stringify(key)})`);
  await page.reload();
  await page.getByLabel("API key").waitFor();
  await until("it to be removed", async () => (await placesOfKey(page)).length === 0);
});

test("a browser that lets no page keep anything signs in all the same, and says what it does not do", async () => {
  await using tab = await DashboardTab.open(service);
  const { page } = tab;
  await page.addInitScript(`
    const refuse = { get: () => { throw new DOMException("denied", "SecurityError"); } };
    Object.defineProperty(window, "localStorage", refuse);
    Object.defineProperty(window, "sessionStorage", refuse);
  `);
  await page.reload();
  await page.getByLabel("Keep me signed in on this computer").check();
  await tab.signIn(key);
  await tab.sees("This browser does not keep the key: after a reload you are asked for it again");
  await tab.row(1).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("API key").waitFor();
});

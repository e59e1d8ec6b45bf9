// The dashboard without a network: what its service worker stores, and how it takes an update of the service.

import { expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { BrowserTab } from "../support/browser.ts";
import { sharedService } from "../support/shared-service.ts";
import { until } from "../support/until.ts";
import { DashboardTab, STORES_PAGE } from "./dashboard.ts";
import { ServiceProxy } from "./service-proxy.ts";

setDefaultTimeout(180_000);

const { service, key } = await sharedService(["1,5,available", "2,6,available"]);

/** The paths of everything that the browser stores for pages without a network, and their contents. */
function storedFiles(page: Page): Promise<Record<string, string>> {
  return page.evaluate(`(async () => {
    const files = {};
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        // The service worker may have removed it meanwhile.
        const response = await cache.match(request);
        if (response !== undefined) files[new URL(request.url).pathname] = await response.text();
      }
    }
    return files;
  })()`) as Promise<Record<string, string>>;
}

const storedPaths = async (page: Page) => Object.keys(await storedFiles(page));

async function untilStored(page: Page): Promise<void> {
  await until("the page to be stored", async () => (await storedPaths(page)).includes("/"));
  await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
}

const headingOf = (page: Page) => page.getByRole("main").getByRole("heading", { level: 1 });

test("a page that was never opened opens without a network, if the browser stores the key", async () => {
  await using site = new ServiceProxy(service.url);
  await using tab = await DashboardTab.open(site, { ...STORES_PAGE, key });
  tab.tab.expectProblem(/Failed to load resource/);
  await untilStored(tab.page);
  await site.stop();
  await tab.page.goto(`${site.url}/count`);
  await headingOf(tab.page).getByText("Stock-take").waitFor();
  await tab.page.reload();
  await headingOf(tab.page).getByText("Stock-take").waitFor();
});

test("the page of a service that answers with errors is the stored one", async () => {
  await using site = new ServiceProxy(service.url);
  await using tab = await DashboardTab.open(site, { ...STORES_PAGE, key });
  tab.tab.expectProblem(/503/);
  await untilStored(tab.page);
  site.fails = true;
  await tab.page.goto(`${site.url}/count`);
  await headingOf(tab.page).getByText("Stock-take").waitFor();
});

test("an updated page is shown at the next load, replaces the stored one, and opens without a network", async () => {
  await using site = new ServiceProxy(service.url);
  await using tab = await DashboardTab.open(site, { ...STORES_PAGE, key });
  tab.tab.expectProblem(/Failed to load resource/);
  await untilStored(tab.page);
  const before = await storedPaths(tab.page);
  site.version = 2;
  await tab.page.goto(`${site.url}/count`);
  await headingOf(tab.page).waitFor();
  const versionShown = () => tab.page.locator("meta[name=version]").getAttribute("content");
  expect(await versionShown()).toBe("2");
  const isNew = (path: string) => !path.startsWith("/assets/chunk") || path.includes("-version2");
  await until("only the new files to be stored", async () => (await storedPaths(tab.page)).every(isNew));
  expect(await storedPaths(tab.page)).toHaveLength(before.length);
  await site.stop();
  await tab.page.reload();
  await headingOf(tab.page).getByText("Stock-take").waitFor();
  expect(await versionShown()).toBe("2");
});

test("a page whose code an update has replaced asks for a reload, and works after it", async () => {
  await using site = new ServiceProxy(service.url);
  await using tab = await DashboardTab.open(site, { ...STORES_PAGE, key, shared: true });
  // Firefox says that the answer is no script.
  tab.tab.expectProblem(/404|disallowed MIME type/);
  site.version = 2;
  await tab.page.getByRole("link", { name: "Trends" }).click();
  await tab.sees("This page could not be loaded");
  await tab.page.getByRole("button", { name: "Load again" }).click();
  await tab.signIn(key, { shared: true });
  await headingOf(tab.page).getByText("Trends").waitFor();
});

test("only the page's own files are stored: no key, no stock, nothing of the API or the reference", async () => {
  await using tab = await DashboardTab.open(service, { ...STORES_PAGE, key });
  await untilStored(tab.page);
  await tab.page.goto(`${service.url}/?q=1#secret`);
  await headingOf(tab.page).waitFor();
  await tab.page.evaluate(
    "Promise.all(['/openapi.json', '/livez', '/v1/inventory'].map((path) => fetch(path)))",
  );
  tab.tab.expectProblem(/401/);
  const files = await storedFiles(tab.page);
  for (const path of Object.keys(files)) expect(path).toMatch(/^\/$|^\/data-worker\.js$|^\/assets\/[\w.-]+$/);
  expect(Object.values(files).join("\n")).not.toContain(key);
  expect(Object.values(files).join("\n")).not.toContain('"petId":1');
});

test("nothing is stored on a shared computer, and a sign-out removes what was stored", async () => {
  await using tab = await DashboardTab.open(service, { ...STORES_PAGE, key, shared: true });
  const registrations = () =>
    tab.page.evaluate("navigator.serviceWorker.getRegistrations().then(({ length }) => length)");
  expect([await registrations(), await storedPaths(tab.page)]).toEqual([0, []]);
  await using own = await DashboardTab.open(service, { ...STORES_PAGE, key });
  await untilStored(own.page);
  await own.page.getByRole("button", { name: "test" }).click();
  await own.page.getByRole("menuitem", { name: "Sign out" }).click();
  await own.page.getByLabel("API key").waitFor();
  await until("nothing to be stored", async () => (await storedPaths(own.page)).length === 0);
  const left = "navigator.serviceWorker.getRegistrations().then(({ length }) => length)";
  await until("no worker to be registered", async () => (await own.page.evaluate(left)) === 0);
});

test("over plain http, where browsers have no service workers, the page works with a network", async () => {
  // Only addresses of this machine are secure without https: the browser reaches this one by a proxy.
  const url = "http://petstock.test";
  await using proxy = new ServiceProxy(service.url);
  await using tab = await BrowserTab.open({ url, proxy: { server: proxy.url } });
  tab.expectProblem(/Cross-Origin-Opener-Policy header has been ignored/);
  const { page } = tab;
  await page.goto(url);
  expect(await page.evaluate("'serviceWorker' in navigator")).toBe(false);
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("rowheader", { name: "2", exact: true }).waitFor();
});

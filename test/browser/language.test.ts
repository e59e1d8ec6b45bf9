// The page's language in a browser: by the browser's languages, by the user's choice, without a network, and where its file is missing.

import { expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { BrowserTab } from "../support/browser.ts";
import { sharedService } from "../support/shared-service.ts";
import { until } from "../support/until.ts";
import { DashboardTab, STORES_PAGE } from "./dashboard.ts";
import { ServiceProxy } from "./service-proxy.ts";

setDefaultTimeout(180_000);

const { service, key } = await sharedService(["1,12345,available", "2,6,sold"]);

/** A tab of a browser with these languages, the first of which the user prefers. */
async function tabFor(languages: readonly string[], url = service.url): Promise<BrowserTab> {
  const tab = await BrowserTab.open({ url, serviceWorkers: "block" });
  await tab.page.addInitScript(
    `Object.defineProperty(navigator, "languages", { value: ${JSON.stringify(languages)} })`,
  );
  await tab.page.goto(url);
  return tab;
}

async function signIn(page: Page, apiKey = key): Promise<void> {
  await page.locator("#api-key").fill(apiKey);
  await page.locator("#api-key").press("Enter");
  await page.locator(".rows .row").first().waitFor();
}

const languageOf = (page: Page) => page.locator("html").getAttribute("lang");
const quantityOf = (page: Page, petId: number) =>
  page
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: String(petId), exact: true }) })
    .locator(".quantity");
const link = (page: Page, name: string) => page.locator("nav").getByRole("link", { name, exact: true });
const account = (page: Page) => page.locator(".navigation [aria-haspopup=menu]");

async function choose(page: Page, language: string): Promise<void> {
  await account(page).click();
  await page.getByRole("menuitemradio", { name: language }).click();
}

test.each([
  ["de-DE", "de", "Bestand der Tierhandlung", "Bestand", "12.345"],
  // Newer browsers have another apostrophe.
  ["de-CH", "de", "Bestand der Tierhandlung", "Bestand", /^12[’']345$/],
  ["es-MX", "es", "Inventario de la tienda de mascotas", "Inventario", "12,345"],
  ["fr-CA", "fr", "Stock de l’animalerie", "Stock", "12\u00a0345"],
  ["pt-PT", "pt-BR", "Estoque do pet shop", "Estoque", "12\u00a0345"],
  ["en-US@posix", "en", "Pet store inventory", "Inventory", "12,345"],
  ["ja", "en", "Pet store inventory", "Inventory", "12,345"],
] as const)("in a browser for %s the page speaks %s, with the region's numbers", async (...expected) => {
  const [locale, language, title, inventory, quantity] = expected;
  await using tab = await tabFor([locale]);
  await tab.page.getByRole("heading", { name: title, exact: true }).waitFor();
  expect(await languageOf(tab.page)).toBe(language);
  await signIn(tab.page);
  await link(tab.page, inventory).waitFor();
  await quantityOf(tab.page, 1).getByText(quantity, { exact: true }).waitFor();
});

test("the first language that the page can speak is taken", async () => {
  await using tab = await tabFor(["ja", "fr-FR", "de"]);
  await tab.page.getByRole("heading", { name: "Stock de l’animalerie" }).waitFor();
});

test("a chosen language is spoken at once, and is kept over a reload and a sign-out", async () => {
  await using tab = await tabFor(["de-DE"]);
  const { page } = tab;
  await signIn(page);
  await link(page, "Bestand").waitFor();
  await choose(page, "Français");
  await link(page, "Stock").waitFor();
  expect([await languageOf(page), await page.title()]).toEqual(["fr", "Stock · Animalerie"]);
  expect(await page.evaluate("document.activeElement.getAttribute('aria-haspopup')")).toBe("menu");
  await page.reload();
  await link(page, "Stock").waitFor();
  await account(page).click();
  expect(await page.getByRole("menuitemradio", { name: "Français" }).getAttribute("aria-checked")).toBe(
    "true",
  );
  await page.getByRole("menuitem", { name: "Se déconnecter" }).click();
  await page.getByRole("heading", { name: "Stock de l’animalerie" }).waitFor();
  expect(await page.title()).toBe("Stock de l’animalerie");
  await page.reload();
  await page.getByRole("heading", { name: "Stock de l’animalerie" }).waitFor();
});

test("an edit that is not saved yet survives the choice of another language", async () => {
  await using tab = await tabFor(["en"]);
  const { page } = tab;
  await signIn(page);
  const isUpdate = (url: URL) => url.pathname === "/v1/inventory/2";
  await page.route(isUpdate, (route) => route.abort());
  tab.expectProblem(/ERR_FAILED/);
  await quantityOf(page, 2).click();
  await page.keyboard.type("17");
  await page.keyboard.press("Enter");
  await quantityOf(page, 2).getByText("17").waitFor();
  await choose(page, "Deutsch");
  await link(page, "Bestand").waitFor();
  await quantityOf(page, 2).getByText("17").waitFor();
  expect(await storedQuantity(2n)).toBe(6);
  await page.unroute(isUpdate);
  await until("the edit to be saved", async () => (await storedQuantity(2n)) === 17);
});

test("a language is chosen before sign-in, too, and what was typed stays", async () => {
  await using tab = await tabFor(["ja"]);
  const { page } = tab;
  const field = page.locator("#api-key");
  await field.fill("petstock_no");
  await field.press("Enter");
  await page.getByText("This key is not complete").waitFor();
  await page.getByLabel("Language").selectOption("Deutsch");
  await page.getByRole("heading", { name: "Bestand der Tierhandlung" }).waitFor();
  expect([await page.title(), await languageOf(page)]).toEqual(["Bestand der Tierhandlung", "de"]);
  expect(await field.inputValue()).toBe("petstock_no");
  expect(await page.locator("#key-error").textContent()).toBe("");
  await page.reload();
  await page.getByRole("heading", { name: "Bestand der Tierhandlung" }).waitFor();
  expect(await page.getByLabel("Sprache").inputValue()).toBe("de");
});

test("a name that is typed, but not saved, survives the choice of another language", async () => {
  await using tab = await tabFor(["en"], `${service.url}/?pet=1`);
  const { page } = tab;
  await signIn(page, await service.makeKey("--role", "manager"));
  const panel = page.locator(".pet-panel");
  await panel.getByLabel("Name", { exact: true }).fill("Rex");
  await choose(page, "Deutsch");
  await link(page, "Bestand").waitFor();
  const field = panel.getByLabel("Name", { exact: true });
  expect(await field.inputValue()).toBe("Rex");
  // Where it was left, it is gone.
  await panel.getByRole("button", { name: "Abbrechen" }).click();
  expect(await field.inputValue()).toBe("");
});

async function storedQuantity(petId: bigint): Promise<number | undefined> {
  const response = await fetch(`${service.url}/v1/inventory`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const list = (await response.json()) as { petId: number; quantity: number }[];
  return list.find((item) => BigInt(item.petId) === petId)?.quantity;
}

test("without a network the page speaks its language, and can be given another", async () => {
  await using site = new ServiceProxy(service.url);
  await using tab = await DashboardTab.open(site, { ...STORES_PAGE, locale: "de-DE" });
  const { page } = tab;
  tab.tab.expectProblem(/Failed to load resource/);
  await signIn(page);
  await until("the page to be stored", () =>
    page.evaluate<boolean>("caches.match('/').then((response) => response !== undefined)"),
  );
  await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
  await site.stop();
  await page.reload();
  await link(page, "Bestand").waitFor();
  await choose(page, "Español");
  await link(page, "Inventario").waitFor();
  await page.reload();
  await link(page, "Inventario").waitFor();
});

test("a language whose file cannot be loaded leaves the page in its language, and says so", async () => {
  await using tab = await BrowserTab.open({ url: service.url, serviceWorkers: "block", locale: "de-DE" });
  const { page } = tab;
  await page.route("**/assets/*.js", async (route) => {
    const response = await route.fetch();
    const isTranslation = /Tierhandlung|Animalerie/.test(await response.text());
    await (isTranslation ? route.abort() : route.fulfill({ response }));
  });
  tab.expectProblem(/ERR_FAILED/);
  await page.goto(service.url);
  await page.getByRole("heading", { name: "Pet store inventory" }).waitFor();
  expect(await languageOf(page)).toBe("en");
  await signIn(page);
  await choose(page, "Français");
  await page.getByText("Français could not be loaded. Check the connection, then try again").waitFor();
  await link(page, "Inventory").waitFor();
  expect(await languageOf(page)).toBe("en");
});

// The pictures, in the order in which they are taken: each changes the shop a little.

import { join } from "node:path";
import { decode, encode } from "fast-png";
import type { Page } from "playwright-core";
import { PetstockAdmin } from "../../src/client/client.ts";
import { answerAtShop } from "../../test/browser/at-shop.ts";
import { DashboardTab, type DashboardOptions } from "../../test/browser/dashboard.ts";
import type { Shop } from "./shop.ts";

const DESK = { viewport: { width: 1280, height: 800 }, colorScheme: "light" } as const;
const PHONE = {
  viewport: { width: 390, height: 760 },
  deviceScaleFactor: 1,
  hasTouch: true,
  isMobile: true,
  colorScheme: "light",
} as const;

/** An address that a phone can open, so that there is a QR code. */
const SHOP = "https://petstock.example";

type Take = (shop: Shop, folder: string) => Promise<void>;

export const PICTURES: readonly Take[] = [
  signIn,
  inventory,
  selection,
  pet,
  onPhone,
  count,
  activity,
  trends,
  importFile,
  keys,
];

async function signIn(shop: Shop, folder: string): Promise<void> {
  await using tab = await DashboardTab.open(shop.service, { ...DESK, reducedMotion: "reduce" });
  await tab.page.getByLabel("API key").waitFor();
  await take(tab.page, folder, "sign-in");
}

/** Saved, changed by a colleague, being edited; then a conflict. */
async function inventory(shop: Shop, folder: string): Promise<void> {
  await using tab = await open(shop, DESK);
  const { page } = tab;
  const colleague = shop.keyOf("Ben");
  const [first, second, third] = (await tab.petIds()).map(BigInt) as [bigint, bigint, bigint];
  await tab.type(first, "+4");
  await tab.row(first).getByText("Saved").waitFor();
  await shop.service.update(colleague, third, 6);
  await tab.row(third).getByText("Changed from").waitFor();
  await tab.quantity(second).click();
  await page.keyboard.type("+2");
  await take(page, folder, "inventory");
  await page.locator(":focus").fill("3");
  await shop.service.update(colleague, second, 2);
  await tab.press("Enter");
  await tab.note(second).getByRole("button", { name: "Use mine" }).waitFor();
  await take(page, folder, "conflict");
  await tab.note(second).getByRole("button", { name: "Keep theirs" }).click();
}

async function selection(shop: Shop, folder: string): Promise<void> {
  await using tab = await open(shop, { ...DESK, colorScheme: "dark" });
  await tab.press("/", "ArrowDown", ...Array<string>(4).fill("Shift+ArrowDown"));
  await tab.sees("5 pets selected");
  await take(tab.page, folder, "selection-dark");
}

/** The panel with its history, and the menu of a status. */
async function pet(shop: Shop, folder: string): Promise<void> {
  await using tab = await open(shop, DESK);
  const { page } = tab;
  const [, second, , , fifth] = (await tab.petIds()) as [string, string, string, string, string];
  await page.locator(`[data-pet="${second}"] .petId`).click();
  await page
    .getByRole("list", { name: /^Changes/ })
    .getByText("Ben")
    .first()
    .waitFor();
  await page.locator(`[data-pet="${fifth}"] .status`).click();
  await page.getByRole("menuitemradio", { name: "sold" }).waitFor();
  await take(page, folder, "pet");
}

async function onPhone(shop: Shop, folder: string): Promise<void> {
  await using tab = await open(shop, PHONE);
  await take(tab.page, folder, "phone");
}

async function count(shop: Shop, folder: string): Promise<void> {
  await using tab = await open(shop, PHONE);
  const { page } = tab;
  const ids = (await tab.petIds()).slice(0, 6);
  await page.getByRole("link", { name: "Stock-take" }).tap();
  for (const [at, id] of ids.entries()) {
    await page.locator("#scan:focus").waitFor();
    await page.keyboard.type(`${id}\n`);
    await page.getByLabel("Counted", { exact: true }).waitFor();
    if (at < 5) await page.keyboard.type(`${at + 1}\n`);
  }
  await take(page, folder, "count-phone");
  await page.keyboard.type("9\n");
  await page.locator("#scan:focus").waitFor();
  await page.getByRole("button", { name: "Show differences" }).tap();
  await page.getByRole("heading", { name: "Differences" }).waitFor();
  await page.setViewportSize(DESK.viewport);
  await take(page, folder, "differences");
}

async function activity(shop: Shop, folder: string): Promise<void> {
  const admin = new PetstockAdmin({ url: shop.service.url, apiKey: shop.keyOf("Anna") });
  const { entries } = await admin.revisionPage({ pageSize: 40 });
  const received = entries.find(({ reason, pets }) => reason === "received" && pets === 5)!;
  await using tab = await open(shop, DESK);
  const { page } = tab;
  await page.getByRole("link", { name: "Activity" }).click();
  await page.getByRole("button", { name: `Undo revision ${received.revision}` }).click();
  tab.tab.expectProblem(/409/);
  await page.getByText(/return(s)? to what/).waitFor();
  await take(page, folder, "activity-undo");
}

async function trends(shop: Shop, folder: string): Promise<void> {
  await using tab = await open(shop, DESK);
  const { page } = tab;
  await page.getByRole("link", { name: "Trends" }).click();
  await page.getByRole("img", { name: /In and out/ }).waitFor();
  await page.getByRole("row", { name: /^Received/ }).waitFor();
  await page.getByRole("img", { name: /Units in stock/ }).scrollIntoViewIfNeeded();
  await take(page, folder, "trends");
}

async function importFile(shop: Shop, folder: string): Promise<void> {
  await using tab = await open(shop, DESK);
  const { page } = tab;
  const ids = (await tab.petIds()).slice(0, 9);
  const rows = ids.map((id, at) => `${id};${at + 3};${at % 3 === 0 ? "available" : ""};`);
  const file = ["Pet;Count;Status;Name", ...rows, "912345;4;available;Rex", `${ids[3]};1,5;;`];
  await tab.chooseFile("delivery.csv", file.join("\r\n"));
  await page.getByRole("button", { name: /^Import \d/, disabled: false }).waitFor();
  await page.getByRole("button", { name: /^Changed/ }).click();
  await take(page, folder, "import");
}

async function keys(shop: Shop, folder: string): Promise<void> {
  const admin = await shop.service.makeKey("--name", "Ada", "--role", "admin");
  await using tab = await DashboardTab.open(shop.service, { ...DESK, reducedMotion: "reduce" });
  const { page } = tab;
  await answerAtShop(tab, shop.service, SHOP);
  await page.goto(`${SHOP}/keys`);
  await tab.signIn(admin);
  await page.getByRole("button", { name: "New key" }).click();
  await page.keyboard.type("Eva\n");
  await page.getByRole("img", { name: /^QR code/ }).waitFor();
  await take(page, folder, "keys-qr");
}

async function open({ service, keyOf }: Shop, options: DashboardOptions): Promise<DashboardTab> {
  const tab = await DashboardTab.open(service, { ...options, key: keyOf("Mona"), reducedMotion: "reduce" });
  await tab.page.getByRole("button", { name: "Got it" }).click();
  await tab.page.getByRole("row", { name: /Coco/ }).waitFor();
  await tab.sees("Live");
  return tab;
}

async function take(page: Page, folder: string, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  // The browser compresses for speed: this takes a quarter off, and loses nothing.
  const picture = decode(await page.screenshot());
  await Bun.write(join(folder, `${name}.png`), encode(picture, { zlib: { level: 9 } }));
}

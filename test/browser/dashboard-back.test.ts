// A step back in the browser's history closes a dialog, and never the page below it, wherever the tab came from.

import { expect, setDefaultTimeout, test } from "bun:test";
import { sharedService } from "../support/shared-service.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(120_000);

const { service, key } = await sharedService(["1,5,available"], "--role", "manager");

async function openDialog({ page }: DashboardTab): Promise<void> {
  await page.getByRole("button", { name: "Add pet" }).click();
  await page.getByRole("dialog").waitFor();
}

const back = ({ page }: DashboardTab) => page.evaluate("history.back()");

test("where the tab has no earlier entry, Back closes a dialog, each time, and the page stays as it was", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  // As if the browser had opened a link in a new tab: what comes before is not the page's.
  await page.evaluate("globalThis.isSame = true");
  const url = page.url();
  for (let time = 1; time <= 3; time += 1) {
    await openDialog(tab);
    await back(tab);
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  expect(page.url()).toBe(url);
  expect(await page.evaluate("globalThis.isSame")).toBe(true);
  await tab.row(1).waitFor();
});

test.each(["Escape", "Back"])("after %s has closed a dialog, one step back leaves the page", async (way) => {
  await using tab = await DashboardTab.open(service);
  const { page } = tab;
  await page.goto(`${service.url}/trends`);
  await tab.signIn(key);
  await page.getByRole("link", { name: "Inventory" }).click();
  await openDialog(tab);
  if (way === "Back") await back(tab);
  else await tab.press(way);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await back(tab);
  await page.getByRole("heading", { level: 1, name: "Trends" }).waitFor();
});

test("a dialog leaves no step behind once another address is opened", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  const steps = () => page.evaluate<number>("history.length");
  const before = await steps();
  await openDialog(tab);
  await tab.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Trends" }).click();
  await page.getByRole("heading", { level: 1, name: "Trends" }).waitFor();
  expect(await steps()).toBe(before + 1);
  await back(tab);
  await page.getByRole("heading", { level: 1, name: "Inventory" }).waitFor();
});

test("a file chooser that is cancelled leaves the dialog open", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const field = page.getByRole("dialog").locator("input[type=file]");
  await field.waitFor();
  // As the browser fires it: https://html.spec.whatwg.org/multipage/input.html#file-upload-state-(type=file)
  await field.evaluate((each) => each.dispatchEvent(new Event("cancel", { bubbles: true })));
  // What was drawn after it.
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
  expect(await page.getByRole("dialog").count()).toBe(1);
  await tab.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("the status menu opened by the mouse takes the keys: Escape closes it, and a digit begins no edit", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  const status = tab.row(1).locator(".status");
  const focused = page.getByRole("menuitemradio", { name: "available" }).and(page.locator(":focus"));
  await status.click();
  await focused.waitFor();
  await tab.press("7");
  await focused.waitFor();
  expect(await page.getByRole("grid").getByRole("textbox").count()).toBe(0);
  await tab.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  await status.and(page.locator(":focus")).waitFor();
  await status.click();
  await focused.waitFor();
  await tab.press("ArrowDown", "Enter");
  await tab.row(1).getByText("pending").waitFor();
});

// The command menu and saved views: by keyboard and by touch, after a reload, and on a shared computer.

import { expect, setDefaultTimeout, test } from "bun:test";
import { sharedService } from "../support/shared-service.ts";
import { until } from "../support/until.ts";
import { expectAccessible } from "./axe.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(120_000);

const { service, key } = await sharedService(["12,3,sold", "123,5,available", "200,0,sold"]);

const menu = ({ page }: DashboardTab) => page.getByRole("dialog", { name: "Commands" });
const field = (tab: DashboardTab) => menu(tab).getByRole("combobox");
const option = (tab: DashboardTab, name: RegExp) => menu(tab).getByRole("option", { name });
const address = ({ page }: DashboardTab) => page.url().slice(service.url.length);

async function isAt(tab: DashboardTab, wanted: string): Promise<void> {
  await until(`the address ${wanted}`, () => address(tab) === wanted);
}

test("Ctrl K opens pages, pets and actions by the keyboard alone; Esc returns the focus", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  await page.getByLabel("Search by id").focus();
  await tab.openCommands();
  await expectAccessible(page, "the command menu");
  // A clerk has no keys to manage.
  expect(await option(tab, /Keys/).count()).toBe(0);
  await page.keyboard.press("Escape");
  await menu(tab).waitFor({ state: "detached" });
  await until("the search to have the focus", () =>
    page.getByLabel("Search by id").evaluate((input) => input === input.ownerDocument.activeElement),
  );
  await tab.openCommands();
  await page.keyboard.type("act");
  await option(tab, /^Activity/).waitFor();
  await page.keyboard.press("Enter");
  await isAt(tab, "/activity");
  await tab.openCommands();
  await page.keyboard.type("12");
  await option(tab, /^Pet 123/).waitFor();
  await page.keyboard.press("ArrowDown");
  expect(await option(tab, /^Pet 123/).getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Enter");
  await isAt(tab, "/?pet=123");
  await tab.openCommands();
  await page.keyboard.type("nothing like it");
  await menu(tab).getByText("Nothing matches").waitFor();
  await page.keyboard.press("Enter");
  expect(await menu(tab).count()).toBe(1);
});

test("a view is saved under a name, opens after a reload from both menus, and is deleted", async () => {
  await using tab = await DashboardTab.open(service, { key, query: "?stock=all&status=sold" });
  const { page } = tab;
  const views = page.getByRole("button", { name: "Views" });
  await views.click();
  await page.getByRole("menuitem", { name: "Save or delete views…" }).click();
  const dialog = page.getByRole("dialog", { name: "Saved views" });
  await dialog.getByRole("button", { name: "Save view" }).click();
  await dialog.getByText("Type a name.").waitFor();
  await page.keyboard.type("All that is sold");
  await page.keyboard.press("Enter");
  await tab.sees("Saved the view “All that is sold”");
  await page.goto(`${service.url}/`);
  await views.click();
  await page.getByRole("menuitemradio", { name: "All that is sold", checked: false }).click();
  await isAt(tab, "/?stock=all&status=sold");
  await page.goto(`${service.url}/activity`);
  await tab.openCommands();
  await field(tab).pressSequentially("view sold");
  await option(tab, /All that is sold/).waitFor();
  await page.keyboard.press("Enter");
  await isAt(tab, "/?stock=all&status=sold");
  await views.click();
  expect(await page.getByRole("menuitemradio", { name: "All that is sold", checked: true }).count()).toBe(1);
  await page.getByRole("menuitem", { name: "Save or delete views…" }).click();
  await expectAccessible(page, "saved views");
  await dialog.getByRole("button", { name: "Delete All that is sold" }).click();
  await dialog.getByRole("list").waitFor({ state: "detached" });
  await page.reload();
  await views.click();
  await page.getByRole("menuitem", { name: "Save or delete views…" }).waitFor();
  expect(await page.getByRole("menuitemradio").count()).toBe(0);
});

test("on a shared computer a view lasts as long as the tab, and says so; touch opens the menu from the account", async () => {
  await using tab = await DashboardTab.open(service, {
    key,
    shared: true,
    query: "?stock=all",
    hasTouch: true,
    viewport: { width: 390, height: 844 },
  });
  const { page } = tab;
  await page.getByRole("button", { name: "Views" }).tap();
  await page.getByRole("menuitem", { name: "Save or delete views…" }).tap();
  await page.getByLabel("Name of the present view").fill("All");
  await page.getByRole("button", { name: "Save view" }).tap();
  await tab.sees("Saved the view “All” until this tab is closed: this browser stores nothing");
  await page.getByRole("button", { name: /^Account/ }).tap();
  await page.getByRole("menuitem", { name: /^Commands/ }).tap();
  await option(tab, /^All/).waitFor();
  await option(tab, /^Activity/).tap();
  await isAt(tab, "/activity");
});

// Changing pets: statuses in their cells, adding, removing, and several at once, by keyboard and by touch.

import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator } from "playwright-core";
import type { ChangeSet } from "../../src/client/client.ts";
import type { KeyedService } from "../support/shared-service.ts";
import { until } from "../support/until.ts";
import { expectAccessible } from "./axe.ts";
import { DashboardTab, type DashboardOptions, PHONE } from "./dashboard.ts";
import { LARGEST_ID, startNamedPets, stockHas, stockOf } from "./named-pets.ts";

setDefaultTimeout(120_000);

let pets: KeyedService;
let before: string;

beforeEach(async () => {
  pets = await startNamedPets();
  before = await stockOf(pets);
});

afterEach(() => pets[Symbol.asyncDispose]());

async function open(options: DashboardOptions = {}): Promise<DashboardTab> {
  const tab = await DashboardTab.open(pets.service, { key: pets.key, query: "?stock=all", ...options });
  await tab.sees("Live");
  await tab.row(7).getByText("Bella").waitFor();
  return tab;
}

async function stockIs(wanted: string): Promise<void> {
  await until(`the stock ${wanted}`, async () => (await stockOf(pets)) === wanted).catch(
    async (cause: unknown) => {
      throw new Error(`the stock is ${await stockOf(pets)}`, { cause });
    },
  );
}

const dialog = ({ page }: DashboardTab) => page.getByRole("dialog");
const notice = ({ page }: DashboardTab) => page.locator(".notice");
const undo = (tab: DashboardTab) => notice(tab).getByRole("button", { name: "Undo" });

/** A finger that stays for longer than a tap. */
async function longPress(locator: Locator): Promise<void> {
  const touch = { pointerType: "touch", bubbles: true, isPrimary: true };
  await locator.dispatchEvent("pointerdown", touch);
  await locator.page().getByText("1 pet selected").waitFor();
  await locator.dispatchEvent("pointerup", touch);
}

test("a status is chosen in its cell, by arrows or its first letter, and undone", async () => {
  await using tab = await open();
  const cell = tab.row(7).locator(".status");
  await cell.focus();
  await tab.press("Enter");
  const menu = tab.page.getByRole("menu", { name: "Status of pet 7" });
  await menu.waitFor();
  await expectAccessible(tab.page, "the menu of statuses");
  await tab.press("Escape");
  await menu.waitFor({ state: "detached" });
  expect(await tab.page.locator(":focus").getAttribute("class")).toContain("status");
  await tab.press(" ", "ArrowDown", "Enter");
  await stockHas(pets, "7:5 pending");
  await tab.row(7).getByText("pending").waitFor();
  await tab.press("Enter", "s", "Enter");
  await stockHas(pets, "7:5 sold");
  await tab.press("Control+z");
  await stockHas(pets, "7:5 pending");
  // The service refuses to undo a revision before others of the pet; what is left of it is taken back.
  tab.tab.expectProblem(/409/);
  await tab.press("Control+z");
  await stockIs(before);
});

test("by touch: a status is chosen in its cell, at the end of the screen too", async () => {
  await using tab = await open(PHONE);
  await tab.row(BigInt(LARGEST_ID)).locator(".status").tap();
  const item = tab.page.getByRole("menuitemradio", { name: "sold" });
  const { y, height } = (await item.boundingBox())!;
  expect(y + height).toBeLessThanOrEqual(PHONE.viewport.height);
  expect(height).toBeGreaterThanOrEqual(44);
  await item.tap();
  await stockHas(pets, `${LARGEST_ID}:4 sold`);
  await undo(tab).tap();
  await stockIs(before);
});

test("a status that others change first is not overwritten; their quantity does not matter", async () => {
  await using tab = await open();
  tab.tab.expectProblem(/412/);
  const { page } = tab;
  // Others are first, whatever the page learns meanwhile.
  const changeFirst = async (
    change: ChangeSet["changes"][number],
    status: string,
    petId: number,
  ): Promise<void> => {
    const sent = page.waitForRequest("**/admin/v1/revisions");
    const release = await tab.hold("**/admin/v1/revisions");
    await tab.row(petId).locator(".status").click();
    await page.getByRole("menuitemradio", { name: status }).click();
    await sent;
    await pets.admin.applyChanges({ changes: [change] });
    release();
    await page.unrouteAll({ behavior: "wait" });
  };
  await changeFirst({ petId: 7, status: "sold" }, "pending", 7);
  await notice(tab).getByText("Not changed: Pet 7 changed in the meantime. Nothing was changed").waitFor();
  await stockHas(pets, "7:5 sold");
  await changeFirst({ petId: 12, by: 1 }, "available", 12);
  await stockHas(pets, "12:4 available");
});

test("a pet is added with its label, by keyboard alone; one that exists is said and opened", async () => {
  await using tab = await open();
  await tab.page.getByRole("button", { name: "Add pet" }).focus();
  await tab.press("Enter");
  await tab.page.keyboard.type("305144");
  await dialog(tab).getByText("Pet 305144 is in the inventory already: 2, sold.").waitFor();
  await expectAccessible(tab.page, "adding a pet that exists");
  expect(await dialog(tab).getByRole("button", { name: "Add pet" }).isDisabled()).toBe(true);
  await tab.press("Control+a");
  await tab.page.keyboard.type("0042");
  await tab.press("Tab");
  await tab.page.keyboard.type("x");
  await dialog(tab).getByText("Enter a whole number from 0").waitFor();
  await tab.press("Control+a");
  await tab.page.keyboard.type("6");
  await tab.press("Tab", "Tab");
  await tab.page.keyboard.type("Momo");
  await tab.press("Enter");
  await stockHas(pets, "42:6 available");
  await dialog(tab).waitFor({ state: "detached" });
  await tab.page.locator(".pet-panel").getByRole("heading", { name: "Momo" }).waitFor();
  await tab.page.getByRole("button", { name: "Add pet" }).click();
  await tab.page.keyboard.type("42");
  await dialog(tab).getByRole("button", { name: "Open it" }).click();
  await dialog(tab).waitFor({ state: "detached" });
  await undo(tab).click();
  await stockIs(before);
  await pets.admin.putLabels([{ petId: 42, name: null }]);
});

test("a pet is removed after a confirmation that names what is lost, and comes back with Undo", async () => {
  await using tab = await open();
  await tab.row(7).locator(".name").focus();
  await tab.press("Delete");
  await dialog(tab).getByRole("heading", { name: "Remove Bella (7)?" }).waitFor();
  await dialog(tab).getByText("It leaves the inventory, with 5 units in stock.").waitFor();
  await expectAccessible(tab.page, "removing a pet");
  await tab.press("Escape");
  await stockIs(before);
  await tab.press("Delete", "Enter");
  await notice(tab).getByText("Bella (7) removed").waitFor();
  await tab.row(7).waitFor({ state: "detached" });
  expect(await stockOf(pets)).not.toContain("7:5");
  await undo(tab).click();
  await tab.row(7).waitFor();
  await stockIs(before);
});

test("several are selected by keyboard, and changed as one revision after a preview", async () => {
  await using tab = await open();
  await tab.quantity(7).focus();
  await tab.press("Shift+ArrowDown", "Shift+ArrowDown", "Shift+ArrowUp");
  await tab.sees("2 pets selected");
  expect(await tab.row(12).getAttribute("aria-selected")).toBe("true");
  await tab.press("ArrowDown", "ArrowDown", " ");
  await tab.sees("3 pets selected");
  await tab.page.getByRole("button", { name: "Adjust" }).click();
  await tab.page.keyboard.type("-3");
  await dialog(tab).getByRole("alert").filter({ hasText: "1 pet cannot be changed" }).waitFor();
  await dialog(tab).getByText("Pet 200: Only 0 in stock").waitFor();
  await expectAccessible(tab.page, "a change that is not possible for one pet");
  expect(await dialog(tab).getByRole("button", { name: "Change 2 pets" }).isDisabled()).toBe(true);
  await dialog(tab).getByLabel("Leave them out and change the others").check();
  expect(await dialog(tab).getByRole("region", { name: "Preview" }).innerText()).toMatch(
    /Bella\s+dog, brown\s+7\s+5\s+2\s+Émile\s+cat\s+12\s+3\s+0/,
  );
  await dialog(tab).getByLabel("Reason").selectOption("Sold");
  await dialog(tab).getByLabel("Note").fill("fair");
  await tab.press("Enter");
  await notice(tab).getByText("2 pets changed by −3").waitFor();
  await stockHas(pets, "7:2 available, 12:0 pending");
  const { entries } = await pets.admin.revisionPage({ pageSize: 1 });
  expect(entries[0]).toMatchObject({ pets: 2, reason: "sold", note: "fair" });
  await undo(tab).click();
  await stockIs(before);
});

test("all of the view are selected by Ctrl+A, given a status, and cleared by Esc", async () => {
  await using tab = await open();
  await tab.quantity(7).focus();
  await tab.press("Control+a");
  await tab.sees("7 pets selected");
  await tab.press("Escape");
  expect(await tab.page.getByText("7 pets selected").count()).toBe(0);
  await tab.page.getByRole("columnheader", { name: "Select all" }).click();
  await tab.page.getByRole("button", { name: "Status" }).click();
  await dialog(tab).getByLabel("pending").check();
  await dialog(tab).getByText("1 pet is like that already.").waitFor();
  await dialog(tab).getByRole("button", { name: "Change 6 pets" }).click();
  await notice(tab).getByText("6 pets set to pending").waitFor();
  await until("all pending", async () => ((await stockOf(pets)).match(/pending/g) ?? []).length === 7);
  await undo(tab).click();
  await stockIs(before);
});

test("by mouse: Shift+click selects a range, Ctrl+click one more, and a filter ends the selection", async () => {
  await using tab = await open();
  await tab.row(7).locator(".changed").click();
  await tab
    .row(123)
    .locator(".changed")
    .click({ modifiers: ["Shift"] });
  await tab
    .row(201)
    .locator(".name")
    .click({ modifiers: ["Control"] });
  await tab.sees("4 pets selected");
  expect(await tab.page.locator(".pet-panel").count()).toBe(0);
  await tab.page.getByRole("button", { name: "In stock", exact: true }).click({ force: true });
  await until("no selection", async () => (await tab.page.getByText("4 pets selected").count()) === 0);
});

test("by touch: a long press selects, taps select more, and the bar at the bottom sets them", async () => {
  await using tab = await open(PHONE);
  await longPress(tab.row(7).locator(".name"));
  await tab.row(12).locator(".name").tap();
  await tab.quantity(123).tap();
  await tab.sees("3 pets selected");
  await expectAccessible(tab.page, "selected on a phone");
  const set = tab.page.getByRole("button", { name: "Set", exact: true });
  expect((await set.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await set.tap();
  await dialog(tab).getByLabel("New quantity").fill("9");
  await expectAccessible(tab.page, "setting several on a phone");
  const cancel = (await dialog(tab).getByRole("button", { name: "Cancel" }).boundingBox())!;
  expect(cancel.y).toBeGreaterThan(PHONE.viewport.height / 2);
  await dialog(tab).getByRole("button", { name: "Change 3 pets" }).tap();
  await notice(tab).getByText("3 pets set to 9").waitFor();
  await stockHas(pets, "7:9 available, 12:9 pending, 123:9 available");
  // Afterwards a tap opens a pet again.
  await tab.row(7).locator(".name").tap();
  await dialog(tab).getByRole("button", { name: "Close" }).tap();
  await undo(tab).tap();
  await stockIs(before);
});

test("a change of others in the meantime is said, nothing is changed, and the new preview can be applied", async () => {
  await using tab = await open();
  tab.tab.expectProblem(/412/);
  await tab.quantity(7).focus();
  await tab.press(" ", "ArrowDown", " ");
  await tab.page.getByRole("button", { name: "Set", exact: true }).click();
  await tab.page.keyboard.type("1");
  await dialog(tab).getByRole("button", { name: "Change 2 pets" }).waitFor();
  await pets.admin.applyChanges({ changes: [{ petId: 12, quantity: 30 }] });
  await tab.row(12).getByText("30").waitFor();
  await tab.press("Enter");
  await dialog(tab)
    .getByRole("alert")
    .filter({ hasText: "Pet 12 changed in the meantime. Nothing was changed." })
    .waitFor();
  await dialog(tab).getByRole("region", { name: "Preview" }).getByText("30").waitFor();
  await dialog(tab).getByRole("button", { name: "Change 2 pets" }).click();
  await stockHas(pets, "7:1 available, 12:1 pending");
  await undo(tab).click();
  await stockHas(pets, "12:30 pending");
  await pets.admin.applyChanges({ changes: [{ petId: 12, quantity: 3 }] });
});

test("the preview is the service's; Enter before it has answered applies what it answers, once", async () => {
  await using tab = await open();
  await tab.quantity(7).focus();
  await tab.press(" ", "ArrowDown", " ");
  await tab.page.getByRole("button", { name: "Adjust" }).click();
  const release = await tab.hold("**/admin/v1/revisions?dryRun=true*");
  const asked = tab.page.waitForRequest("**/admin/v1/revisions?dryRun=true*");
  await tab.page.keyboard.type("2");
  await asked;
  expect(await dialog(tab).getByRole("region", { name: "Preview" }).count()).toBe(0);
  await tab.press("Enter");
  await dialog(tab).getByText("Comparing with the present inventory").waitFor();
  await stockIs(before);
  release();
  await notice(tab).getByText("2 pets changed by +2").waitFor();
  await stockHas(pets, "7:7 available, 12:5 pending");
  await undo(tab).click();
  await stockIs(before);
});

test("a change that the service finds without effect cannot be sent", async () => {
  await using tab = await open();
  await tab.quantity(7).focus();
  await tab.press(" ");
  await tab.page.getByRole("button", { name: "Set", exact: true }).click();
  await tab.page.keyboard.type("5");
  await dialog(tab).getByText("1 pet is like that already.").waitFor();
  expect(await dialog(tab).getByRole("button", { name: "Change 0 pets" }).isDisabled()).toBe(true);
});

test("a change of several whose answer is lost is done once, and the focus returns to the table", async () => {
  await using tab = await open();
  const { page } = tab;
  tab.tab.expectProblem(/Failed to load resource/);
  // Not its preview.
  const isRevision = "**/admin/v1/revisions";
  await page.route(isRevision, async (route) => {
    await route.fetch();
    await route.abort();
  });
  // Both have enough that the preview shows a second change as possible.
  await tab.row(7).locator(".select").click();
  await tab.row(BigInt(LARGEST_ID)).locator(".select").click();
  await page.getByRole("button", { name: "Adjust" }).click();
  await page.getByLabel("Change by").fill("-2");
  const apply = dialog(tab).getByRole("button", { name: "Change 2 pets" });
  await apply.click();
  await tab.sees(/^Not confirmed: try again/);
  await page.unroute(isRevision);
  await apply.click();
  await dialog(tab).waitFor({ state: "detached" });
  await stockHas(pets, "7:3 available");
  await stockHas(pets, `${LARGEST_ID}:2 available`);
  await page.locator("[role=grid] [data-current]:focus").waitFor();
});

test("without a connection a change of several says that it needs one", async () => {
  await using tab = await open({ clock: true });
  await tab.quantity(7).focus();
  await tab.press("Control+a");
  await tab.goOffline();
  await tab.page.getByRole("button", { name: "Set", exact: true }).click();
  await tab.page.keyboard.type("3");
  await tab.press("Enter");
  await dialog(tab).getByRole("alert").filter({ hasText: "There is no connection" }).waitFor();
  await tab.page.context().setOffline(false);
});

test("a clerk changes quantities and nothing else; a reader copies", async () => {
  for (const [role, actions] of [
    ["clerk", ["Set", "Adjust", "Copy", "Clear"]],
    ["reader", ["Copy", "Clear"]],
  ] as const) {
    const key = await pets.service.makeKey("--role", role, "--name", role);
    await using tab = await open({ key });
    await tab.row(7).getByText("Bella").waitFor();
    await tab.quantity(7).focus();
    await tab.press("Control+a", "Delete");
    const bar = tab.page.getByRole("group", { name: "Change the selected pets" });
    await until(`the actions of a ${role}`, async () => {
      const names = await bar.getByRole("button").allInnerTexts();
      return String(names.map((name) => name.trim())) === String(actions);
    });
    expect(await dialog(tab).count()).toBe(0);
    expect(await tab.page.getByRole("button", { name: "Add pet" }).count()).toBe(0);
    await tab.row(7).locator(".status").click();
    expect(await tab.page.getByRole("menu").count()).toBe(0);
  }
});

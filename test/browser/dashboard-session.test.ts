// Signing in, rejected keys and a lost network, as the user sees them. Their state is tested in test/dashboard/state.

import { expect, setDefaultTimeout, test } from "bun:test";
import { sharedService } from "../support/shared-service.ts";
import { revokeKey } from "../support/stock.ts";
import { expectAccessible } from "./axe.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(120_000);

const { service, key } = await sharedService(["1,5,available", "2,7,pending"]);

const backgroundOf = (tab: DashboardTab, petId: number) =>
  tab.row(petId).evaluate((row) => {
    const { getComputedStyle } = globalThis as unknown as { getComputedStyle: (element: unknown) => Style };
    return getComputedStyle(row).backgroundColor;
  });

interface Style {
  readonly backgroundColor: string;
}

/** Computed, as the theme may define it in any notation. */
const warningColor = (tab: DashboardTab) =>
  tab.page.evaluate<string>(`(() => {
    const sample = document.createElement("div");
    sample.style.background = "var(--warn-soft)";
    document.body.append(sample);
    const { backgroundColor } = getComputedStyle(sample);
    sample.remove();
    return backgroundColor;
  })()`);

const WRONG_KEY = `petstock_${"a".repeat(38)}`;

test("a wrong key shows the reason and stays in the field; the right one is never in an address", async () => {
  await using tab = await DashboardTab.open(service);
  tab.tab.expectProblem(/401/);
  const field = tab.page.getByLabel("API key");
  for (const [typed, message] of [
    ["not a key", /start with petstock_/],
    [WRONG_KEY, /mistyped or not complete/],
  ] as const) {
    await field.fill(typed);
    await tab.page.getByRole("button", { name: "Sign in" }).press("Enter");
    await tab.page.getByRole("alert").filter({ hasText: message }).waitFor();
    expect(await field.inputValue()).toBe(typed);
    // The focused button was disabled during the request.
    if (typed === WRONG_KEY) await tab.page.locator("#api-key:focus").waitFor();
  }
  await tab.signIn(`"Bearer ${key}"\n`);
  await tab.row(1).waitFor();
  await tab.page.reload();
  await tab.row(1).waitFor();
  await tab.signOut();
  await tab.page.reload();
  await field.waitFor();
  expect(tab.tab.requested.filter((url) => url.includes(key))).toEqual([]);
  expect(tab.page.url()).toBe(`${service.url}/`);
});

test("a read-only key shows everything, and why nothing can be edited", async () => {
  await using tab = await DashboardTab.open(service, { key: await service.makeKey("--read-only") });
  await tab.sees("Read-only key: editing is off");
  await tab.quantity(1).focus();
  await tab.press("9", "Enter");
  expect(await tab.page.locator("[role=grid] input").count()).toBe(0);
  expect(await tab.page.getByRole("grid").getAttribute("aria-readonly")).toBe("true");
});

test("after a key is rejected during an edit, typing continues where it was", async () => {
  const doomed = await service.makeKey("--name", "doomed");
  await using tab = await DashboardTab.open(service, { key: doomed, clock: true });
  tab.tab.expectProblem(/401/);
  await tab.quantity(2).click();
  await tab.page.keyboard.type("42");
  await revokeKey(service, doomed, "doomed");
  await tab.passTime(3_000);
  await tab.page.getByRole("heading", { name: "Sign in again" }).waitFor();
  await tab.sees("This key was revoked. Ask for another one.");
  await tab.signIn(key);
  await tab.press("3");
  expect(await tab.row(2).getByRole("textbox").inputValue()).toBe("423");
  await tab.press("Enter");
  await tab.row(2).getByText("Saved").waitFor();
});

test("what a refused key could not save is sent by another person only after a question", async () => {
  const ana = await service.makeKey("--name", "Ana");
  await using tab = await DashboardTab.open(service, { key: ana });
  tab.tab.expectProblem(/401/);
  const { page } = tab;
  await tab.row(2).waitFor();
  const release = await tab.holdSaves(2);
  await tab.type(2, "77");
  await revokeKey(service, ana, "Ana");
  release();
  await page.getByRole("heading", { name: "Sign in again" }).waitFor();
  await tab.signIn(await service.makeKey("--name", "Ben"));
  await page.getByRole("button", { name: "Account: Ben" }).waitFor();
  await tab.note(2).getByRole("button", { name: "Retry" }).click();
  const dialog = page.getByRole("dialog", { name: "Send the edit of Ana under your name?" });
  await expectAccessible(page, "the question before an edit is sent in another name");
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  await tab.note(2).getByText("77 not saved").waitFor();
  await tab.note(2).getByRole("button", { name: "Retry" }).click();
  await dialog.getByRole("button", { name: "Send as Ben" }).press("Enter");
  await tab.row(2).getByText("Saved").waitFor();
});

test("without a network the rows stay and edits wait; a save that failed is aligned in its row, and retried by its button", async () => {
  await service.update(key, 1, 5);
  await using tab = await DashboardTab.open(service, { key });
  tab.tab.expectProblem(/ERR_INTERNET_DISCONNECTED/);
  const { page } = tab;
  await tab.sees("Live");
  await page.context().setOffline(true);
  await tab.type(1, "33");
  await tab.note(1).getByText("33 not confirmed; retrying").waitFor();
  expect(await backgroundOf(tab, 1)).toBe(await warningColor(tab));
  await tab.sees(/Not live since \d.*1 change waiting/);
  await page.context().setOffline(false);
  await tab.note(1).getByText("Saved", { exact: true }).waitFor();
  tab.tab.expectProblem(/404/);
  const gone = { code: "pet_not_found", message: "gone", status: 404 };
  await page.route("**/v1/inventory/1", (route) => route.fulfill({ status: 404, json: gone }));
  await tab.type(1, "34");
  await tab.note(1).getByText("34 not saved. This pet is no longer in the inventory.").waitFor();
  const leftOf = async (petId: number) => (await tab.row(petId).getByRole("rowheader").boundingBox())!.x;
  expect(await leftOf(1)).toBe(await leftOf(2));
  await page.unroute("**/v1/inventory/1");
  await tab.note(1).getByRole("button", { name: "Retry" }).click();
  await tab.sees("Saved: pet 1, 33 → 34");
  expect(await tab.quantity(1).evaluate((cell) => cell.matches(":focus"))).toBe(true);
  expect((await service.list(key)).text).toContain('"petId":1,"quantity":34');
});

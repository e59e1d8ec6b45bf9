// Accessibility of every state of the page: in light and dark, on small and large screens. The tab also checks the content
// security policy.

import { expect, setDefaultTimeout, test } from "bun:test";
import { petstockOrThrow, PROGRAM_NAME } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { sharedService } from "../support/shared-service.ts";
import { revokeKey } from "../support/stock.ts";
import { expectAccessible } from "./axe.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(180_000);

const { service, key } = await sharedService([
  "1,0,available",
  "2,7,pending",
  "3,2,sold",
  "9223372036854775807,2147483647,available",
]);

test("sign-in, table, edit, invalid edit, conflict and notice are accessible", async () => {
  await using tab = await DashboardTab.open(service, { query: "?stock=all" });
  tab.tab.expectProblem(/412|401/);
  const { page } = tab;
  await page.getByLabel("API key").fill(`petstock_${"a".repeat(38)}`);
  await tab.press("Enter");
  await tab.sees(/mistyped or not complete/);
  await expectAccessible(tab.page, "a wrong key");
  await tab.signIn(key);
  await tab.row(1).waitFor();
  await expectAccessible(tab.page, "the table");
  await tab.quantity(1).click();
  await expectAccessible(tab.page, "an edit");
  await page.keyboard.type("x");
  await tab.press("Enter");
  await expectAccessible(tab.page, "an invalid edit");
  await page.locator(":focus").fill("4");
  await service.update(key, 1, 3);
  await tab.press("Enter");
  await tab.note(1).getByRole("button", { name: "Use mine" }).waitFor();
  await expectAccessible(tab.page, "a conflict");
  await page.setViewportSize({ width: 360, height: 720 });
  await expectAccessible(tab.page, "a conflict on a small screen");
  await tab.note(1).getByRole("button", { name: "Use mine" }).click();
  await tab.sees("Saved: pet 1, 3 → 4");
  await expectAccessible(tab.page, "a notice on a small screen");
});

test("loading is accessible, and shown after a reload in place of the sign-in form", async () => {
  await using tab = await DashboardTab.open(service, { key, query: "?stock=all" });
  const { page } = tab;
  await tab.row(1).waitFor();
  const release = await tab.hold("**/v1/inventory");
  await page.reload();
  await tab.sees("Loading the inventory…");
  expect(await page.getByLabel("API key").count()).toBe(0);
  await expectAccessible(tab.page, "loading");
  release();
  await tab.row(1).waitFor();
});

test("no matches, offline, a rejected key and an empty inventory are accessible", async () => {
  const other = await service.makeKey("--name", "other");
  await using tab = await DashboardTab.open(service, { key: other, query: "?q=77777", clock: true });
  await tab.sees("No matching pets");
  await expectAccessible(tab.page, "no matches");
  await tab.goOffline();
  await expectAccessible(tab.page, "offline");
  await tab.page.context().setOffline(false);
  await tab.passTime(20_000);
  await tab.sees("Live");
  tab.tab.expectProblem(/401/);
  await revokeKey(service, other, "other");
  await tab.passTime(3_000);
  await tab.page.getByRole("heading", { name: "Sign in again" }).waitFor();
  await expectAccessible(tab.page, "a rejected key");
  await using empty = await TestService.start();
  await using there = await DashboardTab.open(empty, { key: await empty.makeKey() });
  await there.sees("No pets yet");
  await there.sees(`${PROGRAM_NAME} import inventory.csv`);
  await expectAccessible(there.page, "an empty inventory");
  // Pets appear by themselves.
  await petstockOrThrow(["import", "-", "--format", "csv", "--database", empty.databaseUrl], {
    stdin: "petId,quantity\n5,5",
  });
  await there.row(5).waitFor();
});

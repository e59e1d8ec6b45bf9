// Every state of the page: nobody is shut out of it, in light and dark, on a small screen as on a large one, and its policy
// is kept, which the tab itself looks after.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { petstockOrThrow, PROGRAM_NAME } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { accessibilityViolations } from "./axe.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(180_000);

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await TestService.start({
    rows: ["1,0,available", "2,7,pending", "3,2,sold", "9223372036854775807,2147483647,available"],
  });
  key = await service.makeKey();
});

afterAll(() => service[Symbol.asyncDispose]());

async function expectOpenToAll(tab: DashboardTab, state: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await tab.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const violations = await accessibilityViolations(tab.page);
    if (violations.length > 0) throw new Error(`${state}, ${colorScheme}:\n  ${violations.join("\n  ")}`);
  }
}

test("signing in, the table, an edit, a mistake, a conflict and a notice are open to all", async () => {
  await using tab = await DashboardTab.open(service);
  tab.tab.expectProblem(/412|401/);
  const { page } = tab;
  await page.getByLabel("Keep me signed in").check();
  await page.getByLabel("API key").fill(`petstock_${"a".repeat(38)}`);
  await tab.press("Enter");
  await tab.sees(/not known here/);
  await expectOpenToAll(tab, "a wrong key");
  await tab.signIn(key);
  await tab.row(1).waitFor();
  await expectOpenToAll(tab, "the table");
  await tab.quantity(1).click();
  await expectOpenToAll(tab, "an edit");
  await page.keyboard.type("x");
  await tab.press("Enter");
  await expectOpenToAll(tab, "a mistake");
  await page.locator(":focus").fill("4");
  await service.update(key, 1, 3);
  await tab.press("Enter");
  await tab.note(1).getByRole("button", { name: "Use mine" }).waitFor();
  await expectOpenToAll(tab, "a conflict");
  await page.setViewportSize({ width: 360, height: 720 });
  await expectOpenToAll(tab, "a conflict on a small screen");
  await tab.note(1).getByRole("button", { name: "Use mine" }).click();
  await tab.sees("Saved: pet 1, 3 → 4");
  await expectOpenToAll(tab, "a notice on a small screen");
});

test("the change by a file is open to all, from choosing to its end", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  await page.getByRole("button", { name: "Change by file" }).click();
  await expectOpenToAll(tab, "choosing a file");
  await page.getByLabel("Or paste rows of a spreadsheet").fill("petId,quantity\n1,1\n2,8\n5,5\n3,x\n");
  await page.getByRole("button", { name: "Look at what it does" }).click();
  await page.getByRole("button", { name: "Unknown pet 1" }).click();
  await expectOpenToAll(tab, "the preview");
  await page.getByRole("button", { name: /^Change \d/ }).click();
  await page.getByRole("button", { name: "Done" }).waitFor();
  await expectOpenToAll(tab, "the outcome");
});

test("loading is open to all: who reloads the page sees it load, and not the door", async () => {
  await using tab = await DashboardTab.open(service, { key, keep: true });
  const { page } = tab;
  await tab.row(1).waitFor();
  const held = Promise.withResolvers<void>();
  await page.route("**/v1/inventory", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  await tab.sees("Loading the inventory…");
  expect(await page.getByLabel("API key").count()).toBe(0);
  await expectOpenToAll(tab, "loading");
  held.resolve();
  await tab.row(1).waitFor();
});

test("nothing found, the lost network, a refused key and an empty inventory are open to all", async () => {
  const other = await service.makeKey("--name", "other");
  await using tab = await DashboardTab.open(service, { key: other, query: "?q=77777" });
  tab.tab.expectProblem(/ERR_INTERNET_DISCONNECTED/);
  tab.tab.expectProblem(/401/);
  await tab.sees("No pet is like that");
  await expectOpenToAll(tab, "nothing found");
  await tab.page.context().setOffline(true);
  await tab.sees(/Offline since/);
  await expectOpenToAll(tab, "the lost network");
  await tab.page.context().setOffline(false);
  await tab.sees("Live");
  const { stdout } = await petstockOrThrow(["keys", "list", "--json", "--database", service.databaseUrl]);
  const { id } = JSON.parse(stdout).find(({ name }: { name: string }) => name === "other");
  await petstockOrThrow(["keys", "revoke", id, "--database", service.databaseUrl]);
  await tab.sees("Sign in again");
  await expectOpenToAll(tab, "a refused key");
  await using empty = await TestService.start();
  await using there = await DashboardTab.open(empty, { key: await empty.makeKey() });
  await there.sees("No pets yet");
  await there.sees(`${PROGRAM_NAME} import inventory.csv`);
  await expectOpenToAll(there, "an empty inventory");
  // Rows that come later are there by themselves.
  await petstockOrThrow(["import", "-", "--format", "csv", "--database", empty.databaseUrl], {
    stdin: "petId,quantity\n5,5",
  });
  await there.row(5).waitFor();
});

test("at 360 pixels, and at twice the size, nothing is cut off sideways and the table can be used", async () => {
  await using tab = await DashboardTab.open(service, { key, viewport: { width: 360, height: 640 } });
  for (const viewport of [
    { width: 360, height: 640 },
    // 1280 by 800 at 200 %.
    { width: 640, height: 400 },
  ]) {
    await tab.page.setViewportSize(viewport);
    await tab.quantity(2).scrollIntoViewIfNeeded();
    const overflow = await tab.page.evaluate(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    expect(overflow).toBe(0);
    await tab.quantity(2).click();
    await tab.page.keyboard.type("+1");
    await tab.press("Enter");
    await tab
      .row(2)
      .locator(".saved, :scope.saved")
      .or(tab.page.getByText(/Saved: pet 2/))
      .first()
      .waitFor();
  }
});

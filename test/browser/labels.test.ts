// Labels in a browser: what colleagues change appears by itself, two who change the same pet decide, and the history takes it back.

import { afterAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { PetstockAdmin } from "../../src/client/client.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { expectAccessible } from "./axe.ts";
import { DashboardTab, type DashboardOptions, PHONE, STORES_PAGE } from "./dashboard.ts";

setDefaultTimeout(180_000);

let service: TestService;
let key: string;
/** A colleague. */
let anna: PetstockAdmin;

beforeEach(async () => {
  await service?.[Symbol.asyncDispose]();
  service = await TestService.start({ rows: ["1,5,available", "2,10,sold"] });
  key = await service.makeKey("--role", "manager");
  const apiKey = await service.makeKey("--role", "manager", "--name", "anna");
  anna = new PetstockAdmin({ url: service.url, apiKey });
  await anna.putLabels([{ petId: 1, name: "Rex", kind: "dog", code: "400", low: 2 }]);
});

afterAll(() => service?.[Symbol.asyncDispose]());

async function open(options: DashboardOptions = {}): Promise<DashboardTab> {
  const tab = await DashboardTab.open(service, { key, query: "?pet=1", ...options });
  await tab.sees("Live");
  await panel(tab).getByRole("heading", { name: "Rex" }).waitFor();
  return tab;
}

const panel = ({ page }: DashboardTab) => page.locator(".pet-panel");
const field = (tab: DashboardTab, name: string) => panel(tab).getByRole("textbox", { name });
const label = async () => (await anna.entry(1)).label;
const rename = (name: string) => anna.applyChanges({ changes: [{ petId: 1, label: { name } }] });

test("a colleague's new name is in the table, the panel, the history and the search at once, without a look at all labels", async () => {
  await using tab = await open();
  const { page } = tab;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await rename("Max");
  await tab.row(1).getByText("Max").waitFor();
  await panel(tab).getByRole("heading", { name: "Max" }).waitFor();
  expect(await field(tab, "Name").inputValue()).toBe("Max");
  await panel(tab).getByText("renamed Rex to Max").waitFor();
  await page.getByLabel("Search by name, id or code").fill("max");
  await tab.shows(["1"]);
  await page.getByLabel("Search by name, id or code").fill("rex");
  await tab.shows([]);
  expect(asked).not.toContain("/admin/v1/labels");
});

test("a label is edited once the labels have been read: what is typed is no conflict with what was there", async () => {
  await using tab = await DashboardTab.open(service, { query: "?pet=1" });
  const release = await tab.hold("**/admin/v1/labels*");
  await tab.signIn(key);
  await panel(tab)
    .getByRole("list", { name: /^Changes/ })
    .waitFor();
  expect(await field(tab, "Name").count()).toBe(0);
  release();
  await panel(tab).getByRole("heading", { name: "Rex" }).waitFor();
  await field(tab, "Name").fill("Max");
  await tab.press("Enter");
  await panel(tab).getByText("Saved", { exact: true }).waitFor();
  expect(await label()).toMatchObject({ name: "Max", kind: "dog", code: "400", low: 2 });
});

test.each(["Use mine", "Keep theirs"])(
  "by keyboard: of two who rename a pet, the second one sees both names: %s",
  async (decision) => {
    await using tab = await open();
    tab.tab.expectProblem(/412/);
    await field(tab, "Name").fill("Max");
    await field(tab, "Barcode or code").fill("401");
    await rename("Bello");
    await panel(tab).getByText("Changed by someone else: now Bello").waitFor();
    await tab.press("Enter");
    const conflict = panel(tab).getByRole("group", { name: "Changed by someone else" });
    await conflict.getByText("Name: yours Max, theirs Bello").waitFor();
    await tab.sees(
      "Bello (1) was changed by someone else. Name: yours Max, theirs Bello. Choose in its panel",
    );
    await expectAccessible(tab.page, "a conflict of a label");
    expect(await label()).toMatchObject({ name: "Bello", code: "400" });
    await conflict.getByRole("button", { name: decision }).focus();
    await tab.press("Enter");
    await panel(tab).getByText("Saved", { exact: true }).waitFor();
    const name = decision === "Use mine" ? "Max" : "Bello";
    expect(await label()).toMatchObject({ name, code: "401", kind: "dog", low: 2 });
    const heading = panel(tab).getByRole("heading", { name, level: 2 });
    expect(await heading.evaluate((h2) => h2.matches(":focus"))).toBe(true);
  },
);

test("a conflict of a pet whose panel was closed is in its row, which opens the panel", async () => {
  await using tab = await open();
  tab.tab.expectProblem(/412/);
  const release = await tab.hold("**/admin/v1/revisions");
  await field(tab, "Name").fill("Max");
  await tab.press("Enter", "Escape");
  await panel(tab).waitFor({ state: "detached" });
  await rename("Bello");
  release();
  await tab.note(1).getByText("Label not saved.").waitFor();
  await tab.note(1).getByRole("button", { name: "Decide" }).click();
  await panel(tab).getByText("Name: yours Max, theirs Bello").waitFor();
});

test("two tabs that change different fields keep both changes", async () => {
  await using tab = await open();
  await using other = await open();
  await field(tab, "Name").fill("Max");
  await field(other, "Low stock at").fill("3");
  await other.press("Enter");
  await until("the low quantity", async () => (await field(tab, "Low stock at").inputValue()) === "3");
  await panel(tab).getByRole("button", { name: "Save" }).click();
  await other.row(1).getByText("Max").waitFor();
  expect(await label()).toMatchObject({ name: "Max", low: 3 });
});

test("a rename without a network is shown, survives a reload, and is sent when it is back", async () => {
  await using tab = await open(STORES_PAGE);
  const { page } = tab;
  tab.tab.expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to load|net::/);
  await until("the service worker", () =>
    page.evaluate<boolean>("navigator.serviceWorker.controller !== null"),
  );
  await page.context().setOffline(true);
  await field(tab, "Name").fill("Max");
  await tab.press("Enter");
  await panel(tab).getByText("Not confirmed; retrying").waitFor();
  await tab.row(1).getByText("Max").waitFor();
  await tab.sees(/Not live since \d.*1 change waiting/);
  await page.reload();
  await tab.sees(/1 change waiting/);
  expect(await label()).toMatchObject({ name: "Rex" });
  await page.context().setOffline(false);
  await tab.sees(/renamed Rex to Max/);
  expect(await label()).toMatchObject({ name: "Max", kind: "dog", code: "400", low: 2 });
  const { entries } = await anna.movementPage({ petId: 1 });
  expect(entries.filter((entry) => entry.label !== undefined)).toHaveLength(2);
});

test("the activity shows a colleague's rename with its preview, and its undo takes it back, by keyboard", async () => {
  await rename("Max");
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  await page.getByRole("link", { name: "Activity" }).click();
  const line = page.getByRole("listitem").filter({ hasText: "anna" }).first();
  await line.getByRole("button", { name: /Updated: 1 pet, 1 label/ }).focus();
  await tab.press("Enter");
  await line.getByText("renamed Rex to Max").waitFor();
  await line.getByRole("button", { name: /^Undo/ }).focus();
  await tab.press("Enter");
  await tab.sees("The label of 1 pet returns to what it was.");
  await expectAccessible(page, "a preview of an undo of a label");
  await page.getByRole("button", { name: "Undo 1 label" }).focus();
  await tab.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await tab.sees("Undone: Updated, 1 pet, 1 label");
  expect(await label()).toMatchObject({ name: "Rex" });
});

test("by touch: a rename is saved in the sheet, shown in its history, and set back there", async () => {
  await using tab = await open(PHONE);
  const { page } = tab;
  await field(tab, "Name").fill("Max");
  await panel(tab).getByRole("button", { name: "Save" }).tap();
  await tab.sees("Saved: Rex (1), renamed Rex to Max");
  await panel(tab).getByText("renamed Rex to Max").waitFor();
  await panel(tab).getByRole("button", { name: "Undo: name back to Rex" }).tap();
  await tab.sees("Max (1): name back to Rex");
  await panel(tab).getByRole("heading", { name: "Rex", level: 2 }).waitFor();
  expect(await label()).toMatchObject({ name: "Rex", low: 2 });
  await expectAccessible(page, "a pet's sheet with its label");
});

test("a new pet and its label are one revision", async () => {
  await using tab = await open();
  await tab.page.getByRole("button", { name: "Add pet" }).first().click();
  const dialog = tab.page.getByRole("dialog", { name: "Add a pet" });
  await dialog.getByLabel("Pet id").fill("9");
  await dialog.getByLabel("Name").fill("Ada");
  await tab.press("Enter");
  await panel(tab).getByRole("heading", { name: "Ada" }).waitFor();
  const { entries } = await anna.movementPage({ petId: 9 });
  expect(entries).toMatchObject([
    { before: null, after: { quantity: 1 }, label: { before: null, after: { name: "Ada" } } },
  ]);
});

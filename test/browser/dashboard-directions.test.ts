// Texts of people that are written from right to left: wherever the page shows one, it is isolated, so that it turns nothing around.

import { expect, setDefaultTimeout, test } from "bun:test";
import { sharedService } from "../support/shared-service.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(120_000);

const PET = { name: "כלב 12", kind: "חתול (3)", code: "ברקוד-99" };
const NOTE = "הערה: 5 → 7";
const PERSON = "דנה 4";
const COLLEAGUE = "יוסי 8";
const ACCOUNT = "חנות 1";

const { service, key, admin } = await sharedService(
  ["1,5,available", "2,5,available"],
  "--name",
  PERSON,
  "--account",
  ACCOUNT,
  "--role",
  "admin",
);
await service.makeKey("--name", COLLEAGUE, "--role", "manager");
await admin.putLabels([{ petId: 1n, ...PET, low: 100 }]);
await admin.applyChanges({ note: NOTE, changes: [{ petId: 1n, by: 2 }] });

/** Texts and attributes with Hebrew that neither <bdi> nor isolates hold. */
const FIND_MIXED = `(() => {
  const isMixed = (text) => /[\\u0590-\\u05ff]/.test(text.replaceAll(/\\u2068[^\\u2068\\u2069]*\\u2069/g, ""));
  const mixed = [document.title].filter(isMixed);
  let found = 0;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (!/[\\u0590-\\u05ff]/.test(data)) continue;
    found += 1;
    if (parentElement.closest("bdi") === null && isMixed(data)) mixed.push(parentElement.outerHTML);
  }
  for (const element of document.querySelectorAll("body *"))
    for (const { name, value } of element.attributes)
      if (name !== "value" && isMixed(value)) mixed.push(name + "=" + value);
  return { found, mixed };
})()`;

async function expectIsolated(tab: DashboardTab, where: string): Promise<void> {
  const { found, mixed } = await tab.page.evaluate<{ found: number; mixed: string[] }>(FIND_MIXED);
  expect({ where, mixed }).toEqual({ where, mixed: [] });
  expect(found).toBeGreaterThan(0);
}

test("on the inventory: rows, a pet's panel, notices, the account and the command menu", async () => {
  await using tab = await DashboardTab.open(service, { key, query: "?stock=all" });
  const { page } = tab;
  await tab.sees(PET.name);
  await expectIsolated(tab, "the table");
  await page.getByRole("button", { name: /^Account: / }).click();
  await tab.sees("Admin: changes everything");
  await expectIsolated(tab, "the account");
  await tab.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  const menu = await tab.openCommands();
  await menu.getByRole("combobox").fill(PET.name.slice(0, 3));
  await page.getByRole("option", { name: new RegExp(PET.name) }).waitFor();
  await expectIsolated(tab, "the command menu");
  await tab.press("Enter");
  await tab.sees(NOTE);
  await expectIsolated(tab, "the panel");
  await tab.press("Escape");
  await tab.type(1, "9");
  await tab.sees(/^Saved: .*7 → 9$/);
  await expectIsolated(tab, "a notice");
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  await expectIsolated(tab, "the printed table");
});

test("on a phone, where the kind stands beside the name", async () => {
  await using tab = await DashboardTab.open(service, { key, viewport: { width: 390, height: 800 } });
  await tab.sees(PET.kind);
  await expectIsolated(tab, "the table of a phone");
});

test("in the activity, its revisions, and the question before an undo", async () => {
  await using tab = await DashboardTab.open(service, { key, query: "activity" });
  const { page } = tab;
  await tab.sees(NOTE);
  await page.getByRole("button", { name: new RegExp(NOTE) }).click();
  await tab.sees(PET.kind);
  await expectIsolated(tab, "a revision");
  await page
    .getByRole("button", { name: /^Undo revision/ })
    .first()
    .click();
  await page.getByRole("dialog").waitFor();
  await expectIsolated(tab, "the undo");
});

test("in the stock-take, and in the trends", async () => {
  await using tab = await DashboardTab.open(service, { key, query: "trends" });
  const { page } = tab;
  await tab.sees(PET.name);
  await expectIsolated(tab, "the trends");
  await page.getByRole("link", { name: "Stock-take" }).click();
  const scan = async (code: string): Promise<void> => {
    await page.locator("#scan").fill(code);
    await tab.press("Enter");
  };
  await page.locator("#scan").waitFor();
  await scan(PET.code);
  await tab.sees(PET.kind);
  await expectIsolated(tab, "a counted pet");
  await page.keyboard.type("3");
  await tab.press("Enter");
  await page.getByRole("button", { name: /^Edit the count of/ }).waitFor();
  await expectIsolated(tab, "the counted pets");
  await scan(`${PET.code}?`);
  await tab.sees("No pet has the id or code");
  await expectIsolated(tab, "an unknown code");
});

test("among the keys, in their dialogs, and in the question of a link", async () => {
  await using tab = await DashboardTab.open(service, { key, query: "keys" });
  const { page } = tab;
  await tab.sees(COLLEAGUE);
  await expectIsolated(tab, "the keys");
  for (const item of ["Replace by a new key…", "Revoke…"]) {
    await page.getByRole("button", { name: new RegExp(`^Actions for the key .?${COLLEAGUE}`) }).click();
    await page.getByRole("menuitem", { name: item }).click();
    await page.getByRole("dialog").waitFor();
    await expectIsolated(tab, item);
    await tab.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name", { exact: true }).fill(`${COLLEAGUE} ב`);
  await page.getByRole("button", { name: "Make the link" }).click();
  await tab.sees("Works once, until");
  await expectIsolated(tab, "a new link");
  await using other = await DashboardTab.open(service);
  await other.page.goto(`${service.url}/#key=${key}`);
  await other.sees("The link signs this browser in");
  await expectIsolated(other, "the question of a link");
});

test("in the preview of an import: the file, changes and problems", async () => {
  await using tab = await DashboardTab.open(service, { key });
  await tab.sees(PET.name);
  await tab.chooseFile("קובץ 7.csv", `petId,name,quantity\n1,שם חדש 5,7\n2,"ק",x5\nא3,b,1\n`);
  await tab.sees("Problem");
  await tab.sees("קובץ 7.csv");
  await expectIsolated(tab, "the preview");
});

// While the list is still on its way, its part is taken for the whole by nothing.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Download } from "playwright-core";
import { TestService } from "../support/service.ts";
import { accessibilityViolations } from "./axe.ts";
import { DashboardTab } from "./dashboard.ts";
import { Halfway } from "./halfway.ts";

setDefaultTimeout(120_000);

const PETS = 1000;

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await TestService.start({
    rows: Array.from({ length: PETS }, (_, at) => `${at + 1},1,available`),
  });
  key = await service.makeKey();
});

afterAll(() => service[Symbol.asyncDispose]());

test("the export waits for the whole list, and says so", async () => {
  await using line = new Halfway(service);
  await using tab = await DashboardTab.open(line, { key });
  await tab.sees(/Loading, [1-9]\d* pets so far/);
  const files: Download[] = [];
  tab.page.on("download", (file) => files.push(file));
  const waiting = tab.page.getByRole("button", {
    name: "Export",
    disabled: true,
    description: "Waits until the whole list is there",
  });
  await waiting.click({ force: true });
  expect(await accessibilityViolations(tab.page)).toEqual([]);
  line.letRestCome();
  await tab.sees("Live");
  const [file] = await Promise.all([
    tab.page.waitForEvent("download"),
    tab.page.getByRole("button", { name: "Export", disabled: false }).click(),
  ]);
  expect((await Bun.file(await file.path()).text()).split("\n")).toHaveLength(PETS + 2);
  expect(files).toEqual([file]);
});

test("a file is compared with the whole list, once that is there", async () => {
  await using line = new Halfway(service);
  await using tab = await DashboardTab.open(line, { key });
  const { page } = tab;
  await tab.sees(/Loading, [1-9]\d* pets so far/);
  await tab.chooseFile("count.csv", `petId,quantity\n1,5\n${PETS},5\n${PETS + 1},5`);
  await page
    .getByRole("dialog")
    .getByRole("status")
    .filter({ hasText: /^count\.csv is looked at once the whole list is there\.$/ })
    .waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  line.letRestCome();
  await page.getByRole("button", { name: "New value 2", exact: true }).waitFor();
  await page.getByRole("button", { name: "Unknown pet 1", exact: true }).waitFor();
});

test("a file that was given up while it waited does not come back", async () => {
  await using line = new Halfway(service);
  await using tab = await DashboardTab.open(line, { key });
  await tab.sees(/Loading, [1-9]\d* pets so far/);
  await tab.chooseFile("first.csv", "petId,quantity\n1,5");
  await tab.sees("first.csv is looked at");
  await tab.page.getByRole("button", { name: "Close" }).first().click();
  await tab.page.getByRole("button", { name: "Change by file" }).click();
  line.letRestCome();
  await tab.sees("Live");
  await tab.page.getByLabel("Or paste rows of a spreadsheet").fill(`petId,quantity\n${PETS},5`);
  await tab.page.getByRole("button", { name: "Look at what it does" }).click();
  await tab.sees("what was pasted, 1 row");
});

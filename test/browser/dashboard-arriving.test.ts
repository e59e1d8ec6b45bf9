// While the list is loading, nothing treats its part as the whole.

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

test("the export is disabled until the whole list has loaded, with the reason", async () => {
  await using line = new Halfway(service);
  await using tab = await DashboardTab.open(line, { key });
  await tab.sees(/Loading: [1-9]\d* pets so far/);
  const files: Download[] = [];
  tab.page.on("download", (file) => files.push(file));
  const disabled = tab.page.getByRole("button", {
    name: "Export",
    disabled: true,
    description: "Available when the whole list has loaded",
  });
  await disabled.click({ force: true });
  expect(await accessibilityViolations(tab.page)).toEqual([]);
  line.release();
  await tab.sees("Live");
  const [file] = await Promise.all([
    tab.page.waitForEvent("download"),
    tab.page.getByRole("button", { name: "Export", disabled: false }).click(),
  ]);
  expect((await Bun.file(await file.path()).text()).split("\n")).toHaveLength(PETS + 2);
  expect(files).toEqual([file]);
});

test("the preview of a file opens when the whole list has loaded", async () => {
  await using line = new Halfway(service);
  await using tab = await DashboardTab.open(line, { key });
  const { page } = tab;
  await tab.sees(/Loading: [1-9]\d* pets so far/);
  await tab.chooseFile("count.csv", `petId,quantity\n1,5\n${PETS},5\n${PETS + 1},5`);
  await page
    .getByRole("dialog")
    .getByRole("status")
    .filter({ hasText: /^The preview of count\.csv opens when the whole list has loaded\.$/ })
    .waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  line.release();
  await page.getByRole("button", { name: "To change 2", exact: true }).waitFor();
  await page.getByRole("button", { name: "Unknown pets 1", exact: true }).waitFor();
});

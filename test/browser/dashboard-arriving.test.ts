// While the list is loading, nothing treats its part as the whole.

import { expect, setDefaultTimeout, test } from "bun:test";
import type { Download } from "playwright-core";
import { sharedService } from "../support/shared-service.ts";
import { accessibilityViolations } from "./axe.ts";
import { DashboardTab } from "./dashboard.ts";
import { ServiceProxy } from "./service-proxy.ts";

setDefaultTimeout(120_000);

const PETS = 1000;

const { service, key } = await sharedService(
  Array.from({ length: PETS }, (_, at) => `${at + 1},1,available`),
);

test("an export is offered when the whole list has loaded, and says so", async () => {
  await using line = new ServiceProxy(service.url);
  const release = line.holdLists();
  await using tab = await DashboardTab.open(line, { key });
  const { page } = tab;
  await tab.sees(/Loading: [1-9]\d* pets so far/);
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("radio", { name: /^Everything/ }).check();
  await page.getByRole("radio", { name: /^CSV/ }).check();
  const files: Download[] = [];
  page.on("download", (file) => files.push(file));
  await page.getByRole("button", { name: "Loading the inventory…", disabled: true }).click({ force: true });
  expect(await accessibilityViolations(page)).toEqual([]);
  release();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download", disabled: false }).click(),
  ]);
  expect((await Bun.file(await file.path()).text()).split("\n")).toHaveLength(PETS + 2);
  expect(files).toEqual([file]);
});

test("the preview of a file opens when the whole list has loaded", async () => {
  await using line = new ServiceProxy(service.url);
  const release = line.holdLists();
  await using tab = await DashboardTab.open(line, { key });
  const { page } = tab;
  await tab.sees(/Loading: [1-9]\d* pets so far/);
  await tab.chooseFile("count.csv", `petId,quantity\n1,5\n${PETS},5\n${PETS + 1},5`);
  await page
    .getByRole("dialog")
    .getByRole("status")
    .filter({ hasText: /^The preview of count\.csv opens when the whole inventory has loaded\.$/ })
    .waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  release();
  await page.getByRole("button", { name: "Changed 2", exact: true }).waitFor();
  await page.getByRole("button", { name: "Problems 1", exact: true }).waitFor();
});

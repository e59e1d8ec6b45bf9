// A change of several pets whose answer is lost: it is done once, however often it is tried again.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { quantities } from "../support/stock.ts";
import { DashboardTab } from "./dashboard.ts";
import { storedRecords } from "./page-records.ts";

setDefaultTimeout(120_000);

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await TestService.start({ rows: ["1,5,available", "2,7,pending"] });
  key = await service.makeKey("--role", "manager");
});

afterAll(() => service[Symbol.asyncDispose]());

test("an adjustment of selected pets is applied once, and the focus returns to the table", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  tab.tab.expectProblem(/Failed to load resource/);
  const isRevision = "**/admin/v1/revisions*";
  await page.route(isRevision, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await tab.row(1).locator(".select").click();
  await tab.row(2).locator(".select").click();
  await page.getByRole("button", { name: "Adjust" }).click();
  await page.getByLabel("Change by").fill("-2");
  const apply = page.getByRole("button", { name: /^Change 2 pets/ });
  await apply.click();
  await tab.sees(/^Not confirmed: try again/);
  await page.unroute(isRevision);
  await apply.click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await quantities(service, key)).toBe("3 5");
  await page.locator("[role=grid] [data-current]:focus").waitFor();
});

test("a sign-out leaves no pets on the device", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  const copies = async () => (await storedRecords(page, "known-pets")).length;
  await page.getByRole("link", { name: "Stock-take" }).click();
  await page.getByRole("heading", { level: 1, name: "Stock-take" }).waitFor();
  await until("a copy to be kept", async () => (await copies()) === 1);
  await tab.signOut();
  await until("the copy to be removed", async () => (await copies()) === 0);
});

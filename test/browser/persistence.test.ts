// The browser is asked to keep what waits on the device: when something waits, not before.

import { expect, setDefaultTimeout, test } from "bun:test";
import { sharedService } from "../support/shared-service.ts";
import { until } from "../support/until.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(120_000);

const { service, key } = await sharedService(["1,5,available"], "--role", "manager");

const COUNT_REQUESTS = `
  globalThis.asked = 0;
  navigator.storage.persist = async () => { globalThis.asked += 1; return true; };`;

async function open() {
  const tab = await DashboardTab.open(service);
  await tab.page.addInitScript(COUNT_REQUESTS);
  await tab.page.reload();
  await tab.signIn(key);
  await tab.sees(/^Live$/);
  return { tab, asked: () => tab.page.evaluate("globalThis.asked") };
}

test("an edit that waits for a network asks, once; one that is saved at once does not", async () => {
  const { tab, asked } = await open();
  await using _ = tab;
  tab.tab.expectProblem(/ERR_INTERNET_DISCONNECTED/);
  await tab.type(1, "6");
  await tab.sees(/^Saved: /);
  expect(await asked()).toBe(0);
  await tab.page.context().setOffline(true);
  await tab.type(1, "7");
  await tab.sees(/1 change waiting/);
  await until("the request", async () => (await asked()) === 1);
  await tab.page.context().setOffline(false);
  await tab.sees(/^Live$/);
  expect(await asked()).toBe(1);
});

test("a count asks", async () => {
  const { tab, asked } = await open();
  await using _ = tab;
  await tab.page.getByRole("link", { name: "Stock-take" }).click();
  await tab.page.getByLabel("Scan or type a code, an id or a name").fill("1");
  await tab.press("Enter");
  await tab.page.getByLabel("Counted", { exact: true }).fill("4");
  expect(await asked()).toBe(0);
  await tab.press("Enter");
  await until("the request", async () => (await asked()) === 1);
});

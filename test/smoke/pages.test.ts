// Both pages in a browser: the quick form of test/browser. A tab fails its test if its page reports an
// error, violates its content security policy, or sends a request to any other host.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { DashboardTab } from "../browser/dashboard.ts";
import { BrowserTab } from "../support/browser.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

// The first test starts the browser.
setDefaultTimeout(120_000);

const ABOVE_2_53 = "9007199254740993";

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await TestService.start({ rows: ["1,5,available", `${ABOVE_2_53},4,sold`] });
  key = await service.makeKey();
});

afterAll(() => service[Symbol.asyncDispose]());

async function quantitiesAre(...expected: readonly number[]): Promise<void> {
  const quantities = async () =>
    [...(await service.list(key)).text.matchAll(/"quantity":(\d+)/g)].map(([, n]) => n);
  await until(
    `the quantities to be ${expected}`,
    async () => (await quantities()).join() === expected.join(),
  );
}

test("the dashboard signs in, edits with every digit of an id, shows others' changes, and undoes its own", async () => {
  await using tab = await DashboardTab.open(service, { key });
  expect(await tab.petIds()).toEqual(["1", ABOVE_2_53]);
  await tab.quantity(BigInt(ABOVE_2_53)).focus();
  await tab.press("1", "2", "Enter");
  await quantitiesAre(5, 12);
  await service.update(key, 1, 77);
  await until("the change of another client", async () => (await tab.quantity(1).textContent()) === "77");
  await tab.press("Control+z");
  await quantitiesAre(77, 4);
});

test("a link signs in after a question, and leaves no key in the address", async () => {
  await using tab = await DashboardTab.open(service, { query: `#key=${key}` });
  await tab.agreeToLink("test");
  await tab.sees("Signed in as test.");
  expect(tab.page.url()).toBe(`${service.url}/`);
  await tab.page.reload();
  await tab.row(1).waitFor();
});

test("the dashboard shows nothing to a key that is not valid", async () => {
  await using tab = await DashboardTab.open(service);
  tab.tab.expectProblem(/401/);
  await tab.page.getByLabel("API key").fill(key.replace(/.$/, (last) => (last === "0" ? "1" : "0")));
  await tab.page.getByRole("button", { name: "Sign in" }).click();
  await tab.page.getByRole("alert").first().waitFor();
  expect(await tab.petIds()).toEqual([]);
});

test("the reference shows the contract, from this host alone", async () => {
  await using tab = await BrowserTab.open({ url: service.url });
  await tab.page.goto(`${service.url}/docs`);
  await tab.page.getByRole("heading", { name: "API reference", level: 1 }).waitFor();
  await tab.page.getByRole("heading", { name: "Set the stock quantity of one pet" }).waitFor();
  await tab.page.goto(`${service.url}/docs/try`);
  await tab.page.getByRole("heading", { name: "Pet Store Inventory Service", level: 1 }).waitFor();
});

// "Live" is only said while it is true: whatever fails, the page says since when it may lack changes, and asks again.

import { expect, setDefaultTimeout, test } from "bun:test";
import { TestService } from "../support/service.ts";
import { sharedService } from "../support/shared-service.ts";
import { until } from "../support/until.ts";
import { DashboardTab } from "./dashboard.ts";
import { ServiceProxy } from "./service-proxy.ts";

setDefaultTimeout(120_000);

const { service, key } = await sharedService(["1,5,available", "2,7,available"]);

const seen = (tab: DashboardTab, text: RegExp) => async (): Promise<boolean> => {
  // In steps: after a longer one the page takes the machine to have slept.
  await tab.passTime(2_000);
  return (await tab.page.getByText(text).count()) > 0;
};

test("a stream that falls silent behind a proxy is not called live; the page asks in another way", async () => {
  await using proxy = new ServiceProxy(service.url);
  await using tab = await DashboardTab.open(proxy, { key, clock: true });
  await tab.sees("Live");
  proxy.isSilent = true;
  await service.update(key, 1, 11);
  await until("the page to notice", seen(tab, /Not live since/));
  await until("the page to be live", seen(tab, /^Live$/));
  await until("the change", async () => (await tab.quantity(1).textContent()) === "11");
});

test("an error in the page itself ends neither the truth nor the retries", async () => {
  await using tab = await DashboardTab.open(service, { key, clock: true });
  await tab.sees("Live");
  await tab.page.evaluate(`
    globalThis.decode = TextDecoder.prototype.decode;
    TextDecoder.prototype.decode = undefined;
  `);
  await service.update(key, 2, 21);
  await tab.sees(/Not live since/);
  expect(await tab.page.getByText(/^Live$/).count()).toBe(0);
  await tab.page.evaluate("TextDecoder.prototype.decode = globalThis.decode");
  await until("the page to be live", seen(tab, /^Live$/));
  await until("the change", async () => (await tab.quantity(2).textContent()) === "21");
  expect(await tab.page.getByText(/Could not load/).count()).toBe(0);
});

test.each([
  ["throws at its start", "throw new Error('broken')", /broken/],
  ["throws at a request", "onmessage = () => { throw new Error('broken'); }", /broken/],
  [
    "lacks a function of the browser",
    `onmessage = ({ data: { id } }) =>
      postMessage({ id, kind: "error", error: { name: "TypeError", message: "x is not a function" } })`,
    undefined,
  ],
])("with a worker that %s, the page reads everything itself", async (_, script, problem) => {
  await using tab = await DashboardTab.open(service);
  if (problem !== undefined) tab.tab.expectProblem(problem);
  await tab.page.route("**/data-worker.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: script }),
  );
  await tab.signIn(key);
  await tab.sees(/^Live$/);
  const quantity = Number(await tab.quantity(1).textContent()) + 1;
  await service.update(key, 1, quantity);
  await until("the change", async () => (await tab.quantity(1).textContent()) === String(quantity));
});

test("a service that has ended is noticed", async () => {
  await using other = await TestService.start({ rows: ["1,5,available"] });
  const otherKey = await other.makeKey();
  await using tab = await DashboardTab.open(other, { key: otherKey });
  tab.tab.expectProblem(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION/);
  await tab.sees(/^Live$/);
  await other.stop();
  await tab.sees(/Not live since/);
});

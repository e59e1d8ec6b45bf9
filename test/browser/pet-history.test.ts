// A pet's history in its panel, while others change the pet.

import { expect, setDefaultTimeout, test } from "bun:test";
import { Gateway } from "../client/gateway.ts";
import { shared } from "../support/shared.ts";
import { until } from "../support/until.ts";
import { DashboardTab } from "./dashboard.ts";
import { startNamedPets } from "./named-pets.ts";

setDefaultTimeout(120_000);

const { service, key } = shared(await startNamedPets());

/** Until what the page does after it has drawn has been done, and what it has asked for by then has arrived. */
const DRAWN = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))).then(
  () => fetch("/livez").then(({ status }) => status))`;

test("a change during a slow first answer is read after it, so that the older answer does not replace it", async () => {
  await using gateway = await Gateway.before(service);
  const late = Promise.withResolvers<void>();
  let asked = 0;
  gateway.always("/admin/v1/movements", async (pass, { url }) => {
    // The table asks for the last change of each pet.
    if (new URL(url).searchParams.get("limit") === "1") return pass();
    asked += 1;
    const answer = await pass();
    await late.promise;
    return answer;
  });
  await using tab = await DashboardTab.open(gateway, { key });
  await tab.sees("Live");
  await tab.row(7).locator(".name").click();
  await until("the first request", () => asked === 1);
  await service.update(key, 7, 8);
  await tab.quantity(7).getByText("8", { exact: true }).waitFor();
  expect(await tab.page.evaluate(DRAWN)).toBe(200);
  expect(asked).toBe(1);
  late.resolve();
  await tab.page.locator(".pet-history").getByText("5 → 8").waitFor();
});

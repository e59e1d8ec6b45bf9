// The dashboard in a browser, in its shortest form: sign in, find a pet, edit its quantity, see it confirmed.

import { expect, setDefaultTimeout, test } from "bun:test";
import { TestService } from "../support/service.ts";
import { quantities } from "../support/stock.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(120_000);

test("a user signs in, finds a pet, edits its quantity by keyboard and undoes that", async () => {
  await using service = await TestService.start({ rows: ["1,5,available", "2,7,pending", "30,0,sold"] });
  const key = await service.makeKey();
  await using tab = await DashboardTab.open(service, { key });
  await tab.sees("Live");
  expect(await tab.petIds()).toEqual(["1", "2", "30"]);
  await tab.page.getByRole("button", { name: /^pending/ }).click();
  await tab.sees("1 of 3 pets");
  await tab.quantity(2).focus();
  await tab.press("4", "2", "Enter");
  await tab.row(2).getByText("Saved").waitFor();
  await tab.sees("Saved: pet 2, 7 → 42");
  expect(await quantities(service, key)).toBe("5 42 0");
  await tab.press("Control+z");
  await tab.sees("Undone: pet 2, 7 → 42");
  expect(await quantities(service, key)).toBe("5 7 0");
});

// Taking back: each button what it names, the newest change first, also while that is still on its way.

import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { TestService } from "../support/service.ts";
import { DashboardTab } from "./dashboard.ts";
import { quantities, stockUp, untilQuantities } from "./stock.ts";

setDefaultTimeout(120_000);

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await TestService.start();
  key = await service.makeKey();
});

beforeEach(() => stockUp(service, ["1,5,available", "2,7,pending", "3,0,sold", "4,4,available"]));

afterAll(() => service[Symbol.asyncDispose]());

async function save(tab: DashboardTab, petId: number, quantity: string): Promise<void> {
  await tab.type(petId, quantity);
  await tab.row(petId).getByText("Saved").waitFor();
}

async function applyFile(tab: DashboardTab, text: string): Promise<void> {
  await tab.chooseFile("count.csv", text);
  await tab.page.getByRole("button", { name: /^Change \d/ }).click();
  await tab.page.getByRole("button", { name: "Done" }).waitFor();
}

test("after a change by a file the notice names that, and its button takes that back", async () => {
  await using tab = await DashboardTab.open(service, { key });
  await save(tab, 2, "20");
  await applyFile(tab, "petId,quantity\n3,30\n4,40");
  await tab.page.getByRole("button", { name: "Done" }).click();
  const notice = tab.page.locator(".notice");
  expect(await notice.locator("span").textContent()).toBe("Saved: 2 quantities from count.csv");
  await notice.getByRole("button", { name: "Undo" }).click();
  await tab.sees("Taken back: 2 quantities from count.csv");
  expect(await quantities(service, key)).toBe("5 20 0 4");
});

test("the file's own button takes the file back, also where a slow save has ended after it", async () => {
  await using tab = await DashboardTab.open(service, { key });
  await tab.row(2).waitFor();
  const letGo = await tab.holdSaves(2);
  await tab.type(2, "20");
  await applyFile(tab, "petId,quantity\n3,30\n4,40");
  letGo();
  await tab.sees("Saved: pet 2, 7 → 20");
  await tab.page.getByRole("button", { name: "Undo all" }).click();
  await tab.sees("Taken back: 2 quantities from count.csv");
  expect(await quantities(service, key)).toBe("5 20 0 4");
});

test("Ctrl+Z takes back the newest change, and waits for it where it is on its way", async () => {
  await using tab = await DashboardTab.open(service, { key });
  await save(tab, 2, "20");
  const letGo = await tab.holdSaves(3);
  await tab.type(3, "30");
  await tab.note(3).getByText("Saving…").waitFor();
  await tab.press("Control+z");
  letGo();
  await tab.sees("Taken back: pet 3, 0 → 30");
  expect(await quantities(service, key)).toBe("5 20 0 4");
  await tab.press("Control+z");
  await untilQuantities(service, key, "5 7 0 4");
});

test("where nothing comes of the newest change, Ctrl+Z takes no older one for it", async () => {
  await using tab = await DashboardTab.open(service, { key });
  tab.tab.expectProblem(/412/);
  await save(tab, 2, "20");
  const letGo = await tab.holdSaves(3);
  await tab.type(3, "30");
  await tab.press("Control+z");
  await service.update(key, 3, 1);
  letGo();
  await tab.sees("Nothing to take back of pet 3, 0 → 30");
  await tab.note(3).getByText("Yours 30, theirs 1").waitFor();
  expect(await quantities(service, key)).toBe("5 20 1 4");
});

test("where no answer came, Ctrl+Z waits until a list has told what became of the change", async () => {
  await using tab = await DashboardTab.open(service, { key });
  tab.tab.expectProblem(/ERR_FAILED/);
  const { page } = tab;
  await save(tab, 2, "20");
  const lists = Promise.withResolvers<void>();
  await page.route("**/v1/inventory", async (route) => {
    await lists.promise;
    await route.continue();
  });
  await page.route("**/v1/inventory/3", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await tab.type(3, "30");
  await tab.note(3).getByText("No answer").waitFor();
  await tab.press("Control+z");
  await tab.sees("Taking back: pet 3, 0 → 30");
  await page.unroute("**/v1/inventory/3");
  lists.resolve();
  await tab.sees("Taken back: pet 3, 0 → 30");
  expect(await quantities(service, key)).toBe("5 20 0 4");
});

test("several changes of one pet are taken back in turn, and what is typed meanwhile follows them", async () => {
  await using tab = await DashboardTab.open(service, { key });
  await save(tab, 3, "1");
  await save(tab, 3, "2");
  const letGo = await tab.holdSaves(3);
  await tab.press("Control+z", "Control+z");
  await tab.note(3).getByText("Saving…").waitFor();
  letGo();
  await untilQuantities(service, key, "5 7 0 4");

  await save(tab, 4, "40");
  const letGoAgain = await tab.holdSaves(4);
  await tab.press("Control+z");
  await tab.note(4).getByText("Saving…").waitFor();
  await tab.type(4, "9");
  letGoAgain();
  await tab.sees("Saved: pet 4, 4 → 9");
  expect(await quantities(service, key)).toBe("5 7 0 9");
});

test("where one cannot be taken back, those asked for after it wait, and go on in the same order", async () => {
  await using tab = await DashboardTab.open(service, { key });
  tab.tab.expectProblem(/ERR_FAILED/);
  for (const quantity of ["1", "2", "3"]) await save(tab, 3, quantity);
  await save(tab, 4, "40");
  const held = Promise.withResolvers<void>();
  const sent: number[] = [];
  await tab.page.route(/inventory\/[34]$/, async (route) => {
    sent.push(route.request().postDataJSON().quantity);
    await held.promise;
    await route.abort();
  });
  await tab.press("Control+z", "Control+z", "Control+z");
  held.resolve();
  await tab.sees("Not taken back: pet 4");
  expect(new Set(sent)).toEqual(new Set([4]));
  await tab.page.unroute(/inventory\/[34]$/);
  for (const wanted of ["5 7 3 4", "5 7 2 4", "5 7 1 4", "5 7 0 4"]) {
    await tab.press("Control+z");
    await untilQuantities(service, key, wanted);
  }
});

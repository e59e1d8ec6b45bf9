// The workers: one reads the list and the labels, with the key in a message alone; another reads files and compares their rows. Without
// them the page does both itself.

import { expect, setDefaultTimeout, test } from "bun:test";
import { sharedService } from "../support/shared-service.ts";
import { until } from "../support/until.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(120_000);

/** Several messages of the worker. */
const PETS = 80_000;

const rows = Array.from({ length: PETS }, (_, at) => `${at + 1},${at % 9},available`);
const { service, key, admin } = await sharedService(rows, "--role", "manager");
const labels = Array.from({ length: 10_000 }, (_, at) => `${at * 8 + 1},Rex ${at},dog,,\n`).join("");
await admin.putLabels(`petId,name,kind,code,low\n${labels}`);

async function findsByName(tab: DashboardTab): Promise<void> {
  await tab.sees("Live");
  await tab.page.getByLabel("Search by name, id or code").fill("rex 9999");
  await tab.row(79_993).waitFor();
  await tab.sees(/^1 of 80,000 pets/);
}

/** A file with a label, a change and a problem. */
async function previewsFile({ page }: DashboardTab): Promise<void> {
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page
    .getByLabel("Or paste rows from a spreadsheet")
    .fill("petId,quantity,name\n1,77,Rex 0\n9,8,Max\n2,x,\n");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText("1 changed, 1 label changed; 1 row with problems left out").waitFor();
}

test("the worker reads everything; the key is in no address and in no storage of it", async () => {
  await using tab = await DashboardTab.open(service, { key, shared: true });
  await findsByName(tab);
  const addresses = () => tab.page.workers().map((worker) => worker.url());
  // That of the labels ends when it has read them.
  await until("one worker", () => addresses().length === 1);
  expect(addresses()).toEqual([`${service.url}/data-worker.js`]);
  expect(tab.tab.requested.some((address) => address.includes(key))).toBe(false);
});

test("the import's worker compares a file with the labels, and ends with the dialog", async () => {
  await using tab = await DashboardTab.open(service, { key });
  await findsByName(tab);
  const files = () => tab.page.workers().map((worker) => new URL(worker.url()).pathname);
  await previewsFile(tab);
  expect(files()).toContain("/import-worker.js");
  await tab.press("Escape");
  await until("the end of the worker", () => files().length === 1);
});

test("where the browser blocks workers, the page reads everything itself", async () => {
  await using tab = await DashboardTab.open(service);
  await tab.page.addInitScript(() => {
    Object.defineProperty(globalThis, "Worker", {
      value: function () {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  });
  await tab.page.reload();
  await tab.signIn(key);
  await findsByName(tab);
  await previewsFile(tab);
  expect(tab.page.workers()).toEqual([]);
});

test("where the worker's script cannot be loaded, too", async () => {
  await using tab = await DashboardTab.open(service);
  await tab.page.route("**/data-worker.js", (route) => route.fulfill({ status: 404 }));
  await tab.signIn(key);
  await findsByName(tab);
  expect(tab.page.workers()).toEqual([]);
});

// The size of the page, and tables of 100,000 pets and more.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { DashboardTab } from "./dashboard.ts";

setDefaultTimeout(180_000);

const PETS = 100_000;
const BYTES_MAX = 70_000;

let service: TestService;
let key: string;

beforeAll(async () => {
  const rows = Array.from(
    { length: PETS },
    (_, at) => `${at + 1},${(at * 7) % 40},${["available", "pending", "sold"][at % 3]}`,
  );
  service = await TestService.start({ rows });
  key = await service.makeKey();
});

afterAll(() => service[Symbol.asyncDispose]());

test("the page and its files are less than 70 KB compressed, and its policies for frames, scripts and forms are strict", async () => {
  const page = await fetch(`${service.url}/`);
  expect(page.headers.get("Content-Security-Policy")).toBe(
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
  );
  const html = await page.text();
  expect(html).not.toMatch(/\sstyle=|<style|<script(?![^>]*\ssrc=)/);
  const names = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, name]) => name!);
  const sizes = await Promise.all(
    ["/", ...names].map(async (path) => {
      const { headers } = await fetch(service.url + path, {
        headers: { "Accept-Encoding": "gzip" },
        decompress: false,
      });
      return { path, bytes: Number(headers.get("Content-Length")) };
    }),
  );
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(
    `dashboard, gzipped: ${total} bytes (${sizes.map(({ path, bytes }) => `${path} ${bytes}`).join(", ")})`,
  );
  expect(sizes.every(({ bytes }) => bytes > 0)).toBe(true);
  expect(total).toBeLessThan(BYTES_MAX);
});

test("of 100,000 pets the first rows appear before all have loaded, and the last is one key away", async () => {
  await using tab = await DashboardTab.open(service);
  const { page } = tab;
  await page.getByLabel("API key").fill(key);
  const startedAt = performance.now();
  await tab.press("Enter");
  await tab.row(1).waitFor();
  const firstMs = performance.now() - startedAt;
  await page
    .getByRole("grid")
    .and(page.locator(`[aria-rowcount="${PETS + 1}"]`))
    .waitFor();
  const allMs = performance.now() - startedAt;
  console.log(`${PETS} pets: first row after ${firstMs.toFixed(0)} ms, all after ${allMs.toFixed(0)} ms`);
  expect(await page.getByRole("row").count()).toBeLessThan(100);

  await tab.quantity(1).focus();
  await tab.press("Control+End");
  await tab.row(PETS).waitFor();
  await tab.press("ArrowLeft", "ArrowLeft", "7", "7", "Enter");
  await tab.row(PETS).getByText("Saved").waitFor();
  await tab.press("PageUp");
  expect(Number(await tab.row(PETS).getAttribute("aria-rowindex"))).toBe(PETS + 1);
  await page.getByRole("columnheader", { name: "Quantity" }).click();
  await page.getByRole("columnheader", { name: "Quantity" }).click();
  await until("the largest quantity on top", async () => (await tab.petIds())[0] === String(PETS));
});

test("100,000 pets are scrolled without gaps", async () => {
  await using tab = await DashboardTab.open(service, { key });
  const { page } = tab;
  await page
    .getByRole("grid")
    .and(page.locator(`[aria-rowcount="${PETS + 1}"]`))
    .waitFor();
  for (const part of [0.25, 0.5, 0.999]) {
    await page.getByRole("grid").evaluate((grid, to) => {
      const scroller = grid as unknown as { scrollTop: number; scrollHeight: number };
      scroller.scrollTop = to * scroller.scrollHeight;
    }, part);
    await until("rows in view", async () => {
      const ids = (await tab.petIds()).map(Number);
      return ids.some((id) => Math.abs(id - part * PETS) < 30);
    });
  }
});

test("of 400,000 pets, more than a browser can draw at full height, the last can be scrolled to, reached by key and edited", async () => {
  const many = 400_000;
  await using large = await TestService.start({
    rows: Array.from({ length: many }, (_, index) => `${index + 1},1,available`),
  });
  await using tab = await DashboardTab.open(large, { key: await large.makeKey() });
  const { page } = tab;
  const grid = page.getByRole("grid");
  await grid.and(page.locator(`[aria-rowcount="${many + 1}"]`)).waitFor();
  for (const part of [0.5, 1]) {
    await grid.evaluate((element, to) => {
      const scroller = element as unknown as { scrollTop: number; scrollHeight: number };
      scroller.scrollTop = to * scroller.scrollHeight;
    }, part);
    await until("rows in view", async () => {
      const ids = (await tab.petIds()).map(Number);
      return ids.some((id) => Math.abs(id - part * many) < 30);
    });
  }
  await expect(tab.row(many).isVisible()).resolves.toBe(true);
  await tab.quantity(many).click();
  await page.keyboard.type("9");
  await tab.press("Enter");
  await tab.row(many).getByText("Saved").waitFor();
  await tab.press("Control+Home");
  await tab.row(1).waitFor();
  await tab.press("Control+End", "PageUp", "PageUp", "PageUp");
  await until("rows three pages before the end", async () =>
    (await tab.petIds()).includes(String(many - 28)),
  );
});

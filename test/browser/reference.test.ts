// The API reference at /docs, in a browser. Each tab fails its test if the page requests another server, violates its content
// security policy or logs an error.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { BrowserTab } from "../support/browser.ts";
import { TestService } from "../support/service.ts";

setDefaultTimeout(120_000);

const INT64_MAX = "9223372036854775807";
const ABOVE_2_53 = "9007199254740993";
/** More than 200 KB as JSON. Scalar formats such large responses differently. */
const MANY = Array.from({ length: 6_000 }, (_, index) => `${index + 1},0,sold`);
const UPDATE = "#inventory/tag/inventory/PATCH/inventory/{petId}";
const LIST = "#inventory/tag/inventory/GET/inventory";

let service: TestService;
let key: string;

beforeAll(async () => {
  service = await TestService.start({
    rows: [`734980,1,available`, `${ABOVE_2_53},5,pending`, `${INT64_MAX},1,available`],
  });
  key = await service.makeKey();
});

afterAll(() => service[Symbol.asyncDispose]());

async function openReference(place = "", url = service.url): Promise<BrowserTab> {
  const tab = await BrowserTab.open({ url, viewport: { width: 1280, height: 900 } });
  await tab.page.goto(`${url}/docs${place}`);
  await tab.page.getByRole("heading", { name: "Pet Store Inventory Service", level: 1 }).waitFor();
  return tab;
}

/** The part of the page about one operation. */
function operation(page: Page, title: string): Locator {
  return page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
}

test("the reference shows both operations, which of them is experimental, each error code, and samples for this server", async () => {
  await using tab = await openReference(UPDATE);
  const { page } = tab;
  const update = operation(page, "Set the stock quantity of one pet").last();
  await update.getByText("updateInventory", { exact: true }).waitFor();
  await update.getByText(/^experimental$/i).waitFor();
  await page.goto(`${service.url}/docs${LIST}`);
  const list = operation(page, "List the stock of all pets").last();
  await list.getByText("listInventory", { exact: true }).waitFor();
  expect(await list.getByText(/^experimental$/i).count()).toBe(0);
  await page.goto(`${service.url}/docs#inventory/models/ErrorCode`);
  await page.getByText("idempotency_mismatch", { exact: true }).first().waitFor();
  await page.goto(`${service.url}/docs${UPDATE}`);
  await update.getByText(`${service.url}/v1/inventory/734980`).first().waitFor();
  await update.getByRole("button", { name: "curl" }).click();
  await page.getByRole("option", { name: "petstock/client" }).click();
  await update.getByText("client.updateInventory(734980n, 12").first().waitFor();
  expect(new Set(tab.requested.map((address) => new URL(address).origin))).toEqual(new Set([service.url]));
});

test("the reference shows the Admin API, too, and sends its requests to this server", async () => {
  await using tab = await BrowserTab.open({ url: service.url, viewport: { width: 1280, height: 900 } });
  const { page } = tab;
  await page.goto(`${service.url}/docs#admin/tag/access/GET/me`);
  await page.getByRole("heading", { name: "Pet Store Inventory Service, Admin API", level: 1 }).waitFor();
  const form = await openForm(tab, "Describe the API key of this request");
  await send(form);
  await form.getByRole("region", { name: "Response" }).getByText("200 OK").waitFor();
  expect(tab.requested).toContain(`${service.url}/admin/v1/me`);
});

/** Enters the key, and opens the form that sends a request. */
async function openForm({ page }: BrowserTab, title: string, apiKey = key): Promise<Locator> {
  const token = page.getByPlaceholder("Token").first();
  await token.fill(apiKey);
  await operation(page, title)
    .last()
    .getByRole("button", { name: /Test Request/ })
    .click();
  return page.getByRole("dialog");
}

const send = (form: Locator) => form.getByRole("button", { name: /^Send (get|patch) request/ }).click();

test("a request without a valid key shows the error; with one the list shows every digit of its ids", async () => {
  await using tab = await openReference(LIST);
  tab.expectProblem(/401 \(Unauthorized\)/);
  const form = await openForm(tab, "List the stock of all pets", "petstock_wrong");
  await send(form);
  await form.getByText("invalid_api_key").first().waitFor();
  await tab.page.keyboard.press("Escape");
  await openForm(tab, "List the stock of all pets");
  await send(form);
  await form.getByRole("region", { name: "Response" }).getByText("200 OK").waitFor();
  for (const petId of ["734980", ABOVE_2_53, INT64_MAX]) await form.getByText(petId).first().waitFor();
  expect(tab.requested).toContain(`${service.url}/v1/inventory`);
});

test("an update can be sent repeatedly", async () => {
  await using tab = await openReference(UPDATE);
  const form = await openForm(tab, "Set the stock quantity of one pet");
  const petId = form.getByRole("row", { name: /petId/ }).getByRole("combobox", { name: "Value" });
  await petId.fill(INT64_MAX);
  for (const quantity of [12, 13]) {
    const body = form.getByRole("region", { name: "Request Body" }).getByRole("textbox");
    await body.fill(`{"quantity": ${quantity}}`);
    await send(form);
    await form.getByText(new RegExp(`"petId": ?${INT64_MAX},\\s*"quantity": ?${quantity},`)).waitFor();
    await form.getByRole("region", { name: "Response" }).getByText("200 OK").waitFor();
    const { text } = await service.list(key);
    expect(text).toContain(`{"petId":${INT64_MAX},"quantity":${quantity},"status":"available"}`);
  }
});

describe("a large list shows every digit", () => {
  let large: TestService;
  let largeKey: string;

  beforeAll(async () => {
    large = await TestService.start({ rows: [`-${ABOVE_2_53},1,available`, ...MANY] });
    largeKey = await large.makeKey();
  });

  afterAll(() => large[Symbol.asyncDispose]());

  test.each([
    ["formatted", ""],
    ["unformatted, if the browser cannot format it exactly", "delete JSON.rawJSON;"],
  ])("%s", async (_, script) => {
    await using tab = await BrowserTab.open({ url: large.url, viewport: { width: 1280, height: 900 } });
    if (script !== "") await tab.page.addInitScript(script);
    await tab.page.goto(`${large.url}/docs${LIST}`);
    const form = await openForm(tab, "List the stock of all pets", largeKey);
    await send(form);
    await form.getByRole("region", { name: "Response" }).getByText("200 OK").waitFor();
    const space = script === "" ? " " : "";
    await form.getByText(`"petId":${space}-${ABOVE_2_53},`).first().waitFor();
  });
});

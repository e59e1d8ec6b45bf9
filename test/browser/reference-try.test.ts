// Sending requests from /docs/try, in a browser. Each tab fails its test if the page requests another server, violates its content
// security policy or logs an error.

import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { BrowserTab } from "../support/browser.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { sharedService } from "../support/shared-service.ts";
import { until } from "../support/until.ts";
import { accessibilityViolations } from "./axe.ts";

// A page parses 4 MB of script, which takes seconds on a busy machine: tests of one document share a page.
setDefaultTimeout(300_000);

const INT64_MAX = "9223372036854775807";
const ABOVE_2_53 = "9007199254740993";
/** More than 200 KB as JSON. Scalar formats such large responses differently. */
const MANY = Array.from({ length: 6_000 }, (_, index) => `${index + 1},0,sold`);
const UPDATE = "#inventory/tag/inventory/PATCH/inventory/{petId}";
const UPDATE_TITLE = "Set the stock quantity of one pet";
const LIST = "#inventory/tag/inventory/GET/inventory";
const LIST_TITLE = "List the stock of all pets";

const { service, key } = await sharedService([
  `734980,1,available`,
  `${ABOVE_2_53},5,pending`,
  `${INT64_MAX},1,available`,
]);
const admin = await service.makeKey("--role", "admin");

async function openReference(place: string, options: BrowserContextOptions = {}): Promise<BrowserTab> {
  const viewport = { width: 1280, height: 900 };
  const tab = await BrowserTab.open({ url: service.url, viewport, ...options });
  await goTo(tab, place);
  return tab;
}

const goTo = ({ page }: BrowserTab, place: string) => page.goto(`${service.url}/docs/try${place}`);

/** The part of the page about one operation. */
function operation(page: Page, title: string): Locator {
  return page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
}

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

async function closeForm({ page }: BrowserTab): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

const send = (form: Locator) => form.getByRole("button", { name: /^Send \w+ request/ }).click();

const isAnswered = (form: Locator) =>
  form.getByRole("region", { name: "Response" }).getByText("200 OK").waitFor();

/** Sends the form as it was opened, and resolves with what the page says. */
async function sendAsOpened(tab: BrowserTab, place: string, title: string): Promise<string> {
  await goTo(tab, place);
  const form = await openForm(tab, title, admin);
  await send(form);
  const messages = tab.page
    .getByText("Path parameters must have values")
    .or(form.getByText("400 Bad Request"))
    .filter({ visible: true });
  const said = messages.first();
  await said.waitFor();
  const text = (await said.textContent()) ?? "";
  if (text.includes("400")) tab.expectProblem(/400 \(Bad Request\)/);
  await closeForm(tab);
  // Scalar may show the same message twice; none of them may be taken for the next one.
  await until("the messages to disappear", async () => (await messages.count()) === 0);
  return text;
}

/** What a request could have changed. The last use of a key is not a change. */
async function everything(): Promise<readonly string[]> {
  const headers = { Authorization: `Bearer ${admin}` };
  const read = async (name: string) => (await fetch(`${service.url}/admin/v1/${name}`, { headers })).text();
  const texts = [(await service.list(admin)).text, await read("labels"), await read("keys")];
  return texts.map((text) => text.replaceAll(/"lastUsedAt":[^,}]+/g, ""));
}

describe("the interface", () => {
  let tab: BrowserTab;

  beforeAll(async () => {
    tab = await openReference(UPDATE);
    await tab.page.getByRole("heading", { name: "Pet Store Inventory Service", level: 1 }).waitFor();
  });

  afterEach(() => tab.judge());
  afterAll(() => tab[Symbol.asyncDispose]());

  test("shows both operations, which of them is experimental, each error code, and samples for this server", async () => {
    const { page } = tab;
    const update = operation(page, UPDATE_TITLE).last();
    await update.getByText("updateInventory", { exact: true }).waitFor();
    await update.getByText(/^experimental$/i).waitFor();
    await goTo(tab, LIST);
    const list = operation(page, LIST_TITLE).last();
    await list.getByText("listInventory", { exact: true }).waitFor();
    expect(await list.getByText(/^experimental$/i).count()).toBe(0);
    await goTo(tab, "#inventory/models/ErrorCode");
    await page.getByText("idempotency_mismatch", { exact: true }).first().waitFor();
    await goTo(tab, UPDATE);
    await update.getByText(`${service.url}/v1/inventory/734980`).first().waitFor();
    await update.getByRole("button", { name: "curl" }).click();
    await page.getByRole("option", { name: "petstock-client" }).click();
    await update.getByText("client.updateInventory(734980n, 12").first().waitFor();
    expect(new Set(tab.requested.map((address) => new URL(address).origin))).toEqual(new Set([service.url]));
  });

  test("changes nothing by a form that is sent as it was opened", async () => {
    const before = await everything();
    expect(await sendAsOpened(tab, UPDATE, UPDATE_TITLE)).toContain("Path parameters must have values");
    expect(await everything()).toEqual(before);
  });

  test("shows the error of a request without a valid key; with one the list shows every digit of its ids", async () => {
    tab.expectProblem(/401 \(Unauthorized\)/);
    await goTo(tab, LIST);
    const form = await openForm(tab, LIST_TITLE, "petstock_wrong");
    await send(form);
    await form.getByText("invalid_api_key").first().waitFor();
    await closeForm(tab);
    await openForm(tab, LIST_TITLE);
    await send(form);
    await isAnswered(form);
    for (const petId of ["734980", ABOVE_2_53, INT64_MAX]) await form.getByText(petId).first().waitFor();
    expect(tab.requested).toContain(`${service.url}/v1/inventory`);
    await closeForm(tab);
  });

  test("sends an update repeatedly", async () => {
    await goTo(tab, UPDATE);
    const form = await openForm(tab, UPDATE_TITLE);
    const petId = form.getByRole("row", { name: /petId/ }).getByRole("combobox", { name: "Value" });
    await petId.fill(INT64_MAX);
    for (const quantity of [12, 13]) {
      const body = form.getByRole("region", { name: "Request Body" }).getByRole("textbox");
      await body.fill(`{"quantity": ${quantity}}`);
      await send(form);
      await form.getByText(new RegExp(`"petId": ?${INT64_MAX},\\s*"quantity": ?${quantity},`)).waitFor();
      await isAnswered(form);
      const { text } = await service.list(key);
      expect(text).toContain(`{"petId":${INT64_MAX},"quantity":${quantity},"status":"available"}`);
    }
    await closeForm(tab);
  });

  test("has no accessibility violation outside of Scalar's form", async () => {
    await operation(tab.page, UPDATE_TITLE).last().getByText("200", { exact: true }).first().waitFor();
    expect(await accessibilityViolations(tab.page)).toEqual([]);
  });
});

describe("the Admin API", () => {
  let tab: BrowserTab;

  beforeAll(async () => {
    tab = await openReference("#admin/tag/access/GET/me");
    const name = "Pet Store Inventory Service, Admin API";
    await tab.page.getByRole("heading", { name, level: 1 }).waitFor();
  });

  afterEach(() => tab.judge());
  afterAll(() => tab[Symbol.asyncDispose]());

  test("is shown, too, and its requests are sent to this server", async () => {
    const form = await openForm(tab, "Describe the API key of this request");
    await send(form);
    await isAnswered(form);
    expect(tab.requested).toContain(`${service.url}/admin/v1/me`);
    await closeForm(tab);
  });

  test("changes nothing by a form that is sent as it was opened", async () => {
    const before = await everything();
    for (const [place, title, said] of [
      ["#admin/tag/stock/POST/revisions", "Apply a change set, all or nothing, as one revision", "400"],
      ["#admin/tag/activity/POST/revisions/{revision}/undo", "Take back one revision", "Path parameters"],
      ["#admin/tag/labels/PUT/labels", "Set labels of pets, all or nothing", "400"],
      ["#admin/tag/access/POST/keys", "Create an API key", "400"],
      ["#admin/tag/access/DELETE/keys/{id}", "Revoke an API key", "Path parameters"],
    ] as const)
      expect(await sendAsOpened(tab, place, title)).toContain(said);
    expect(await everything()).toEqual(before);
  });

  test("has no accessibility violation outside of Scalar's form, dark", async () => {
    // Scalar keeps the scheme that it was opened with.
    await using dark = await openReference("#admin/tag/stock/POST/revisions", { colorScheme: "dark" });
    const title = "Apply a change set, all or nothing, as one revision";
    await operation(dark.page, title).last().getByText("200", { exact: true }).first().waitFor();
    expect(await accessibilityViolations(dark.page)).toEqual([]);
  });
});

describe("a large list shows every digit", () => {
  beforeAll(async () => {
    const stdin = ["petId,quantity,status", `-${ABOVE_2_53},1,available`, ...MANY].join("\n");
    await petstockOrThrow(["import", "-", "--format", "csv", "--database", service.databaseUrl], { stdin });
  });

  test.each([
    ["formatted", ""],
    ["unformatted, if the browser cannot format it exactly", "delete JSON.rawJSON;"],
  ])("%s", async (_, script) => {
    await using tab = await BrowserTab.open({ url: service.url, viewport: { width: 1280, height: 900 } });
    if (script !== "") await tab.page.addInitScript(script);
    await goTo(tab, LIST);
    const form = await openForm(tab, LIST_TITLE);
    await send(form);
    await isAnswered(form);
    const space = script === "" ? " " : "";
    await form.getByText(`"petId":${space}-${ABOVE_2_53},`).first().waitFor();
  });
});

// What a browser shows that is too old for the dashboard: one sentence, in its language, and nothing of the page.

import { expect, setDefaultTimeout, test } from "bun:test";
import { sharedService } from "../support/shared-service.ts";
import { BrowserTab } from "../support/browser.ts";

setDefaultTimeout(120_000);

const { service } = await sharedService(["1,5,available"]);

test.each([
  [
    "a function",
    "en-US",
    "delete Array.prototype.findLastIndex",
    /^This browser is too old for this page\. .*: Chrome 109, /,
  ],
  ["a style", "pt-BR", "CSS.supports = () => false", /^Este navegador é antigo demais .* Firefox 115, /],
  ["CSS.supports", "ja", "delete globalThis.CSS", /^This browser is too old .* Safari 16\.4$/],
])("without %s, in %s", async (_, locale, script, sentence) => {
  await using tab = await BrowserTab.open({ url: service.url, locale });
  await tab.page.addInitScript(script);
  await tab.page.goto(service.url);
  await tab.page.getByRole("alert").waitFor();
  expect(await tab.page.locator("#dashboard").innerText()).toMatch(sentence);
  expect(await tab.page.getByLabel("API key").count()).toBe(0);
});

test("a browser that has all sees the page alone", async () => {
  await using tab = await BrowserTab.open({ url: service.url });
  await tab.page.goto(service.url);
  await tab.page.getByLabel("API key").waitFor();
  expect(await tab.page.getByText(/too old/).count()).toBe(0);
});

test("a browser without JavaScript is told, too", async () => {
  await using tab = await BrowserTab.open({ url: service.url, javaScriptEnabled: false });
  await tab.page.goto(service.url);
  expect(await tab.page.locator("#dashboard").innerText()).toContain("needs JavaScript, in Chrome 109");
});

// The tests' browser reports the errors of a page.

import { expect, setDefaultTimeout, test } from "bun:test";
import { BrowserTab, judgePages } from "./browser.ts";
import { until } from "./until.ts";

setDefaultTimeout(120_000);

const POLICY = "default-src 'self'; script-src 'unsafe-inline'; connect-src *";

/** A page with this script, from a server of its own. */
function serving(script: string) {
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) =>
      new URL(url).pathname === "/"
        ? new Response(`<!doctype html><title>A page</title><script>${script}</script>`, {
            headers: { "Content-Type": "text/html", "Content-Security-Policy": POLICY },
          })
        : new Response("no", { status: 404 }),
  });
}

/** The error of a test that opens this page; undefined if it passes. */
async function failureOf(script: string, expected: readonly RegExp[] = []): Promise<string | undefined> {
  const server = serving(script);
  try {
    await using tab = await BrowserTab.open({ url: server.url.href });
    for (const pattern of expected) tab.expectProblem(pattern);
    await tab.page.goto(server.url.href);
    // Not waitForFunction: it looks again by eval, which the page's policy forbids.
    await until("the request to end", () => tab.page.evaluate<boolean>("window.finished !== false"));
  } finally {
    await server.stop(true);
  }
  try {
    judgePages();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

test("a page without errors passes", async () => {
  expect(await failureOf("document.title")).toBeUndefined();
});

test.each([
  ["an uncaught error", "throw new Error('broken')", /uncaught: .*broken/],
  ["an error on the console", "console.error('out of order')", /out of order/],
  [
    "a violation of the policy",
    "document.write('<style>p{}</style>')",
    /content security policy: style-src/i,
  ],
  [
    "a request that the service refuses",
    "window.finished = false; fetch('/nothing').then(() => (window.finished = true))",
    /404/,
  ],
  [
    "a request to another host",
    "window.finished = false; fetch('http://localhost:1/').catch(() => (window.finished = true))",
    /request to another host: http:\/\/localhost:1\//,
  ],
])("%s fails the test, unless it was expected", async (_, script, problem) => {
  expect(await failureOf(script)).toMatch(problem);
  expect(await failureOf(script, [/./])).toBeUndefined();
});

test("an expected problem that does not occur fails the test", async () => {
  expect(await failureOf("document.title", [/broken/])).toMatch(/never came: \/broken\//);
});

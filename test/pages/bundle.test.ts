// Bundling pages from source, and errors in that source.

import { expect, test } from "bun:test";
import { makeAsset, sendAsset } from "../../src/http/assets.ts";
import { RefusalLog } from "../../src/http/refusal-log.ts";
import { startServer } from "../../src/http/server.ts";
import type { Log, LogFields } from "../../src/inventory/ports.ts";
import { bundlePage } from "../../src/pages/bundle.ts";
import { lazy } from "../../src/pages/lazy.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

async function pageWith(folder: TemporaryFolder, script: string): Promise<{ index: string }> {
  const html = `<!doctype html><title>A page</title><link rel="stylesheet" href="./a.css" />
    <link rel="icon" href="./a.svg" /><script type="module" src="./a.ts"></script>`;
  await Bun.write(folder.file("index.html"), html);
  await Bun.write(folder.file("a.css"), "p { color: red; }");
  await Bun.write(folder.file("a.svg"), '<svg xmlns="http://www.w3.org/2000/svg"><g id="a" /></svg>');
  await Bun.write(folder.file("a.ts"), script);
  return { index: folder.file("index.html") };
}

const textOf = (file: { bytes: Uint8Array }) => new TextDecoder().decode(file.bytes);

test("a page references its files in their folder, by names with a hash of the content", async () => {
  using folder = new TemporaryFolder();
  const first = await bundlePage(await pageWith(folder, "const a: number = 1; alert(a);"), "/files/");
  expect(first.html.type).toBe("text/html;charset=utf-8");
  expect(first.files.map(({ type }) => type).toSorted()).toEqual([
    "image/svg+xml",
    "text/css;charset=utf-8",
    "text/javascript;charset=utf-8",
  ]);
  for (const { name } of first.files) {
    expect(name).toMatch(/^[a-z]+-[0-9a-z]{8}\.[a-z]+$/);
    expect(textOf(first.html)).toContain(`"/files/${name}"`);
  }
  const second = await bundlePage(await pageWith(folder, "alert(2);"), "/files/");
  const names = (bundle: typeof first) => bundle.files.map(({ name }) => name).toSorted();
  expect(names(second).filter((name) => !names(first).includes(name))).toHaveLength(1);
});

test("a page that does not build gives 500 and logs the reason, until its source is fixed", async () => {
  using folder = new TemporaryFolder();
  const failures: LogFields[] = [];
  const error = (_: string, fields: LogFields = {}) => void failures.push(fields);
  const log: Log = { debug: () => {}, info: () => {}, warn: () => {}, error };
  let script = "alert(";
  const page = lazy(async () => {
    const { html } = await bundlePage(await pageWith(folder, script), "/files/");
    return makeAsset(html);
  });
  const routes = { "/page": { GET: sendAsset(page) } };
  const server = startServer({
    host: "127.0.0.1",
    port: 0,
    routes,
    refusals: new RefusalLog(log),
    clientOf: () => "",
  });
  try {
    for (let time = 1; time <= 2; time += 1) {
      const response = await fetch(`${server.url}/page`);
      expect(response.status).toBe(500);
      expect(await response.json()).toMatchObject({ code: "internal_error", status: 500 });
      expect(failures).toHaveLength(time);
      expect(failures.at(-1)!["cause"]).toMatch(/does not build:\n.*a\.ts:1: /);
    }
    script = "alert(1);";
    expect((await fetch(`${server.url}/page`)).status).toBe(200);
  } finally {
    await server.abort();
  }
});

// Bundling pages from source, and errors in that source.

import { expect, test } from "bun:test";
import { makeAsset, sendAsset } from "../../src/http/assets.ts";
import { RefusalLog } from "../../src/http/refusal-log.ts";
import { startServer } from "../../src/http/server.ts";
import type { Log, LogFields } from "../../src/inventory/log.ts";
import { build } from "../../src/pages/bundle.ts";
import { lazy } from "../../src/pages/lazy.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

async function pageWith(folder: TemporaryFolder, files: Record<string, string> = {}): Promise<string> {
  const all = {
    "index.html": `<!doctype html><title>A page</title><link rel="stylesheet" href="./a.css" />
      <link rel="icon" href="./a.svg" /><script type="module" src="./a.ts"></script>`,
    "a.css": "p { color: red; }",
    "a.svg": '<svg xmlns="http://www.w3.org/2000/svg"><g id="a" /></svg>',
    "a.ts": "const a: number = 1; alert(a);",
    ...files,
  };
  for (const [name, text] of Object.entries(all)) await Bun.write(folder.file(name), text);
  return folder.file("index.html");
}

const textOf = (file: { bytes: Uint8Array }) => new TextDecoder().decode(file.bytes);
const namesIn = (file: { bytes: Uint8Array }) =>
  [...textOf(file).matchAll(/"\/assets\/([^"]+)"/g)].map(([, name]) => name!);

test("a page references its files in their folder, by names with a hash of the content", async () => {
  using folder = new TemporaryFolder();
  const first = await build(await pageWith(folder));
  expect(first.entry.type).toBe("text/html;charset=utf-8");
  expect(first.files.map(({ type }) => type).toSorted()).toEqual([
    "image/svg+xml",
    "text/css;charset=utf-8",
    "text/javascript;charset=utf-8",
  ]);
  for (const { name } of first.files) {
    expect(name).toMatch(/^[a-z]+-[0-9a-z]{8}\.[a-z]+$/);
    expect(namesIn(first.entry)).toContain(name);
  }
  const second = await build(await pageWith(folder, { "a.ts": "alert(2);" }));
  const names = (bundle: typeof first) => bundle.files.map(({ name }) => name).toSorted();
  expect(names(second).filter((name) => !names(first).includes(name))).toHaveLength(1);
});

test("code that a page loads later is a file of its own, which shares the page's code", async () => {
  using folder = new TemporaryFolder();
  const entry = await pageWith(folder, {
    "a.ts":
      'import { shared } from "./shared.ts"; shared("now"); addEventListener("click", async () => (await import("./late.ts")).late());',
    "late.ts": 'import { shared } from "./shared.ts"; export const late = () => shared("later");',
    "shared.ts": "export const shared = (when: string) => alert(`shared ${when}`);",
  });
  const { entry: page, files } = await build(entry);
  const isNamed = ({ name }: { name: string }) => namesIn(page).includes(name);
  const scripts = files.filter(({ type }) => type.startsWith("text/javascript"));
  const [first, ...others] = scripts.filter(isNamed);
  const [late, ...more] = scripts.filter((file) => !isNamed(file));
  expect([others, more]).toEqual([[], []]);
  expect(namesIn(first!)).toContain(late!.name);
  expect(textOf(late!)).toContain('"later"');
  expect(namesIn(late!)).toEqual([first!.name]);
  expect(scripts.filter((file) => textOf(file).includes("shared "))).toEqual([first!]);
});

test("a name stands for one content, also of files that reference others", async () => {
  using folder = new TemporaryFolder();
  const sources = {
    "a.ts": 'import "./shared.ts"; addEventListener("click", () => import("./late.ts"));',
    "shared.ts": "alert(1);",
    "late.ts": 'import "./late.css?late"; import "./shared.ts"; import("./later.ts");',
    "later.ts": "alert(3);",
    "late.css": ".late { color: blue; }",
  };
  const contents = new Map<string, string>();
  for (const [changed, text] of [
    ["later.ts", "alert(4);"],
    ["late.css", ".late { color: green; }"],
    ["shared.ts", "alert(2);"],
    ["a.css", "p { color: blue; }"],
  ] as const) {
    for (const files of [sources, { ...sources, [changed]: text }]) {
      const bundle = await build(await pageWith(folder, files));
      for (const file of bundle.files) {
        expect([file.name, contents.get(file.name) ?? textOf(file)]).toEqual([file.name, textOf(file)]);
        contents.set(file.name, textOf(file));
      }
    }
  }
});

test("a style sheet that is imported as late comes with its module, and is not in the page's sheet", async () => {
  using folder = new TemporaryFolder();
  const entry = await pageWith(folder, {
    "a.ts": 'addEventListener("click", () => import("./late.ts"));',
    "late.ts": 'import "./late.css?late"; alert("late");',
    "late.css": '@import "./more.css"; .late { color: blue; }',
    "more.css": ".more { color: green; }",
  });
  const { entry: page, files } = await build(entry);
  const sheets = files.filter(({ type }) => type.startsWith("text/css"));
  expect(sheets).toHaveLength(2);
  const late = sheets.find((file) => textOf(file).includes(".late"))!;
  expect(late.name).toMatch(/^late-[0-9a-z]{8}\.css$/);
  expect(textOf(late)).toContain(".more");
  expect(namesIn(page)).not.toContain(late.name);
  const importers = files.filter((file) => namesIn(file).includes(late.name));
  expect(importers.map((file) => textOf(file).includes('"late"'))).toEqual([true]);
  await Bun.write(folder.file("late.css"), '@import "./missing.css";');
  await expect(build(entry)).rejects.toThrow(/late\.css does not build:\n.*missing\.css/);
});

test("a worker's script is an entry without a page", async () => {
  using folder = new TemporaryFolder();
  await Bun.write(folder.file("worker.ts"), "postMessage(1 as number);");
  const { entry, files } = await build(folder.file("worker.ts"));
  expect(entry.type).toBe("text/javascript;charset=utf-8");
  expect(textOf(entry)).toContain("postMessage(1)");
  expect(files).toEqual([]);
});

test("a page that does not build gives 500 and logs the reason, until its source is fixed", async () => {
  using folder = new TemporaryFolder();
  const failures: LogFields[] = [];
  const error = (_: string, fields: LogFields = {}) => void failures.push(fields);
  const log: Log = { debug: () => {}, info: () => {}, warn: () => {}, error };
  let script = "alert(";
  const page = lazy(async () => {
    const { entry } = await build(await pageWith(folder, { "a.ts": script }));
    return makeAsset(entry);
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

// The files of the dashboard that a browser loads before sign-in, and those that come only with a page or a dialog.

import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Bundle, type BundledFile } from "../../src/pages/bundle.ts";

const SOURCE = join(import.meta.dir, "../../src");
/** Gzipped, with the page's icon. */
const BYTES_MAX = 60_000;

let bundle: Bundle;
/** The page and all that it references, with the scripts that those import statically. */
let initial: readonly BundledFile[];

beforeAll(async () => {
  bundle = await build(join(SOURCE, "dashboard/index.html"));
  initial = loadedBy(bundle, bundle.entry);
});

const textOf = ({ bytes }: BundledFile): string => new TextDecoder().decode(bytes);

/** A file and what browsers load because of it: references of a page, static imports of a script. */
function loadedBy({ files }: Bundle, first: BundledFile): readonly BundledFile[] {
  const loaded = [first];
  for (const file of loaded) {
    const reference = file.type.startsWith("text/html")
      ? /="\/assets\/([^"]+)"/g
      : /(?:from|import)"\/assets\/([^"]+)"/g;
    const names = new Set([...textOf(file).matchAll(reference)].map(([, name]) => name));
    loaded.push(...files.filter((each) => names.has(each.name) && !loaded.includes(each)));
  }
  return loaded;
}

test("before sign-in less than 60 KB are loaded, gzipped", () => {
  const sizes = initial.map((file) => ({
    name: file.name,
    bytes: gzipSync(file.bytes, { level: 9 }).length,
  }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(
    `dashboard, gzipped: ${total} bytes (${sizes.map(({ name, bytes }) => `${name} ${bytes}`).join(", ")})`,
  );
  expect(sizes.length).toBeGreaterThan(2);
  expect(total).toBeLessThan(BYTES_MAX);
});

const WORKBOOK_MARK = "End of Central Directory not found";

/** Texts of the code, which minifying keeps. */
test.each([
  ["the chart of /trends", "u-legend"],
  ["CSV files", "a double quote in this row is never closed"],
  ["QR codes", "Data too long"],
  ["workbooks", WORKBOOK_MARK],
])("the code of %s is loaded later", (_, mark) => {
  const scriptsWithMark = (files: readonly BundledFile[]): string[] =>
    files
      .filter((file) => file.type.startsWith("text/javascript") && textOf(file).includes(mark))
      .map(({ name }) => name);
  expect(scriptsWithMark(bundle.files)).not.toEqual([]);
  expect(scriptsWithMark(initial)).toEqual([]);
});

test("the import's worker loads the code of workbooks when it reads one", async () => {
  const worker = await build(join(SOURCE, "dashboard/transfer/import-worker.ts"));
  const loaded = loadedBy(worker, worker.entry);
  expect(worker.files.some((file) => textOf(file).includes(WORKBOOK_MARK))).toBe(true);
  expect(loaded.filter((file) => textOf(file).includes(WORKBOOK_MARK))).toEqual([]);
});

test("the service worker is one script without imports, as browsers without module workers need it", async () => {
  const { entry, files } = await build(join(SOURCE, "dashboard/service-worker.ts"));
  expect(files).toEqual([]);
  expect(textOf(entry)).not.toMatch(/\b(?:import|export)\b/);
});

// Every test file is in one of the two halves of the suite, and the lists name only existing files.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { filesOf, NAMED } from "../halves.ts";

const ROOT = join(import.meta.dir, "../..");
const files = [...new Bun.Glob("test/**/*.test.ts").scanSync(ROOT)];

test("each test file is in one of the halves, or in both", () => {
  const run = new Set([...filesOf("quick", files), ...filesOf("long", files)]);
  expect(files.filter((file) => !run.has(file))).toEqual([]);
});

test("each name in the lists is that of a test file or a folder with tests", () => {
  expect(NAMED.filter((name) => !files.some((file) => file === name || file.startsWith(name)))).toEqual([]);
});

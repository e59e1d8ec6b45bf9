// The decisions are named by their numbers, so no two have the same.

import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dir, "../../docs/decisions");

test("decisions are numbered from 1, each number once, and the heading has the file's number", () => {
  const names = readdirSync(FOLDER).toSorted();
  names.forEach((name, index) => {
    expect(name).toStartWith(`${String(index + 1).padStart(4, "0")}-`);
    expect(readFileSync(join(FOLDER, name), "utf8")).toStartWith(`# ${index + 1}. `);
  });
});

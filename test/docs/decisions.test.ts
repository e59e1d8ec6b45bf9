// Decision records are numbered without gaps.

import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dir, "../../docs/decisions");

test("decisions are numbered without gaps, and each heading repeats its number", () => {
  const names = readdirSync(FOLDER).toSorted();
  const numbers = names.map((name) => Number(/^([0-9]{4})-/.exec(name)?.[1]));
  expect(numbers).toEqual(names.map((_, index) => index + 1));
  for (const [index, name] of names.entries()) {
    expect(readFileSync(join(FOLDER, name), "utf8")).toStartWith(`# ${numbers[index]}. `);
  }
});

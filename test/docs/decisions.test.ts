// Decision records have unique numbers.

import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dir, "../../docs/decisions");

test("each decision has a unique number, which its heading repeats", () => {
  const names = readdirSync(FOLDER);
  const numbers = names.map((name) => Number(/^([0-9]{4})-/.exec(name)?.[1]));
  expect(new Set(numbers).size).toBe(names.length);
  for (const [index, name] of names.entries()) {
    expect(readFileSync(join(FOLDER, name), "utf8")).toStartWith(`# ${numbers[index]}. `);
  }
});

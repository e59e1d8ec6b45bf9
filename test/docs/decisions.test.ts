// Decision records are numbered without gaps, and their index lists each with its state.

import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dir, "../../docs/decisions");
const INDEX = "README.md";
const names = readdirSync(FOLDER)
  .filter((name) => name !== INDEX)
  .toSorted();

function read(name: string): string {
  return readFileSync(join(FOLDER, name), "utf8");
}

/** The state in the line below a record's heading, as the index writes it. */
function stateIn(record: string): string {
  const line = record.split("\n")[2] ?? "";
  const stated = /^(Changed|Replaced) by (.+)\.$/.exec(line);
  return stated === null ? "in force" : `${stated[1]!.toLowerCase()} by ${stated[2]}`;
}

test("decisions are numbered without gaps, and each heading repeats its number", () => {
  const numbers = names.map((name) => Number(/^([0-9]{4})-/.exec(name)?.[1]));
  expect(numbers).toEqual(names.map((_, index) => index + 1));
  for (const [index, name] of names.entries()) {
    expect(read(name)).toStartWith(`# ${numbers[index]}. `);
  }
});

test("the index lists every decision with its title and state", () => {
  const rows = read(INDEX)
    .split("\n")
    .filter((line) => line.startsWith("| ["))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([, number, title, state]) => ({ number, title, state }));
  const expected = names.map((name) => {
    const record = read(name);
    const title = /^# [0-9]+\. (.+)$/m.exec(record)![1]!;
    return { number: `[${name.slice(0, 4)}](${name})`, title, state: stateIn(record) };
  });
  expect(rows).toEqual(expected);
});

test("a decision is changed or replaced by later decisions that exist", () => {
  for (const name of names) {
    for (const [, number, target] of stateIn(read(name)).matchAll(/\[([0-9]{4})\]\(([^)]+)\)/g)) {
      expect(names).toContain(target!);
      expect(target).toStartWith(`${number}-`);
      expect(Number(number)).toBeGreaterThan(Number(name.slice(0, 4)));
    }
  }
});

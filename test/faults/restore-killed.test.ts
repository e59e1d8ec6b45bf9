// petstock backup and petstock restore killed at chosen and at random moments: they are all or nothing. After SIGTERM
// or SIGINT they leave no files.

import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { csvOf, Inventory, manyRows } from "../cli/inventory.ts";
import { openSqlite } from "../sqlite/embedded.ts";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import { runAndKill, runUntil, timeOf } from "./ended-command.ts";

const ROUNDS = sized({ quick: 2, hours: 80 });
setDefaultTimeout(60_000 + ROUNDS * 15_000);

const PETS = sized({ quick: 10_000, hours: 20_000 });
/** The quantity of each pet in the inventory of a backup. */
const CONTENTS = [() => 1, (petId: number) => petId % 1_000] as const;
const FILES = ["petstock.db", "0.backup", "1.backup"];

let made: Inventory;

beforeAll(async () => {
  made = new Inventory();
  for (const [i, content] of CONTENTS.entries()) {
    await made.runOrThrow(["import", "-", "--format", "csv"], { stdin: csvOf(manyRows(PETS, content)) });
    await made.runOrThrow(["backup", `${i}.backup`]);
  }
});

afterAll(() => made[Symbol.dispose]());

/** A database with the second content, and a backup of each content. */
function makeInventory(): Inventory {
  const inventory = new Inventory();
  for (const name of FILES) copyFileSync(made.folder.file(name), inventory.folder.file(name));
  return inventory;
}

/** Names in the folder, without those of the beginning and the note of the last backup. */
function newNames({ folder }: Inventory): string[] {
  const names = readdirSync(folder.path).filter((name) => !name.includes(".last-backup"));
  return names.filter((name) => !FILES.includes(name.replace(/-(?:wal|shm)$/, "")));
}

function tidy(inventory: Inventory): void {
  for (const name of newNames(inventory)) rmSync(inventory.folder.file(name));
}

/** Which content the database has; throws if it has neither, or verify fails. */
async function contentOf(path: string): Promise<number> {
  await using store = await openSqlite(path, { create: false });
  const { problems, pets } = await store.verify();
  expect({ problems, pets }).toEqual({ problems: [], pets: PETS });
  const quantities: number[] = [];
  await store.readAll((items) => void quantities.push(...items.map(({ quantity }) => quantity)));
  const at = CONTENTS.findIndex((content) => quantities.every((quantity, i) => quantity === content(i + 1)));
  expect(at).not.toBe(-1);
  return at;
}

/** The tables that a restore has prepared, or replaced. */
function stagedTablesIn(path: string): number {
  using db = new Database(path, { readwrite: true });
  db.run("PRAGMA busy_timeout = 5000");
  return db.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name LIKE 'restoring%'").values()
    .length;
}

describe("a killed restore leaves the whole old or the whole new inventory", () => {
  const named = (sign: RegExp) => (inventory: Inventory) =>
    newNames(inventory).some((name) => sign.test(name));
  test.each<[string, (inventory: Inventory) => boolean]>([
    ["while the file is checked", named(/\.restoring$/)],
    ["while its rows are prepared", ({ path }) => stagedTablesIn(path) > 0],
    ["while what is there is kept", named(/before-restore.*\.partial$/)],
    ["while it is replaced", named(/before-restore[^.]*\.\d+Z$/)],
  ])("%s", async (moment, isNow) => {
    using inventory = makeInventory();
    let present = 1;
    const restore = () =>
      runUntil(inventory, ["restore", `${1 - present}.backup`, "--yes"], {
        isNow: () => isNow(inventory),
      });
    // The moment may be over before it is polled: then again, with the other content.
    while (await restore()) {
      present = 1 - present;
      tidy(inventory);
    }
    const left = (await contentOf(inventory.path)) === present ? "old" : "new";
    console.log(`a restore of ${PETS} pets, killed ${moment}: the ${left} inventory`);
    // Also while a killed one has left rows, the database works.
    await inventory.runOrThrow(["backup", "left.backup"]);
    expect(await contentOf(inventory.folder.file("left.backup"))).toBe(
      left === "old" ? present : 1 - present,
    );
    await inventory.runOrThrow(["restore", "0.backup", "--yes"]);
    expect(await contentOf(inventory.path)).toBe(0);
    expect(stagedTablesIn(inventory.path)).toBe(0);
  });
});

test(`a restore killed at any moment leaves the old or the new inventory (${ROUNDS} rounds)`, async () => {
  const random = randomFrom(SEED);
  using inventory = makeInventory();
  const wholeMs = await timeOf(inventory, ["restore", "0.backup", "--yes"]);
  tidy(inventory);
  let [present, replaced] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const restore = ["restore", `${1 - present}.backup`, "--yes"];
    // The first restore is not killed.
    const limitMs = round === 0 ? Number.POSITIVE_INFINITY : wholeMs;
    const ended = await runAndKill(inventory, restore, { wholeMs: limitMs, random });
    const after = await contentOf(inventory.path);
    if (ended) expect(after).toBe(1 - present);
    if (after !== present) {
      replaced += 1;
      // The replaced inventory is complete in a file of its own.
      const kept = newNames(inventory).find((name) => name.endsWith("Z"));
      expect(await contentOf(inventory.folder.file(kept!))).toBe(present);
    }
    present = after;
    tidy(inventory);
  }
  expect(replaced).toBeGreaterThan(0);
  console.log(
    `restores of ${PETS} pets, killed: ${ROUNDS} rounds, ${replaced} done, the others not at all; seed ${SEED}`,
  );
});

test(`without a database, a killed restore creates all of it or nothing (${ROUNDS} rounds)`, async () => {
  const random = randomFrom(SEED + 1);
  using inventory = makeInventory();
  rmSync(inventory.path);
  const wholeMs = await timeOf(inventory, ["restore", "0.backup", "--yes"]);
  for (let round = 0; round < ROUNDS; round++) {
    rmSync(inventory.path, { force: true });
    tidy(inventory);
    const ended = await runAndKill(inventory, ["restore", "0.backup", "--yes"], { wholeMs, random });
    if (ended) expect(existsSync(inventory.path)).toBe(true);
    if (existsSync(inventory.path)) expect(await contentOf(inventory.path)).toBe(0);
  }
});

test(`a killed backup leaves a complete file under its name, or none (${ROUNDS} rounds)`, async () => {
  const random = randomFrom(SEED + 2);
  using inventory = makeInventory();
  const wholeMs = await timeOf(inventory, ["backup", "whole"]);
  const { size } = statSync(inventory.folder.file("whole"));
  tidy(inventory);
  for (let round = 0; round < ROUNDS; round++) {
    const ended = await runAndKill(inventory, ["backup", "new"], { wholeMs, random });
    if (ended) expect(newNames(inventory)).toEqual(["new"]);
    if (newNames(inventory).includes("new")) {
      expect(statSync(inventory.folder.file("new")).size).toBe(size);
      expect(await contentOf(inventory.folder.file("new"))).toBe(1);
    }
    tidy(inventory);
  }
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s leaves no temporary files and changes nothing",
  async (signal) => {
    using inventory = makeInventory();
    const completed = (args: readonly string[]) =>
      runUntil(inventory, args, { isNow: () => newNames(inventory).length > 0, signal });
    // The command may have completed before the signal.
    const isDone = await completed(["backup", "new"]);
    expect(newNames(inventory)).toEqual(isDone ? ["new"] : []);
    tidy(inventory);
    expect(await completed(["restore", "0.backup", "--yes"])).toBe(false);
    expect(newNames(inventory)).toEqual([]);
    expect(await contentOf(inventory.path)).toBe(1);
  },
);

// petstock compact killed at any moment: the content of the database is unchanged, and the next run completes the work.

import { expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, rmSync, statSync } from "node:fs";
import { age } from "../cli/age.ts";
import { csvOf, Inventory, manyRows } from "../cli/inventory.ts";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import { runUntil, timeOf } from "./ended-command.ts";

const ROUNDS = sized({ quick: 1, hours: 60 });
setDefaultTimeout(60_000 + ROUNDS * 15_000);

const PETS = sized({ quick: 5_000, hours: 20_000 });
const COMPACT = ["compact"];

/** Half of its pages were freed by a prune. */
async function makePruned(): Promise<Inventory> {
  const inventory = new Inventory();
  for (let quantity = 1; quantity <= 3; quantity++) {
    const stdin = csvOf(manyRows(PETS, () => quantity));
    await inventory.runOrThrow(["import", "-", "--format", "csv"], { stdin });
  }
  age(inventory.path, 100);
  await inventory.runOrThrow(["prune", "--before", "90d"]);
  return inventory;
}

test(`a killed compaction changes nothing, and the next one completes it (${ROUNDS} rounds)`, async () => {
  const random = randomFrom(SEED);
  using inventory = await makePruned();
  const large = inventory.folder.file("large.db");
  copyFileSync(inventory.path, large);
  const before = await inventory.state();
  const wholeMs = await timeOf(inventory, COMPACT);
  let ended = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (const part of ["-wal", "-shm"]) rmSync(inventory.path + part, { force: true });
    copyFileSync(large, inventory.path);
    const killMs = (0.3 + 0.8 * random()) * wholeMs;
    if (await runUntil(inventory, COMPACT, { isNow: (ranMs) => ranMs > killMs })) ended += 1;
    expect(await inventory.state()).toEqual(before);
    await inventory.runOrThrow(COMPACT);
    expect(statSync(inventory.path).size).toBeLessThan(statSync(large).size / 1.3);
    expect(await inventory.state()).toEqual(before);
  }
  console.log(`compactions, killed: ${ROUNDS} rounds, ${ended} of them done by then; seed ${SEED}`);
});

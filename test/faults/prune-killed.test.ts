// petstock prune killed at any moment: the stock is unchanged, the ledger folds to it, and the next prune completes the
// work.

import { expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, rmSync } from "node:fs";
import { age } from "../cli/age.ts";
import { csvOf, Inventory, manyRows } from "../cli/inventory.ts";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import { runUntil, timeOf } from "./ended-command.ts";

const ROUNDS = sized({ quick: 1, hours: 100 });
setDefaultTimeout(60_000 + ROUNDS * 15_000);

const PETS = sized({ quick: 5_000, hours: 20_000 });
const IMPORTS = 5;
const PRUNE = ["prune", "--before", "90d"];

/** Imports of a hundred days ago; each changes every pet. */
async function makeOldHistory(): Promise<Inventory> {
  const inventory = new Inventory();
  for (let quantity = 1; quantity <= IMPORTS; quantity++) {
    const stdin = csvOf(manyRows(PETS, () => quantity));
    await inventory.runOrThrow(["import", "-", "--format", "csv"], { stdin });
  }
  age(inventory.path, 100);
  return inventory;
}

test(`a killed prune changes no stock, and the next one completes it (${ROUNDS} rounds)`, async () => {
  const random = randomFrom(SEED);
  using inventory = await makeOldHistory();
  const old = inventory.folder.file("old.db");
  copyFileSync(inventory.path, old);
  const before = await inventory.state();
  expect(before.movements).toBe(IMPORTS * PETS);
  const wholeMs = await timeOf(inventory, PRUNE);
  let begun = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (const part of ["-wal", "-shm"]) rmSync(inventory.path + part, { force: true });
    copyFileSync(old, inventory.path);
    const killMs = (0.3 + 0.8 * random()) * wholeMs;
    const ended = await runUntil(inventory, PRUNE, { isNow: (ranMs) => ranMs > killMs });
    const killed = await inventory.state();
    expect(killed.csv === before.csv).toBe(true);
    expect(killed.position).toEqual(before.position);
    if (ended) expect(killed.movements).toBe(PETS);
    if (killed.movements < before.movements && killed.movements > PETS) begun += 1;
    await inventory.runOrThrow(PRUNE);
    const after = await inventory.state();
    expect({ ...after, csv: "" }).toEqual({ ...before, csv: "", movements: PETS });
  }
  console.log(
    `prunes, killed: ${ROUNDS} rounds, ${begun} of them half done, each ended by the next; seed ${SEED}`,
  );
});

// petstock prune and petstock compact killed at any moment: the stock is unchanged, the ledger folds to it, and the next run
// completes the work.

import { expect, setDefaultTimeout, test } from "bun:test";
import { copyFileSync, rmSync, statSync } from "node:fs";
import { age } from "../cli/age.ts";
import { csvOf, Inventory, manyRows } from "../cli/inventory.ts";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import { runAndKill, timeOf } from "./ended-command.ts";

const ROUNDS = sized({ quick: 1, hours: 100 });
setDefaultTimeout(60_000 + ROUNDS * 15_000);

const PETS = sized({ quick: 5_000, hours: 20_000 });
const PRUNE = ["prune", "--before", "90d"];
const COMPACT = ["compact"];

/** With so many imports of a hundred days ago; each changed every pet. */
async function makeOldHistory(imports: number): Promise<Inventory> {
  const inventory = new Inventory();
  for (let quantity = 1; quantity <= imports; quantity++) {
    const stdin = csvOf(manyRows(PETS, () => quantity));
    await inventory.runOrThrow(["import", "-", "--format", "csv"], { stdin });
  }
  age(inventory.path, 100);
  return inventory;
}

/** Copies the database; `putBack` makes it as it was then. */
function copyOf({ folder, path }: Inventory) {
  const copy = folder.file("copy.db");
  copyFileSync(path, copy);
  const putBack = () => {
    for (const part of ["-wal", "-shm"]) rmSync(path + part, { force: true });
    copyFileSync(copy, path);
  };
  return { bytes: statSync(copy).size, putBack };
}

test(`a killed prune changes no stock, and the next one completes it (${ROUNDS} rounds)`, async () => {
  const random = randomFrom(SEED);
  const imports = 5;
  using inventory = await makeOldHistory(imports);
  const { putBack } = copyOf(inventory);
  const before = await inventory.state();
  expect(before.movements).toBe(imports * PETS);
  const wholeMs = await timeOf(inventory, PRUNE);
  let begun = 0;
  for (let round = 0; round < ROUNDS; round++) {
    putBack();
    const ended = await runAndKill(inventory, PRUNE, { wholeMs, random });
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

test(`a killed compaction changes nothing, and the next one completes it (${ROUNDS} rounds)`, async () => {
  const random = randomFrom(SEED);
  using inventory = await makeOldHistory(3);
  // Frees half of its pages.
  await inventory.runOrThrow(PRUNE);
  const { bytes, putBack } = copyOf(inventory);
  const before = await inventory.state();
  const wholeMs = await timeOf(inventory, COMPACT);
  let ended = 0;
  for (let round = 0; round < ROUNDS; round++) {
    putBack();
    if (await runAndKill(inventory, COMPACT, { wholeMs, random })) ended += 1;
    expect(await inventory.state()).toEqual(before);
    await inventory.runOrThrow(COMPACT);
    expect(statSync(inventory.path).size).toBeLessThan(bytes / 1.3);
    expect(await inventory.state()).toEqual(before);
  }
  console.log(`compactions, killed: ${ROUNDS} rounds, ${ended} of them done by then; seed ${SEED}`);
});

// Large changes replace rows without SQLite's checks of each column: the ledger checks all values at once.

import { expect, test } from "bun:test";
import type { StagedRow } from "../../src/inventory/import.ts";
import { QUANTITY_MAX } from "../../src/inventory/item.ts";
import { createPet, expectConsistent, item, itemsOf, positionOf } from "../store/engine.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { openSqlite, storeErrorOf } from "./embedded.ts";

const BY = { actor: "test", keyId: null, requestId: null };

test.each<[what: string, row: Partial<StagedRow>, message: RegExp]>([
  ["a negative quantity", { quantity: -1 }, /quantities are -1 to 5,/],
  ["a quantity that is too large", { quantity: QUANTITY_MAX + 1 }, /quantities are 5 to 2147483648,/],
  ["an unknown status", { quantity: 7, status: "lost" as "sold" }, /a status is unknown/],
])("%s is refused with its whole revision, for present and new pets", async (_, invalid, message) => {
  using folder = new TemporaryFolder();
  await using store = await openSqlite(folder.file("petstock.db"));
  await store.commit([createPet(1n, 1)]);
  const before = await positionOf(store);
  for (const petId of [1n, 2n]) {
    await using stage = await store.stageImport();
    await stage.add([
      { petId, line: 1, ...invalid },
      { petId: 3n, line: 2, quantity: 5 },
    ]);
    const options = { dryRun: false, replace: false, reason: "import", by: BY } as const;
    const error = await storeErrorOf(stage.apply(options));
    expect(error.code).toBe("refused");
    expect(error.message).toMatch(message);
  }
  expect(await positionOf(store)).toEqual(before);
  expect(await itemsOf(store)).toEqual([item(1n, 1)]);
  await expectConsistent(store);
});

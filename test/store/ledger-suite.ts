// The ledger, on every engine: who changed what, newest first, and the proof that it folds to the stock, which must fail
// after tampering with either.

import { expect } from "bun:test";
import type { Origin } from "../../src/inventory/movement.ts";
import { databaseTests } from "./database-tests.ts";
import {
  ledgerOf,
  COMMAND_ORIGIN,
  createPet,
  type Engine,
  everythingOf,
  importRows,
  makeHistory,
  positionOf,
  setTo,
} from "./engine.ts";

export function describeLedger(engine: Engine): void {
  const test = databaseTests(engine);

  test("movements come newest first, up to the limit", async (store) => {
    await store.commit(Array.from({ length: 10 }, (_, i) => createPet(1n, i + 1)));
    await store.commit([setTo(1n, 20)]);
    const revisions = async (limit: number) =>
      (await ledgerOf(store, { limit })).map(({ revision }) => revision);
    expect(await revisions(3)).toEqual([11, 10, 9]);
    expect(await revisions(1)).toEqual([11]);
    expect(await revisions(0)).toEqual([]);
    expect(await revisions(100)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test("a movement has the states before and after, the reason, the actor, the request and the time", async (store) => {
    const other: Origin = { actor: "key:Küche “2”", keyId: null, requestId: "req.2" };
    const started = Date.now();
    await store.commit([createPet(1n, 1, "pending")]);
    await store.commit([setTo(1n, 2, { by: other })]);
    await importRows(store, [], { replace: true });
    const ended = Date.now();
    const movements = await ledgerOf(store, { limit: 10 });
    const at = expect.any(Number);
    const link = (previous: number) => ({ note: null, undoes: null, previous });
    const [first, second] = [
      { quantity: 1, status: "pending" },
      { quantity: 2, status: "pending" },
    ] as const;
    expect(movements).toEqual([
      {
        revision: 3,
        petId: 1n,
        before: second,
        after: null,
        reason: "import",
        by: COMMAND_ORIGIN,
        at,
        ...link(2),
      },
      { revision: 2, petId: 1n, before: first, after: second, reason: "update", by: other, at, ...link(1) },
      {
        revision: 1,
        petId: 1n,
        before: null,
        after: first,
        reason: "set",
        by: COMMAND_ORIGIN,
        at,
        ...link(0),
      },
    ]);
    for (const movement of movements) {
      expect(movement.at).toBeGreaterThanOrEqual(started);
      expect(movement.at).toBeLessThanOrEqual(ended);
    }
  });

  test("verify counts what it has checked, and gives the revision", async (store) => {
    await makeHistory(store);
    const verification = await store.verify();
    expect(verification).toEqual({
      position: await positionOf(store),
      pets: 2,
      movements: 8,
      problems: [],
      missingIndexes: [],
    });
  });

  // Each tampers with the database once; verify must name a pet or a revision.
  const tamperings: readonly (readonly [string, ...string[]])[] = [
    ["a row's quantity", "UPDATE inventory SET quantity = quantity + 1 WHERE pet_id = 1"],
    ["a row's status", "UPDATE inventory SET status = 'sold' WHERE pet_id = 1"],
    ["a row's revision", "UPDATE inventory SET revision = 1 WHERE pet_id = 1"],
    ["a row, deleted", "DELETE FROM inventory WHERE pet_id = 1"],
    ["a removed pet's row, deleted", "DELETE FROM inventory WHERE pet_id = 3"],
    [
      "a row without a movement",
      "INSERT INTO inventory (pet_id, quantity, status, revision) VALUES (77, 1, 'sold', 1)",
    ],
    [
      "the last movement's after",
      "UPDATE ledger_entry SET quantity_after = 99 WHERE revision = 7 AND pet_id = 1",
    ],
    ["a movement's after", "UPDATE ledger_entry SET quantity_after = 99 WHERE revision = 4 AND pet_id = 1"],
    ["a movement's before", "UPDATE ledger_entry SET quantity_before = 99 WHERE revision = 4 AND pet_id = 1"],
    [
      "a movement's status",
      "UPDATE ledger_entry SET status_after = 'sold' WHERE revision = 4 AND pet_id = 1",
    ],
    [
      "a first movement's before",
      "UPDATE ledger_entry SET quantity_before = 0, status_before = 'sold' WHERE revision = 1",
    ],
    ["a first movement, deleted", "DELETE FROM ledger_entry WHERE revision = 1"],
    ["a movement in the middle, deleted", "DELETE FROM ledger_entry WHERE revision = 4"],
    ["one of an import's movements, deleted", "DELETE FROM ledger_entry WHERE revision = 6 AND pet_id = 3"],
    ["the last movement, deleted", "DELETE FROM ledger_entry WHERE revision = 7"],
    ["a movement under another pet", "UPDATE ledger_entry SET pet_id = 78 WHERE revision = 7"],
    ["the last movement's revision", "UPDATE ledger_entry SET revision = 70 WHERE revision = 7"],
    ["the whole ledger, deleted", "DELETE FROM ledger_entry"],
    [
      "a pet, wiped from stock and ledger alike",
      "DELETE FROM ledger_entry WHERE pet_id = 2",
      "DELETE FROM inventory WHERE pet_id = 2",
    ],
    [
      "the last change, taken back in stock and ledger alike",
      "DELETE FROM ledger_entry WHERE revision = 7",
      "UPDATE inventory SET quantity = 4, revision = 4 WHERE pet_id = 1",
    ],
    ["a wrong predecessor", "UPDATE ledger_entry SET previous = 1 WHERE revision = 7"],
    ["wrong totals", "UPDATE commit_mark SET quantity = quantity + 1 WHERE revision = 6"],
    ["a wrong sum of units", "UPDATE commit_mark SET total_out = total_out + 1 WHERE revision = 6"],
    ["a wrong number of movements", "UPDATE commit_mark SET movements = movements + 1 WHERE revision = 6"],
    ["a wrong number of pets", "UPDATE commit_mark SET sold = sold + 1"],
  ];
  test.each(tamperings)("verify fails for %s", async ({ store, database }, _, ...statements) => {
    await makeHistory(store);
    expect((await store.verify()).problems).toEqual([]);
    for (const sql of statements) await database.tamper(sql);
    const { problems } = await store.verify();
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThanOrEqual(20);
    for (const problem of problems) expect(problem).toMatch(/pet -?\d+|revision/);
  });

  test("verify names the first twenty problems of a badly damaged inventory, and changes nothing", async (store, database) => {
    await store.commit(Array.from({ length: 100 }, (_, i) => createPet(BigInt(i), 1, "sold")));
    await database.tamper("UPDATE inventory SET quantity = 2");
    const before = await everythingOf(store);
    expect((await store.verify()).problems).toHaveLength(20);
    expect(await everythingOf(store)).toEqual(before);
  });
}

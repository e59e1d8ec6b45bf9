// Reason, actor and key of a movement are stored once, as an origin that it names. Movements are read with those that they were
// written with, whatever else happened between two commits of a store.

import { expect } from "bun:test";
import type { MovementReason, Origin } from "../../src/inventory/movement.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { storeErrorOf } from "../sqlite/embedded.ts";
import { databaseTests } from "./database-tests.ts";
import {
  COMMAND_ORIGIN,
  createPet,
  type Engine,
  expectConsistent,
  importRows,
  ledgerOf,
  rows,
  setTo,
  TestDatabase,
} from "./engine.ts";
import { createActingKeys } from "./keys-suite.ts";

const key = (name: string): Origin => ({ actor: `key:${name}`, keyId: name, requestId: null });

/** Reason and author of each movement, oldest first. */
async function originsOf(store: InventoryStore): Promise<readonly (readonly unknown[])[]> {
  const movements = await ledgerOf(store);
  return movements.toReversed().map(({ reason, by }) => [reason, by.actor, by.keyId]);
}

export function describeOrigins(engine: Engine): void {
  const test = databaseTests(engine);

  test("each movement of a group has its own reason, actor and key", async (store) => {
    const by: readonly (readonly [MovementReason, Origin])[] = [
      ["set", COMMAND_ORIGIN],
      ["update", key("a")],
      ["update", key("b")],
      ["sold", key("a")],
      // The same name as a key's, and no key.
      ["sold", { actor: "key:a", keyId: null, requestId: null }],
      ["update", key("a")],
    ];
    await store.commit(by.map(([reason, origin], i) => ({ ...createPet(1n, i), reason, by: origin })));
    await store.commit([setTo(1n, 99, { by: key("b") })]);
    const expected = [...by, ["update", key("b")] as const];
    expect(await originsOf(store)).toEqual(
      expected.map(([reason, { actor, keyId }]) => [reason, actor, keyId]),
    );
    await expectConsistent(store);
  });

  test("stores of one database use each other's origins, also those of imports and undo", async (_store, database) => {
    const [one, other] = [database.store, await database.open()];
    await createActingKeys(one, "a");
    await one.commit([createPet(1n, 1)]);
    for (const [i, store] of [one, other, one, other].entries())
      await store.commit([setTo(1n, 10 + i, { by: key("a") }), setTo(1n, 20 + i, { by: key(`new-${i}`) })]);
    await importRows(other, rows([2n, 5]), { by: key("a") });
    await one.commit([setTo(1n, 30, { by: key("last") })]);
    await other.undo({ revision: 11, dryRun: false, by: key("a") });
    await one.commit([setTo(1n, 31, { by: key("a") })]);
    const expected = [
      ["set", "cli:clerk", null],
      ...[0, 1, 2, 3].flatMap((i) => [
        ["update", "key:a", "a"],
        ["update", `key:new-${i}`, `new-${i}`],
      ]),
      ["import", "key:a", "a"],
      ["update", "key:last", "last"],
      ["undo", "key:a", "a"],
      ["update", "key:a", "a"],
    ];
    for (const store of [one, other]) expect(await originsOf(store)).toEqual(expected);
    await expectConsistent(one);
  });

  test("a commit that was rolled back leaves no origin behind", async (store, database) => {
    const other = await database.open();
    await store.commit([createPet(1n, 1), setTo(1n, 666)]);
    await database.tamper(
      "CREATE UNIQUE INDEX by_hand ON ledger_entry (quantity_after) WHERE quantity_after = 666",
    );
    const refused = [setTo(1n, 2, { by: key("new") }), setTo(1n, 666, { by: key("new") })];
    expect(await storeErrorOf(store.commit(refused))).toMatchObject({ code: "refused" });
    // Takes the id that the refused commit had for its origin.
    await other.commit([setTo(1n, 3, { by: key("other") })]);
    await store.commit([setTo(1n, 4, { by: key("new") })]);
    expect((await originsOf(store)).slice(2)).toEqual([
      ["update", "key:other", "other"],
      ["update", "key:new", "new"],
    ]);
  });

  test("origins and statuses of a database are read from its copy as before", async (_store, source) => {
    await using target = await TestDatabase.make(engine);
    // An import without effect may leave an origin in the target, and nothing else.
    await importRows(target.store, [], { by: { actor: "cli:idle", keyId: null, requestId: null } });
    await source.store.commit([
      createPet(1n, 1, "pending"),
      setTo(1n, 2, { by: key("a") }),
      setTo(1n, 3, { status: "sold", by: key("b") }),
      { ...setTo(1n, 0, { by: key("a") }), remove: true },
    ]);
    {
      await using stage = await target.store.stageCopy();
      await source.store.exportAll((batch) => stage.add(batch));
      expect((await stage.commit()).problems).toEqual([]);
    }
    const copied = await ledgerOf(target.store);
    expect(copied).toEqual(await ledgerOf(source.store));
    expect(copied.map(({ before, after }) => [before?.status, after?.status])).toEqual([
      ["sold", undefined],
      ["pending", "sold"],
      ["pending", "pending"],
      [undefined, "pending"],
    ]);
    await target.store.commit([createPet(2n, 1), setTo(2n, 5, { by: key("c") })]);
    expect((await originsOf(target.store)).at(-1)).toEqual(["update", "key:c", "c"]);
  });
}

// Commits, as every engine makes them: outcomes, revisions, movements, and no trace of changes without effect.

import { expect } from "bun:test";
import { CommitQueue } from "../../src/commit-queue/commit-queue.ts";
import type { Change, Outcome } from "../../src/inventory/change.ts";
import { PET_ID_MAX, PET_ID_MIN, QUANTITY_MAX } from "../../src/inventory/item.ts";
import { storeErrorOf } from "../sqlite/embedded.ts";
import { databaseTests } from "./database-tests.ts";
import {
  ledgerOf,
  COMMAND_ORIGIN,
  createPet,
  type Engine,
  everythingOf,
  expectNoChangeSince,
  expectConsistent,
  importRows,
  item,
  itemsOf,
  kinds,
  positionOf,
  removePet,
  rows,
  setTo,
  KEY_ORIGIN,
} from "./engine.ts";

export function describeCommits(engine: Engine): void {
  const test = databaseTests(engine);

  test("a relative quantity is added to the present quantity, within the bounds", async (store) => {
    const by = (difference: number) =>
      ({ petId: 1n, quantity: { by: difference }, reason: "adjust", by: COMMAND_ORIGIN }) as const;
    expect(kinds(await store.commit([by(1)]))).toEqual(["not_found"]);
    await store.commit([createPet(1n, 3, "sold")]);
    expect(await store.commit([by(2), by(-5), by(-1), by(QUANTITY_MAX), by(1)])).toEqual([
      { kind: "updated", item: item(1n, 5, "sold"), revision: 2 },
      { kind: "updated", item: item(1n, 0, "sold"), revision: 3 },
      { kind: "out_of_range", item: item(1n, 0, "sold") },
      { kind: "updated", item: item(1n, QUANTITY_MAX, "sold"), revision: 4 },
      { kind: "out_of_range", item: item(1n, QUANTITY_MAX, "sold") },
    ]);
    await expectConsistent(store);
  });

  test("concurrent relative changes of two stores are all applied", async (store, database) => {
    const stores = [store, await database.open()];
    await store.commit([createPet(1n, 0)]);
    const one: Change = { petId: 1n, quantity: { by: 1 }, reason: "adjust", by: COMMAND_ORIGIN };
    for (let round = 0; round < 20; round++) await Promise.all(stores.map((each) => each.commit([one, one])));
    expect(await itemsOf(store)).toEqual([item(1n, 80)]);
    await expectConsistent(store);
  });

  test("a change whose values the database refuses fails alone; the rest of its group is applied", async (store, database) => {
    const pets = Array.from({ length: 12 }, (_, i) => BigInt(i + 1));
    await store.commit([...pets.map((petId) => createPet(petId, 5)), setTo(1n, 666)]);
    // An operator's own index: no second pet may have this quantity.
    const refusing =
      "CREATE UNIQUE INDEX by_hand ON ledger_entry (quantity_after) WHERE quantity_after = 666";
    await database.tamper(refusing);
    const changes = pets.map((petId) => setTo(petId, petId === 7n ? 666 : Number(petId) * 10));
    const before = await everythingOf(store);
    expect(await storeErrorOf(store.commit(changes))).toMatchObject({ code: "refused" });
    expect(await everythingOf(store)).toEqual(before);

    const queue = new CommitQueue<Change, Outcome>({
      commit: (group, since) => store.commit(group, since),
      waitingMax: 100,
      groupMax: 100,
      groupsMax: 2,
      groupShare: 0.4,
    });
    const settled = await Promise.allSettled(changes.map((change) => queue.add(change)));
    await queue[Symbol.asyncDispose]();
    expect(settled.map((each) => (each.status === "fulfilled" ? each.value.kind : each.reason.code))).toEqual(
      pets.map((petId) => (petId === 7n ? "refused" : "updated")),
    );
    const expected = pets.map((petId) => item(petId, petId === 7n ? 5 : Number(petId) * 10));
    expect(await itemsOf(store)).toEqual(expected);
    await database.tamper("DROP INDEX by_hand");
    await expectConsistent(store);
  });

  test("later changes of a group do not find a pet that the group removed, and can create it again", async (store) => {
    const since = await positionOf(store);
    await store.commit([createPet(1n, 1, "sold"), createPet(2n, 2)]);
    expect(await store.commit([removePet(1n), setTo(1n, 5), removePet(1n), removePet(9n)])).toEqual([
      { kind: "removed", item: item(1n, 1, "sold"), revision: 3 },
      { kind: "not_found" },
      { kind: "not_found" },
      { kind: "not_found" },
    ]);
    expect(await store.changesSince(since)).toMatchObject({ items: [item(2n, 2)], removed: [1n] });
    const group = [
      createPet(3n, 3),
      removePet(3n),
      createPet(1n, 6),
      removePet(2n),
      createPet(2n, 7),
      setTo(2n, 8),
    ];
    const made = kinds(await store.commit(group));
    expect(made).toEqual(["updated", "removed", "updated", "removed", "updated", "updated"]);
    expect(await itemsOf(store)).toEqual([item(1n, 6), item(2n, 8)]);
    expect(await store.changesSince(since)).toMatchObject({ removed: [3n] });
    await expectConsistent(store);
  });

  test("a new database is empty, at revision 0", async (store) => {
    const { position, items, movements } = await everythingOf(store);
    expect(position).toEqual({ revision: 0, nonce: expect.stringMatching(/^[0-9a-f]{16}$/) });
    expect(items).toEqual([]);
    expect(movements).toEqual([]);
    await expectConsistent(store);
  });

  test("an effective change takes the next revision and stands in stock and ledger", async (store) => {
    await store.commit([createPet(7n, 3, "pending")]);
    const outcomes = await store.commit([setTo(7n, 4)]);
    expect(outcomes).toEqual([{ kind: "updated", item: item(7n, 4, "pending"), revision: 2 }]);
    expect(await itemsOf(store)).toEqual([item(7n, 4, "pending")]);
    expect((await positionOf(store)).revision).toBe(2);
    const [newest] = await ledgerOf(store, { limit: 1 });
    expect(newest).toMatchObject({
      revision: 2,
      petId: 7n,
      before: { quantity: 3, status: "pending" },
      after: { quantity: 4, status: "pending" },
      reason: "update",
      by: KEY_ORIGIN,
    });
  });

  test("acknowledged changes are there after reopening", async (_store, database) => {
    await database.store.commit([createPet(1n, 1), createPet(2n, 2, "sold")]);
    await database.store.commit([setTo(1n, 5)]);
    const before = await everythingOf(database.store);
    const reopened = await database.reopen();
    expect(await everythingOf(reopened)).toEqual(before);
    await expectConsistent(reopened);
  });

  const nothing: readonly (readonly [string, Change, Outcome])[] = [
    ["the same quantity again", setTo(1n, 5), { kind: "unchanged", item: item(1n, 5) }],
    [
      "the same status again",
      { petId: 1n, status: "available", reason: "set", by: KEY_ORIGIN },
      { kind: "unchanged", item: item(1n, 5) },
    ],
    [
      "a change of nothing",
      { petId: 1n, reason: "set", by: KEY_ORIGIN },
      { kind: "unchanged", item: item(1n, 5) },
    ],
    ["making a pet that is there as it is", createPet(1n, 5), { kind: "unchanged", item: item(1n, 5) }],
    ["an update of a pet that does not exist", setTo(2n, 5), { kind: "not_found" }],
    [
      "a failed precondition",
      setTo(1n, 9, { precondition: { anyTagOf: ["4-available"] } }),
      { kind: "precondition_failed", item: item(1n, 5) },
    ],
  ];
  test.each(nothing)("%s takes no revision and leaves no trace", async ({ store }, _, change, outcome) => {
    await store.commit([createPet(1n, 5)]);
    const before = await everythingOf(store);
    expect(await store.commit([change])).toEqual([outcome]);
    expect(await store.commit([change, change])).toEqual([outcome, outcome]);
    expect(await everythingOf(store)).toEqual(before);
    await expectNoChangeSince(store, before.position);
  });

  test("a group of no changes has no outcomes and leaves no trace", async (store) => {
    const before = await everythingOf(store);
    expect(await store.commit([])).toEqual([]);
    expect(await everythingOf(store)).toEqual(before);
  });

  test("each commit has a nonce of its own", async (store) => {
    const nonces = new Set([(await positionOf(store)).nonce]);
    for (let quantity = 1; quantity <= 20; quantity++) {
      await store.commit([createPet(1n, quantity)]);
      nonces.add((await positionOf(store)).nonce);
    }
    expect(nonces.size).toBe(21);
  });

  test("each of several changes to one pet in one group has its own outcome and movement", async (store) => {
    const changes = [
      setTo(1n, 1),
      createPet(1n, 1),
      setTo(1n, 2),
      setTo(1n, 2),
      setTo(1n, 1, { status: "sold" }),
    ];
    expect(await store.commit(changes)).toEqual([
      { kind: "not_found" },
      { kind: "updated", item: item(1n, 1), revision: 1 },
      { kind: "updated", item: item(1n, 2), revision: 2 },
      { kind: "unchanged", item: item(1n, 2) },
      { kind: "updated", item: item(1n, 1, "sold"), revision: 3 },
    ]);
    const movements = await ledgerOf(store, { limit: 10 });
    expect(movements.map(({ revision, before, after }) => ({ revision, before, after }))).toEqual([
      { revision: 3, before: { quantity: 2, status: "available" }, after: { quantity: 1, status: "sold" } },
      {
        revision: 2,
        before: { quantity: 1, status: "available" },
        after: { quantity: 2, status: "available" },
      },
      { revision: 1, before: null, after: { quantity: 1, status: "available" } },
    ]);
    expect(await itemsOf(store)).toEqual([item(1n, 1, "sold")]);
    await expectConsistent(store);
  });

  test("a group takes contiguous revisions, in the order of its effective changes", async (store) => {
    await store.commit([createPet(1n, 1), createPet(2n, 1)]);
    const group = Array.from({ length: 600 }, (_, i) =>
      // Every third change has no effect: the pet does not exist.
      i % 3 === 0 ? setTo(99n, i) : setTo(BigInt(1 + (i % 2)), 10 + i),
    );
    const outcomes = await store.commit(group);
    const revisions = outcomes.flatMap((outcome) => (outcome.kind === "updated" ? [outcome.revision] : []));
    expect(revisions).toEqual(Array.from({ length: 400 }, (_, i) => 3 + i));
    expect(outcomes.filter(({ kind }) => kind === "not_found")).toHaveLength(200);
    expect((await positionOf(store)).revision).toBe(402);
    await expectConsistent(store);
  });

  test("a quantity alone keeps the status, a status alone the quantity", async (store) => {
    await store.commit([createPet(1n, 4, "pending")]);
    const status: Change = { petId: 1n, status: "sold", reason: "set", by: KEY_ORIGIN };
    expect(await store.commit([setTo(1n, 6), status])).toMatchObject([
      { item: item(1n, 6, "pending") },
      { item: item(1n, 6, "sold") },
    ]);
    expect(await itemsOf(store)).toEqual([item(1n, 6, "sold")]);
  });

  test("a pet created without quantity or status has 0 and is available", async (store) => {
    const make: Change = { petId: 1n, create: true, reason: "set", by: KEY_ORIGIN };
    expect(await store.commit([make])).toEqual([
      { kind: "updated", item: item(1n, 0, "available"), revision: 1 },
    ]);
  });

  test("an update does not find a removed pet; created again, the pet keeps nothing of before", async (store) => {
    await store.commit([createPet(1n, 4, "sold"), createPet(2n, 1)]);
    await importRows(store, rows([2n, 1]), { replace: true });
    expect(await store.commit([setTo(1n, 5)])).toEqual([{ kind: "not_found" }]);
    const anew: Change = { petId: 1n, create: true, reason: "set", by: KEY_ORIGIN };
    expect(await store.commit([anew])).toEqual([{ kind: "updated", item: item(1n, 0), revision: 4 }]);
    expect(await ledgerOf(store, { limit: 1 })).toMatchObject([{ petId: 1n, before: null }]);
    expect(await itemsOf(store)).toEqual([item(1n, 0), item(2n, 1)]);
    await expectConsistent(store);
  });

  test("ids at both ends of int64 and above 2^53, and the largest quantity, are exact everywhere", async (store) => {
    const start = await positionOf(store);
    const items = [
      item(PET_ID_MIN, QUANTITY_MAX),
      item(PET_ID_MIN + 1n, 1),
      item(-(2n ** 53n) - 1n, 2),
      item(2n ** 53n, 3),
      item(2n ** 53n + 1n, 4),
      item(PET_ID_MAX - 1n, 5),
      item(PET_ID_MAX, QUANTITY_MAX - 1),
    ];
    const outcomes = await store.commit(items.map(({ petId, quantity }) => createPet(petId, quantity)));
    expect(outcomes.map((outcome) => outcome.kind === "updated" && outcome.item)).toEqual(items);
    expect(await itemsOf(store)).toEqual(items);
    const changes = await store.changesSince(start);
    expect(changes === "reload" ? changes : changes.items.toSorted(byId)).toEqual(items);
    for (const { petId, quantity, status } of items) {
      const movements = await ledgerOf(store, { petId, limit: 10 });
      expect(movements).toMatchObject([{ petId, after: { quantity, status } }]);
    }
  });
}

function byId(a: { petId: bigint }, b: { petId: bigint }): number {
  return a.petId < b.petId ? -1 : 1;
}

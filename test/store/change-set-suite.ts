// Change sets in the group commit, on every engine: one revision for all changes, or nothing and all the reasons.

import { describe, expect } from "bun:test";
import type { PetChange } from "../../src/inventory/change-set.ts";
import { PET_ID_MAX, PET_ID_MIN, QUANTITY_MAX } from "../../src/inventory/item.ts";
import { requestDigest } from "../../src/inventory/known-results.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { type ApplySet, applyInGroup, applyStaged, changeSet, keyedSet } from "./change-sets.ts";
import { databaseTests } from "./database-tests.ts";
import {
  addPets,
  createPet,
  type Engine,
  everythingOf,
  expectConsistent,
  item,
  itemsOf,
  ledgerOf,
  positionOf,
  setTo,
} from "./engine.ts";
import { createActingKeys } from "./keys-suite.ts";

/** With a key that may act. */
async function addPetsAndKey(store: InventoryStore): Promise<void> {
  await createActingKeys(store, "key1");
  await addPets(store);
}

export function describeChangeSets(engine: Engine): void {
  describe("in the group commit", () => {
    describeSets(engine, applyInGroup);
    describeGroups(engine);
  });
  describe("through the stage", () => describeSets(engine, applyStaged));
}

/** Tests of sets in a group beside other changes. */
function describeGroups(engine: Engine): void {
  const test = databaseTests(engine, addPetsAndKey);

  test("a preview, which only reads, reports what a dry run in a group reports, and why a set would be refused", async (store) => {
    const before = await everythingOf(store);
    const sets: PetChange[][] = [
      [
        { petId: 1n, quantity: { by: 5 } },
        { petId: 2n, remove: true },
        { petId: 9n, create: true },
      ],
      [{ petId: 1n, quantity: 1 }],
      [
        { petId: 8n, quantity: 1 },
        { petId: 1n, create: true },
        { petId: 3n, quantity: { by: -4 } },
      ],
      [{ petId: 1n, quantity: 4, ifMatch: "2-sold" }],
    ];
    for (const changes of sets) {
      const set = changeSet(changes, { dryRun: true });
      const [outcome] = await store.commit([set]);
      expect(await store.preview(set)).toEqual(outcome!);
    }
    expect(await everythingOf(store)).toEqual(before);
  });

  test("changes and sets of one group see the earlier ones, and the sets' position is the group's commit", async (store) => {
    const outcomes = await store.commit([
      setTo(1n, 10),
      changeSet([
        { petId: 1n, quantity: { by: 5 } },
        { petId: 9n, quantity: 9, create: true },
      ]),
      setTo(9n, 90),
      changeSet([{ petId: 9n, quantity: { by: 1 }, ifMatch: "90-available" }]),
      changeSet([{ petId: 1n, quantity: 15 }]),
    ]);
    const position = await positionOf(store);
    expect(position.revision).toBe(7);
    expect(outcomes).toEqual([
      { kind: "updated", item: item(1n, 10), revision: 4 },
      {
        kind: "applied",
        created: 1,
        updated: 1,
        removed: 0,
        relabelled: 0,
        unchanged: 0,
        revision: 5,
        position,
      },
      { kind: "updated", item: item(9n, 90), revision: 6 },
      {
        kind: "applied",
        created: 0,
        updated: 1,
        removed: 0,
        relabelled: 0,
        unchanged: 0,
        revision: 7,
        position,
      },
      {
        kind: "applied",
        created: 0,
        updated: 0,
        removed: 0,
        relabelled: 0,
        unchanged: 1,
        revision: 7,
        position,
      },
    ]);
    expect(await itemsOf(store)).toMatchObject([
      item(1n, 15),
      item(2n, 2, "pending"),
      item(3n, 3, "sold"),
      item(9n, 91),
    ]);
    expect(await store.changesSince(position)).toMatchObject({ items: [], removed: [] });
    await expectConsistent(store);
  });

  test("of equal sets with one key in one group the first is applied", async (store) => {
    const sent = keyedSet("a", [{ petId: 1n, quantity: { by: 4 } }]);
    const outcomes = await store.commit([sent, sent, setTo(1n, 50)]);
    const position = await positionOf(store);
    const result = { created: 0, updated: 1, removed: 0, relabelled: 0, unchanged: 0, revision: 4, position };
    expect(outcomes).toMatchObject([
      { kind: "applied", ...result },
      { kind: "replayed", ...result },
      { kind: "updated", revision: 5 },
    ]);
    expect(await applyInGroup(store, sent)).toEqual({ kind: "replayed", ...result });
  });

  test("a set that has a pet twice is refused", async (store) => {
    const set = changeSet([
      { petId: 1n, quantity: 5 },
      { petId: 2n, quantity: 5 },
      { petId: 1n, status: "sold" },
    ]);
    expect(await applyInGroup(store, set)).toEqual({
      kind: "invalid",
      count: 1,
      problems: [{ place: 2, petId: 1n, code: "duplicate_pet", firstPlace: 0 }],
    });
  });
}

function describeSets(engine: Engine, applied: ApplySet): void {
  const test = databaseTests(engine, addPetsAndKey);

  test("all changes of a set are one revision, counted by what they do", async (store) => {
    const outcome = await applied(
      store,
      changeSet([
        { petId: 1n, quantity: { by: 4 } },
        { petId: 2n, status: "sold" },
        { petId: 3n, remove: true },
        { petId: PET_ID_MIN, quantity: QUANTITY_MAX, status: "pending", create: true },
        { petId: PET_ID_MAX, create: true },
      ]),
    );
    const position = await positionOf(store);
    const counts = { created: 2, updated: 2, removed: 1, relabelled: 0, unchanged: 0 };
    expect(outcome).toEqual({ kind: "applied", ...counts, revision: 4, position });
    expect(await itemsOf(store)).toEqual([
      item(PET_ID_MIN, QUANTITY_MAX, "pending"),
      item(1n, 5),
      item(2n, 2, "sold"),
      item(PET_ID_MAX, 0),
    ]);
    const movements = await ledgerOf(store, { limit: 100 });
    expect(movements.filter(({ revision }) => revision === 4)).toHaveLength(5);
    await expectConsistent(store);
  });

  test("a set without effect takes no revision, and gives the newest position", async (store) => {
    const before = await everythingOf(store);
    const unchanged = {
      kind: "applied" as const,
      created: 0,
      updated: 0,
      removed: 0,
      relabelled: 0,
      revision: 3,
    };
    const { position } = before;
    const set = changeSet([
      { petId: 1n, quantity: 1 },
      { petId: 2n, status: "pending" },
    ]);
    expect(await applied(store, set)).toEqual({ ...unchanged, unchanged: 2, position });
    expect(await applied(store, changeSet([]))).toEqual({ ...unchanged, unchanged: 0, position });
    expect(await everythingOf(store)).toEqual(before);
  });

  test("a dry run reports what the set would do, and changes nothing", async (store) => {
    const before = await everythingOf(store);
    const changes = [
      { petId: 1n, quantity: 7 },
      { petId: 3n, remove: true },
    ];
    const counts = { created: 0, updated: 1, removed: 1, relabelled: 0, unchanged: 0 };
    const dry = keyedSet("a", changes, { dryRun: true });
    const { position } = before;
    expect(await applied(store, dry)).toEqual({ kind: "applied", ...counts, revision: 3, position });
    expect(await everythingOf(store)).toEqual(before);
    // The dry run has not used the key.
    expect(await applied(store, keyedSet("a", changes))).toMatchObject({ kind: "applied", revision: 4 });
  });

  test("one bad change refuses the whole set, and every problem is named", async (store) => {
    const before = await everythingOf(store);
    const set = changeSet([
      { petId: 1n, quantity: 5 },
      { petId: 8n, quantity: 5 },
      { petId: 2n, quantity: { by: -3 } },
      { petId: 3n, quantity: 1, create: true },
      { petId: 9n, remove: true },
      { petId: 10n, create: true, ifMatch: "0-available" },
    ]);
    expect(await applied(store, set)).toEqual({
      kind: "invalid",
      count: 5,
      problems: [
        { place: 1, petId: 8n, code: "pet_not_found" },
        {
          place: 2,
          petId: 2n,
          code: "quantity_out_of_range",
          present: { quantity: 2, status: "pending" },
          by: -3,
        },
        { place: 3, petId: 3n, code: "pet_exists" },
        { place: 4, petId: 9n, code: "pet_not_found" },
        { place: 5, petId: 10n, code: "pet_not_found" },
      ],
    });
    const tooMuch = changeSet([{ petId: 1n, quantity: { by: QUANTITY_MAX } }]);
    expect(await applied(store, tooMuch)).toMatchObject({ problems: [{ code: "quantity_out_of_range" }] });
    const named = changeSet([{ petId: 1n, quantity: { by: QUANTITY_MAX }, label: { name: "Rex" } }]);
    expect(await applied(store, named)).toMatchObject({ problems: [{ code: "quantity_out_of_range" }] });
    expect(await everythingOf(store)).toEqual(before);
  });

  test("tags are all checked, and every conflict is reported with the pet as it is", async (store) => {
    const before = await everythingOf(store);
    const changes: PetChange[] = [
      { petId: 1n, quantity: 5, ifMatch: "1-available" },
      { petId: 2n, quantity: 2, ifMatch: "2-available" },
      { petId: 3n, remove: true, ifMatch: '{"4\\-sold",NULL' },
    ];
    const conflicts = [
      { place: 1, petId: 2n, present: { quantity: 2, status: "pending" } },
      { place: 2, petId: 3n, present: { quantity: 3, status: "sold" } },
    ];
    for (const dryRun of [true, false]) {
      const outcome = await applied(store, changeSet(changes, { dryRun }));
      expect(outcome).toMatchObject({ kind: "conflicts", count: 2, conflicts });
    }
    // A problem comes before conflicts: the set can never be applied.
    const worse = changeSet([...changes, { petId: 8n, quantity: 1 }]);
    expect(await applied(store, worse)).toMatchObject({ kind: "invalid", count: 1 });
    expect(await everythingOf(store)).toEqual(before);
  });

  test("of many problems and conflicts the first hundred are listed, and all are counted", async (store) => {
    const ids = Array.from({ length: 250 }, (_, i) => BigInt(i + 11));
    const missing = await applied(store, changeSet(ids.map((petId) => ({ petId, quantity: 1 }))));
    expect(missing).toMatchObject({ kind: "invalid", count: 250 });
    expect(missing.kind === "invalid" && missing.problems.map(({ place }) => place)).toEqual(
      Array.from({ length: 100 }, (_, i) => i),
    );
    await applied(store, changeSet(ids.map((petId) => ({ petId, quantity: 1, create: true }))));
    const stale = ids.map((petId) => ({ petId, quantity: 2, ifMatch: "0-available" }));
    const refused = await applied(store, changeSet(stale));
    expect(refused).toMatchObject({ kind: "conflicts", count: 250 });
    expect(refused.kind === "conflicts" && refused.conflicts).toHaveLength(100);
  });

  test("a removed pet is created again as a new one", async (store) => {
    await applied(store, changeSet([{ petId: 3n, remove: true }]));
    const again = changeSet([{ petId: 3n, quantity: 8, create: true }]);
    expect(await applied(store, again)).toMatchObject({ kind: "applied", created: 1 });
    const [movement] = await ledgerOf(store, { petId: 3n, limit: 1 });
    expect(movement).toMatchObject({ before: null, after: { quantity: 8, status: "available" } });
    await expectConsistent(store);
  });

  describe("an idempotency key", () => {
    const CHANGES = [
      { petId: 1n, quantity: { by: 4 } },
      { petId: 9n, create: true },
    ];

    test("makes a set happen once; a repeated one gets the first result", async (store, database) => {
      const sent = keyedSet("a", CHANGES);
      const first = await applied(store, sent);
      const position = await positionOf(store);
      const result = {
        created: 1,
        updated: 1,
        removed: 0,
        relabelled: 0,
        unchanged: 0,
        revision: 4,
        position,
      };
      expect(first).toEqual({ kind: "applied", ...result });
      await store.commit([setTo(1n, 50)]);
      const reopened = await database.reopen();
      const before = await everythingOf(reopened);
      expect(await applied(reopened, sent)).toEqual({ kind: "replayed", ...result });
      expect(await everythingOf(reopened)).toEqual(before);
    });

    test("with another request is a mismatch, whichever operation it was used for", async (store) => {
      const update = setTo(1n, 2, {
        idempotencyKey: { scope: "key1", key: "b", request: requestDigest("x") },
      });
      await store.commit([update]);
      await applied(store, keyedSet("a", CHANGES));
      const before = await everythingOf(store);
      const mismatch = { kind: "idempotency_mismatch" as const };
      expect(await applied(store, keyedSet("a", [{ petId: 1n, quantity: 7 }]))).toEqual(mismatch);
      expect(await applied(store, keyedSet("b", CHANGES))).toEqual(mismatch);
      const other = { ...update, idempotencyKey: { scope: "key1", key: "a", request: requestDigest("x") } };
      expect(await store.commit([other])).toEqual([mismatch]);
      expect(await everythingOf(store)).toEqual(before);
    });

    test("is known in the group commit and in the stage alike", async (store) => {
      const sent = keyedSet("a", CHANGES);
      await applied(store, sent);
      for (const apply of [applyInGroup, applyStaged])
        expect(await apply(store, sent)).toMatchObject({ kind: "replayed", revision: 4 });
    });

    test("above the limit of its API key is refused, and nothing is applied", async (_store, database) => {
      const store = await database.open({ recordsMax: 2 });
      for (const key of ["a", "b"]) await applied(store, keyedSet(key, [{ petId: 1n, quantity: { by: 1 } }]));
      const before = await everythingOf(store);
      const refused = await applied(store, keyedSet("c", CHANGES));
      expect(refused).toEqual({ kind: "idempotency_limit", retryAfterMs: expect.any(Number) });
      expect(await everythingOf(store)).toEqual(before);
    });

    test("of a refused set is not recorded: a retry is decided anew", async (store) => {
      const sent = keyedSet("a", [{ petId: 8n, quantity: 1 }]);
      expect(await applied(store, sent)).toMatchObject({ kind: "invalid" });
      await store.commit([createPet(8n, 0)]);
      expect(await applied(store, sent)).toMatchObject({ kind: "applied", updated: 1 });
    });

    test("of a set without effect is recorded without a revision", async (store) => {
      const sent = keyedSet("a", [{ petId: 1n, quantity: 1 }]);
      expect(await applied(store, sent)).toMatchObject({ kind: "applied", unchanged: 1, revision: 3 });
      await store.commit([setTo(1n, 2)]);
      expect(await applied(store, sent)).toMatchObject({ kind: "replayed", unchanged: 1, revision: 3 });
    });
  });
}

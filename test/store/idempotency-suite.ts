// Changes with a key, as every engine makes them: once, in the change's own transaction, across stores and restarts.

import { expect } from "bun:test";
import type { Outcome } from "../../src/inventory/change.ts";
import { PET_ID_MAX, PET_ID_MIN, QUANTITY_MAX } from "../../src/inventory/item.ts";
import { requestDigest } from "../../src/inventory/known-results.ts";
import { IDEMPOTENCY_RETENTION_MS } from "../../src/inventory/idempotency.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { databaseTests } from "./database-tests.ts";
import {
  createPet,
  type Engine,
  everythingOf,
  expectNoChangeSince,
  expectConsistent,
  importRows,
  item,
  itemsOf,
  kinds,
  idempotencyKey,
  positionOf,
  rows,
  setTo,
  TestDatabase,
} from "./engine.ts";

/** Longer than a test takes, in ms. */
const MINUTE_MS = 60_000;

/** Makes all records older by this time. */
function age(database: TestDatabase, ms: number): Promise<void> {
  return database.tamper(`UPDATE idempotency_record SET at = at - ${ms}`);
}

export function describeIdempotencyKeys(engine: Engine): void {
  describeReplays(engine);
  describeExpiry(engine);
  describeLimit(engine);
}

function describeReplays(engine: Engine): void {
  const test = databaseTests(engine);

  test("a repeated change gives its first result, whatever happened since, and changes nothing", async (store) => {
    await store.commit([createPet(1n, 5, "pending"), createPet(2n, 5)]);
    const sent = idempotencyKey("a", 1n, 6);
    expect(await store.commit([sent])).toEqual([
      { kind: "updated", item: item(1n, 6, "pending"), revision: 3 },
    ]);
    const replay: Outcome = { kind: "replayed", item: item(1n, 6, "pending") };
    const since: readonly (() => Promise<unknown>)[] = [
      async () => {},
      () => store.commit([setTo(1n, 9, { status: "sold" })]),
      () => importRows(store, rows([2n, 5]), { replace: true }),
    ];
    for (const happen of since) {
      await happen();
      const before = await everythingOf(store);
      expect(await store.commit([sent])).toEqual([replay]);
      expect(await store.commit([sent, sent])).toEqual([replay, replay]);
      expect(await everythingOf(store)).toEqual(before);
      expect(await store.changesSince(before.position)).toMatchObject({ items: [], removed: [] });
    }
    expect(await itemsOf(store)).toEqual([item(2n, 5)]);
    await expectConsistent(store);
  });

  test("a change without effect is recorded without a revision, and its first result is given again", async (store) => {
    await store.commit([createPet(1n, 5)]);
    const before = await everythingOf(store);
    const sent = idempotencyKey("a", 1n, 5);
    expect(await store.commit([sent])).toEqual([{ kind: "unchanged", item: item(1n, 5) }]);
    expect(await everythingOf(store)).toEqual(before);
    await expectNoChangeSince(store, before.position);
    await store.commit([setTo(1n, 7)]);
    expect(await store.commit([sent])).toEqual([{ kind: "replayed", item: item(1n, 5) }]);
    expect(await itemsOf(store)).toEqual([item(1n, 7)]);
    await expectConsistent(store);
  });

  test.each([
    ["another quantity", idempotencyKey("a", 1n, 7)],
    ["another pet", idempotencyKey("a", 2n, 6)],
    ["a pet that does not exist", idempotencyKey("a", 3n, 6)],
    ["another precondition", idempotencyKey("a", 1n, 6, { precondition: "exists" })],
  ])("a key with %s is a mismatch, and nothing is changed", async ({ store }, _, other) => {
    await store.commit([createPet(1n, 5), createPet(2n, 5), idempotencyKey("a", 1n, 6)]);
    const before = await everythingOf(store);
    expect(await store.commit([other])).toEqual([{ kind: "idempotency_mismatch" }]);
    expect(await everythingOf(store)).toEqual(before);
    expect(kinds(await store.commit([idempotencyKey("a", 1n, 6)]))).toEqual(["replayed"]);
  });

  test("the same key in two scopes is two keys", async (store) => {
    await store.commit([createPet(1n, 5), idempotencyKey("a", 1n, 6)]);
    const other = setTo(1n, 7, {
      idempotencyKey: { scope: "key2", key: "a", request: requestDigest("1 7 null") },
    });
    expect(await store.commit([other])).toEqual([{ kind: "updated", item: item(1n, 7), revision: 3 }]);
    expect(await store.commit([idempotencyKey("a", 1n, 6), other])).toEqual([
      { kind: "replayed", item: item(1n, 6) },
      { kind: "replayed", item: item(1n, 7) },
    ]);
  });

  test("a failed change is not recorded; a retry is decided anew, and recorded although it made its tag stale", async (store) => {
    await store.commit([createPet(1n, 5)]);
    const before = await everythingOf(store);
    const missing = idempotencyKey("a", 2n, 6);
    const stale = idempotencyKey("b", 1n, 6, { precondition: { anyTagOf: ["4-available"] } });
    expect(kinds(await store.commit([missing, stale]))).toEqual(["not_found", "precondition_failed"]);
    expect(await everythingOf(store)).toEqual(before);
    await store.commit([createPet(2n, 0), setTo(1n, 4)]);
    expect(kinds(await store.commit([missing, stale]))).toEqual(["updated", "updated"]);
    expect(await store.commit([missing, stale])).toEqual([
      { kind: "replayed", item: item(2n, 6) },
      { kind: "replayed", item: item(1n, 6) },
    ]);
    expect(await itemsOf(store)).toEqual([item(1n, 6), item(2n, 6)]);
  });

  test("ids and quantities at their bounds, and any key, are stored exactly", async (store) => {
    const pets = [item(PET_ID_MIN, 0, "sold"), item(2n ** 53n + 1n, 1), item(PET_ID_MAX, QUANTITY_MAX)];
    await store.commit(pets.map(({ petId, status }) => createPet(petId, 7, status)));
    const visible = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).join("");
    const keys = [visible, "'; --", "k".repeat(255)];
    const sent = pets.map(({ petId, quantity }, i) => idempotencyKey(keys[i]!, petId, quantity));
    await store.commit(sent);
    expect(await store.commit(sent)).toEqual(pets.map((each) => ({ kind: "replayed", item: each })));
    // Keys differ by each character.
    const [petId] = pets.map((each) => each.petId);
    const others = [visible.toLowerCase(), visible.slice(1), "k".repeat(254)].map((key) =>
      idempotencyKey(key, petId!, 0),
    );
    expect(kinds(await store.commit(others))).not.toContain("replayed");
  });

  test("records are there after reopening, and in every store of the database", async (_store, database) => {
    await database.store.commit([createPet(1n, 5), idempotencyKey("a", 1n, 6)]);
    const replay: Outcome = { kind: "replayed", item: item(1n, 6) };
    const second = await database.open();
    expect(await second.commit([idempotencyKey("a", 1n, 6)])).toEqual([replay]);
    const reopened = await database.reopen();
    expect(await reopened.commit([idempotencyKey("a", 1n, 6), idempotencyKey("a", 1n, 7)])).toEqual([
      replay,
      { kind: "idempotency_mismatch" },
    ]);
    expect((await positionOf(reopened)).revision).toBe(2);
    await expectConsistent(reopened);
  });
}

function describeExpiry(engine: Engine): void {
  const test = databaseTests(engine);

  test("a key is known for a day, and then counts as new", async (store, database) => {
    await store.commit([createPet(1n, 5), idempotencyKey("a", 1n, 6)]);
    await age(database, IDEMPOTENCY_RETENTION_MS - MINUTE_MS);
    expect(kinds(await store.commit([idempotencyKey("a", 1n, 6), idempotencyKey("a", 1n, 7)]))).toEqual([
      "replayed",
      "idempotency_mismatch",
    ]);
    await age(database, 2 * MINUTE_MS);
    expect(await store.commit([idempotencyKey("a", 1n, 7)])).toEqual([
      { kind: "updated", item: item(1n, 7), revision: 3 },
    ]);
    // The new record is in the old one's place.
    expect(await store.commit([idempotencyKey("a", 1n, 7), idempotencyKey("a", 1n, 6)])).toEqual([
      { kind: "replayed", item: item(1n, 7) },
      { kind: "idempotency_mismatch" },
    ]);
    await expectConsistent(store);
  });

  test("expired records, and no others, are removed in batches, the oldest first", async (store, database) => {
    await store.commit([createPet(1n, 5), createPet(2n, 5)]);
    await store.commit(OLD_KEYS.map((key) => idempotencyKey(key, 1n, 5)));
    await database.tamper("UPDATE idempotency_record SET at = at - length(key)");
    await age(database, IDEMPOTENCY_RETENTION_MS + MINUTE_MS);
    await store.commit([idempotencyKey("kept", 2n, 5)]);
    const before = await everythingOf(store);
    const range = { from: 0, before: Date.now() - IDEMPOTENCY_RETENTION_MS };
    const first = await store.removeExpired({ ...range, max: 5 });
    expect(first.removed).toBe(5);
    expect(first.reached).toBeWithin(1, range.before);
    const second = await store.removeExpired({ ...range, from: first.reached, max: 100 });
    expect(second).toEqual({ removed: OLD_KEYS.length - 5, reached: range.before });
    expect(await store.removeExpired({ ...range, max: 100 })).toEqual({ removed: 0, reached: range.before });
    // After the clock was set back removed records stay unknown, and kept ones are valid again.
    await age(database, -(IDEMPOTENCY_RETENTION_MS + MINUTE_MS));
    expect(kinds(await store.commit([idempotencyKey("kept", 2n, 5)]))).toEqual(["replayed"]);
    const again = await store.commit(OLD_KEYS.map((key) => idempotencyKey(key, 1n, 5)));
    expect(new Set(kinds(again))).toEqual(new Set(["unchanged"]));
    expect(await everythingOf(store)).toEqual(before);
  });

  test("records before the range, and at its exclusive end, are kept", async (store, database) => {
    await store.commit([
      createPet(1n, 5),
      idempotencyKey("a", 1n, 5),
      idempotencyKey("bb", 1n, 5),
      idempotencyKey("ccc", 1n, 5),
    ]);
    await database.tamper("UPDATE idempotency_record SET at = length(key)");
    const portion = await store.removeExpired({ from: 2, before: 3, max: 10 });
    expect(portion).toEqual({ removed: 1, reached: 3 });
    await database.tamper(`UPDATE idempotency_record SET at = ${Date.now()}`);
    const outcomes = await store.commit(["a", "bb", "ccc"].map((key) => idempotencyKey(key, 1n, 5)));
    expect(kinds(outcomes)).toEqual(["replayed", "unchanged", "replayed"]);
  });

  test("no commit removes expired records: its clients would wait for that", async (store, database) => {
    await store.commit([createPet(1n, 5), ...OLD_KEYS.map((key) => idempotencyKey(key, 1n, 5))]);
    await age(database, IDEMPOTENCY_RETENTION_MS + MINUTE_MS);
    await store.commit([idempotencyKey("new", 1n, 5)]);
    const range = { from: 0, before: Date.now() - IDEMPOTENCY_RETENTION_MS, max: 100 };
    expect(await store.removeExpired(range)).toMatchObject({ removed: OLD_KEYS.length });
  });
}

const OLD_KEYS = Array.from({ length: 20 }, (_, i) => `old-${"x".repeat(i)}`);

function describeLimit(engine: Engine): void {
  const test = databaseTests(engine);

  /** A store with this limit of records for each API key, and two pets. */
  async function open(database: TestDatabase, recordsMax: number): Promise<InventoryStore> {
    const store = await database.open({ recordsMax });
    await store.commit([createPet(1n, 5), createPet(2n, 5)]);
    return store;
  }

  test("beyond the limit of its scope a change with a new key is refused, and stored records stay", async (_store, database) => {
    const store = await open(database, 30);
    const keys = Array.from({ length: 40 }, (_, i) => `key-${i}`);
    // In groups and one by one: within a group, at its end, and after it.
    const outcomes = [
      ...(await store.commit(keys.slice(0, 25).map((key) => idempotencyKey(key, 1n, 6)))),
      ...(await store.commit(keys.slice(25, 35).map((key) => idempotencyKey(key, 1n, 7)))),
      ...(await store.commit([idempotencyKey(keys[35]!, 1n, 8)])),
    ];
    const made = kinds(outcomes).map((kind) => kind !== "idempotency_limit");
    expect(made).toEqual(Array.from({ length: 36 }, (_, i) => i < 30));
    const refused = outcomes.at(-1) as Extract<Outcome, { kind: "idempotency_limit" }>;
    expect(refused.retryAfterMs).toBeWithin(
      IDEMPOTENCY_RETENTION_MS - MINUTE_MS,
      IDEMPOTENCY_RETENTION_MS + 2,
    );
    const other = setTo(2n, 6, {
      idempotencyKey: { scope: "key2", key: "key-35", request: requestDigest("2 6") },
    });
    const mixed = await store.commit([
      idempotencyKey(keys[0]!, 1n, 6),
      idempotencyKey(keys[36]!, 2n, 9),
      other,
      setTo(1n, 9),
    ]);
    expect(kinds(mixed)).toEqual(["replayed", "idempotency_limit", "updated", "updated"]);
    expect(await itemsOf(store)).toEqual([item(1n, 9), item(2n, 6)]);
    await expectConsistent(store);
  });

  test("expired records do not count against the limit, removed or not", async (_store, database) => {
    const store = await open(database, 4);
    for (const key of ["a", "b", "c", "d"]) await store.commit([idempotencyKey(key, 1n, 6)]);
    await database.tamper(
      `UPDATE idempotency_record SET at = at - ${IDEMPOTENCY_RETENTION_MS} - 1000 WHERE key IN ('a', 'b')`,
    );
    expect(
      kinds(
        await store.commit([
          idempotencyKey("e", 1n, 7),
          idempotencyKey("a", 1n, 8),
          idempotencyKey("f", 1n, 9),
        ]),
      ),
    ).toEqual(["updated", "updated", "idempotency_limit"]);
    // The expired records are gone: their numbers are not reused.
    const range = { from: 0, before: Date.now() - IDEMPOTENCY_RETENTION_MS, max: 10 };
    expect(await store.removeExpired(range)).toMatchObject({ removed: 1 });
    expect(kinds(await store.commit([idempotencyKey("f", 1n, 9)]))).toEqual(["idempotency_limit"]);
    await age(database, IDEMPOTENCY_RETENTION_MS + MINUTE_MS);
    expect(
      kinds(await store.commit(["f", "g", "h", "i", "j"].map((key) => idempotencyKey(key, 1n, 9)))),
    ).toEqual(["updated", "unchanged", "unchanged", "unchanged", "idempotency_limit"]);
    await expectConsistent(store);
  });

  test("the limit counts the records of all stores of a database", async (_store, database) => {
    const store = await open(database, 10);
    const stores = [store, await database.open({ recordsMax: 10 })];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => stores[i % 2]!.commit([idempotencyKey(`key-${i}`, 1n, 6)])),
    );
    expect(kinds(outcomes.flat()).filter((kind) => kind === "idempotency_limit")).toHaveLength(10);
  });
}

// The ledger by filters, on every engine, against the same filters over all of it in memory.

import { expect } from "bun:test";
import fc from "fast-check";
import {
  MOVEMENT_REASONS,
  STATED_REASONS,
  type Movement,
  type MovementFilter,
  type MovementPage,
  type Origin,
} from "../../src/inventory/movement.ts";
import {
  formatMovementCursor,
  type MovementCursor,
  parseMovementCursor,
} from "../../src/inventory/movement-cursor.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { databaseTests } from "./database-tests.ts";
import {
  COMMAND_ORIGIN,
  createPet,
  type Engine,
  importRows,
  ledgerOf,
  rows,
  setTo,
  KEY_ORIGIN,
  type TestDatabase,
  removePet,
} from "./engine.ts";

const OTHER: Origin = { actor: 'key:O\'Neill "2"', keyId: "key2", requestId: null };

const DAY_MS = 86_400_000;

const filter: fc.Arbitrary<MovementFilter> = fc.record(
  {
    petId: fc.constantFrom(-1n, 0n, 1n, 2n, 77n),
    key: fc.constantFrom("key1", "till", "key2", 'O\'Neill "2"', "clerk", "key", "%", ""),
    since: fc.nat(18),
    until: fc.nat(18),
    firstRevision: fc.nat(18),
    lastRevision: fc.nat(18),
    reason: fc.constantFrom(...MOVEMENT_REASONS),
    requestId: fc.constantFrom("request-1", "request-2"),
    ascending: fc.boolean(),
    limit: fc.integer({ min: 0, max: 20 }),
  },
  { requiredKeys: ["limit"] },
);

export function describeMovements(engine: Engine): void {
  const test = databaseTests(engine);

  test("any combination of filters selects what it selects from the whole ledger, also page by page", async (store, database) => {
    await makeMovements(store, database);
    const all = await ledgerOf(store);
    expect(new Set(all.map(({ reason }) => reason)).size).toBe(MOVEMENT_REASONS.length);
    await fc.assert(
      fc.asyncProperty(filter, fc.integer({ min: 1, max: 4 }), async (wanted, pageSize) => {
        const inOrder = wanted.ascending ? all.toSorted(byRevisionAndPet) : all;
        const expected = inOrder.filter((each) => passes(each, wanted)).slice(0, wanted.limit);
        expect(await ledgerOf(store, wanted)).toEqual(expected);
        expect(await inPages(store, wanted, pageSize)).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  test("a reader that goes on after the last revision that it has read gets each movement once, in the order of commits", async (store) => {
    const read: Movement[] = [];
    let through = 0;
    const readOn = async () => {
      for (let after: MovementCursor | undefined = { revision: through, petId: null }; after !== undefined;) {
        const page: MovementPage = await store.movements({ ascending: true, after, limit: 2 });
        read.push(...page.movements);
        through = page.through ?? through;
        after = page.next ?? undefined;
      }
    };
    await store.commit([createPet(1n, 1), createPet(2n, 1)]);
    await importRows(store, rows([1n, 2], [2n, 2], [3n, 2]));
    await readOn();
    expect(through).toBe(3);
    await store.commit([setTo(1n, 3), setTo(2n, 3)]);
    await readOn();
    await readOn();
    expect(through).toBe(5);
    expect(read).toEqual((await ledgerOf(store)).toSorted(byRevisionAndPet));
  });

  test("one page has all of a pet's movements, in either order, however many others have between them", async (store) => {
    const ids = Array.from({ length: 25_000 }, (_, i) => BigInt(i));
    for (const quantity of [1, 2, 3])
      await importRows(store, rows(...ids.map((petId) => [petId, quantity] as const)));
    await store.commit([setTo(7n, 9)]);
    const newest = await store.movements({ petId: 7n, limit: 10 });
    expect(newest.movements.map(({ revision }) => revision)).toEqual([4, 3, 2, 1]);
    const movements = newest.movements.toReversed();
    const oldest = { petId: 7n, ascending: true, limit: 10 } as const;
    expect(await store.movements(oldest)).toEqual({ movements, next: null, through: 4 });
    expect(await store.movements({ ...oldest, lastRevision: 2, reason: "import" })).toEqual({
      movements: movements.slice(0, 2),
      next: null,
      through: 4,
    });
    // The cursors of another list: before and after this pet of revision 2.
    for (const [petId, first] of [
      [6n, 1],
      [8n, 2],
      [null, 2],
    ] as const) {
      const page = await store.movements({ ...oldest, after: { revision: 2, petId } });
      expect(page).toEqual({ movements: movements.slice(first), next: null, through: 4 });
    }
    const unknown = await store.movements({ ...oldest, petId: 404_404n });
    expect(unknown).toEqual({ movements: [], next: null, through: 4 });
  });

  test("the pages of a pet that changes more often than its chain is worth following have each movement once", async (store) => {
    await store.commit([createPet(1n, 0), createPet(2n, 0)]);
    const changes = Array.from({ length: 2_500 }, (_, i) => [setTo(1n, i + 1), setTo(2n, (i % 9) + 1)]);
    await store.commit(changes.flat());
    const ascending = { petId: 1n, ascending: true, limit: Infinity } as const;
    const found = await inPages(store, ascending, 400);
    const quantities = found.map(({ after }) => after?.quantity);
    expect(quantities).toEqual(Array.from({ length: 2_501 }, (_, i) => i));
    const few = await inPages(store, { ...ascending, since: found.at(-50)!.at }, 400);
    expect(few.at(-1)).toEqual(found.at(-1)!);
  });

  test("movements are found by time where the clock of another server is half an hour ahead", async (store, database) => {
    await makeMovements(store, database);
    await database.tamper("UPDATE commit_mark SET at = at + 1800000");
    const all = await ledgerOf(store);
    for (const range of [
      { since: 3 },
      { until: 3 },
      { since: 3, until: 9 },
      { petId: 1n, since: 3, until: 9 },
    ]) {
      const expected = all.filter((each) => passes(each, { ...range, limit: Infinity }));
      expect(await ledgerOf(store, range)).toEqual(expected);
    }
  });

  test("the states that a prune has kept are found by their time", async (store, database) => {
    await makeMovements(store, database);
    await database.tamper(
      `DELETE FROM commit_mark WHERE revision < 9; UPDATE commit_mark SET at = at + ${DAY_MS}`,
    );
    const kept = await ledgerOf(store, { until: 5 });
    expect(kept.map(({ at }) => at)).toContain(1);
  });

  test("an empty page that is not the last says how far was searched, and nothing below `since` is", async (store) => {
    const ids = Array.from({ length: 25_000 }, (_, i) => BigInt(i));
    await importRows(store, rows(...ids.map((petId) => [petId, 1] as const)));
    const page = await store.movements({ reason: "lost", limit: 10 });
    expect(page.movements).toEqual([]);
    expect(page.next).not.toBeNull();
    expect(page.searchedBackTo).toBeWithin(Date.now() - 600_000, Date.now() + 1);
    const since = Date.now() + 1;
    expect(await store.movements({ reason: "lost", limit: 10, since })).toEqual({
      movements: [],
      next: null,
    });
    expect(await store.movements({ limit: 10, until: 5 })).toEqual({ movements: [], next: null });
  });

  test("the pages of a large revision are its pets in ascending order, each once", async (store) => {
    const ids = Array.from({ length: 2_000 }, (_, i) => BigInt(i * 3 - 1_000));
    await store.commit([createPet(5_000_000n, 1)]);
    await importRows(store, rows(...ids.map((petId) => [petId, 1] as const)));
    const found = await inPages(store, { limit: 10_000 }, 300);
    expect(found.map(({ petId }) => petId)).toEqual([...ids, 5_000_000n]);
  });
}

/** Reads page by page, as a client does. */
async function inPages(store: InventoryStore, wanted: MovementFilter, size: number): Promise<Movement[]> {
  const found: Movement[] = [];
  for (let after: MovementCursor | undefined; ;) {
    const limit = Math.min(size, wanted.limit - found.length);
    const { movements, next } = await store.movements({ ...wanted, ...(after && { after }), limit });
    expect(movements.length).toBeLessThanOrEqual(limit);
    found.push(...movements);
    if (next === null || found.length === wanted.limit) return found;
    after = parseMovementCursor(formatMovementCursor(next));
  }
}

function passes({ petId, at, revision, reason, by }: Movement, wanted: MovementFilter): boolean {
  const { key, since = 0, until = Infinity, firstRevision = 0, lastRevision = Infinity } = wanted;
  return (
    (wanted.petId === undefined || petId === wanted.petId) &&
    (key === undefined || by.keyId === key || by.actor === `key:${key}`) &&
    at >= since &&
    at < until &&
    revision >= firstRevision &&
    revision <= lastRevision &&
    (wanted.reason === undefined || reason === wanted.reason) &&
    (wanted.requestId === undefined || by.requestId === wanted.requestId)
  );
}

function byRevisionAndPet(a: Movement, b: Movement): number {
  return a.revision - b.revision || (a.petId < b.petId ? -1 : 1);
}

/** Every reason and three origins; each movement happened at the time that its revision gives. */
async function makeMovements(store: InventoryStore, database: TestDatabase): Promise<void> {
  await store.commit([createPet(-1n, 1), createPet(0n, 1), createPet(1n, 1)]);
  await importRows(store, rows([-1n, 2], [0n, 2], [1n, 2], [2n, 2]));
  await store.commit([setTo(1n, 3, { by: OTHER }), setTo(0n, 3, { by: KEY_ORIGIN })]);
  await store.commit([{ petId: 1n, quantity: { by: 2 }, reason: "adjust", by: COMMAND_ORIGIN }]);
  await store.commit([removePet(0n)]);
  await store.undo({ revision: 8, dryRun: false, by: COMMAND_ORIGIN });
  await store.commit([setTo(1n, 9, { by: OTHER })]);
  await store.commit(
    STATED_REASONS.map((reason, i) => setTo(BigInt(i % 2), 20 + i, { reason, note: reason })),
  );
  await database.tamper("UPDATE ledger_entry SET at = revision; UPDATE commit_mark SET at = revision");
}

// Pruning the old part of the ledger, on every engine: the inventory is unchanged, the ledger still folds to it, and a
// client with a position before the start of the history must reload.

import { expect, setSystemTime } from "bun:test";
import { IDEMPOTENCY_RETENTION_MS } from "../../src/inventory/idempotency.ts";
import type { PruneReport } from "../../src/inventory/maintenance.ts";
import { ClientCopy } from "./client-copy.ts";
import { databaseTests } from "./database-tests.ts";
import {
  ledgerOf,
  createPet,
  type Engine,
  everythingOf,
  expectConsistent,
  expectNoChangeSince,
  importRows,
  makeHistory,
  item,
  itemsOf,
  kinds,
  idempotencyKey,
  positionOf,
  rows,
  setTo,
  TestDatabase,
} from "./engine.ts";
import { until } from "../support/until.ts";
import { undo } from "./undo-suite.ts";

const NOTHING = { historyStart: 0, movements: 0, commits: 0, removedPets: 0, idempotencyRecords: 0 };

export function describePrune(engine: Engine): void {
  const test = databaseTests(engine);

  test("a prune keeps the last older state of each pet, and all younger movements", async (store, database) => {
    await makeHistory(store);
    const [before, ledger] = [await itemsOf(store), await ledgerOf(store, { limit: 100 })];
    const report = await pruneUpTo(database, 6);
    // Among the seven movements up to there, those of revisions 4 and 6 are the last of pets 1 and 2.
    expect(report).toEqual({ ...NOTHING, historyStart: 6, movements: 5, commits: 3, removedPets: 1 });
    const left = await ledgerOf(store, { limit: 100 });
    expect(left).toEqual(ledger.filter(({ revision, petId }) => revision > 6 || isLast(revision, petId)));
    expect(await itemsOf(store)).toEqual(before);
    await expectConsistent(store);
  });

  test("a dry run reports what the prune would do, and changes nothing", async (store, database) => {
    await makeHistory(store);
    const before = await everythingOf(store);
    const report = await pruneUpTo(database, 6, { dryRun: true });
    expect(await everythingOf(store)).toEqual({ ...before, movements: expect.anything() });
    expect(await pruneUpTo(database, 6)).toEqual(report);
    expect(report.movements).toBeGreaterThan(0);
  });

  test("a second prune removes nothing, and one with an older time restores nothing", async (store, database) => {
    await makeHistory(store);
    await pruneUpTo(database, 6);
    const before = await everythingOf(store);
    expect(await pruneUpTo(database, 6)).toEqual({ ...NOTHING, historyStart: 6 });
    expect(await pruneUpTo(database, 3)).toEqual({ ...NOTHING, historyStart: 6 });
    expect(await everythingOf(store)).toEqual(before);
  });

  test("a prune removes nothing from a new inventory, or if all movements are younger", async (store) => {
    expect(await store.prune({ before: Date.now() + 1, dryRun: false })).toEqual(NOTHING);
    await store.commit([createPet(1n, 1), setTo(1n, 2)]);
    expect(await store.prune({ before: 0, dryRun: false })).toEqual(NOTHING);
    expect(await ledgerOf(store, { limit: 10 })).toHaveLength(2);
    await expectConsistent(store);
  });

  test("if all commits are older the newest one is kept, and stores continue from it", async (store) => {
    await makeHistory(store);
    const position = await positionOf(store);
    const copy = await ClientCopy.of(store);
    expect(await store.prune({ before: Date.now() + 1, dryRun: false })).toMatchObject({ historyStart: 7 });
    expect(await ledgerOf(store, { limit: 100 })).toHaveLength(2);
    await expectNoChangeSince(store, position);
    await store.commit([setTo(1n, 50), createPet(3n, 3)]);
    await copy.catchUp(store);
    expect(copy.items).toEqual([item(1n, 50), item(2n, 6), item(3n, 3)]);
    expect(copy.reloads).toBe(0);
    await expectConsistent(store);
  });

  test("if all commits are older and the last one was a removal, verify still passes", async (store) => {
    await importRows(store, rows([1n, 1], [2n, 2]));
    await importRows(store, rows([2n, 2]), { replace: true });
    await store.prune({ before: Date.now() + 1, dryRun: false });
    expect((await ledgerOf(store, { limit: 10 })).map(({ revision }) => revision)).toEqual([1]);
    await expectConsistent(store);
    await store.commit([createPet(1n, 5)]);
    expect(await itemsOf(store)).toEqual([item(1n, 5), item(2n, 2)]);
    await expectConsistent(store);
  });

  test("a position before the start of the history must reload; the start and later positions catch up", async (store, database) => {
    const copies: ClientCopy[] = [];
    for (let step = 1; step <= 6; step++) {
      await store.commit([createPet(BigInt(step % 3), step), setTo(0n, 100 + step)]);
      if (step === 4) await importRows(store, rows([0n, 1], [1n, 1]), { replace: true });
      copies.push(await ClientCopy.of(store));
    }
    const [, second, third] = copies.map(({ position }) => position.revision);
    expect(second).toBeLessThan(third!);
    await pruneUpTo(database, third!);
    for (const copy of copies) await copy.catchUp(store);
    const items = await itemsOf(store);
    expect(copies.map((copy) => copy.items)).toEqual(copies.map(() => items));
    expect(copies.map(({ reloads }) => reloads)).toEqual([1, 1, 0, 0, 0, 0]);
  });

  test("a prune ends before the first younger commit, also after the clock was set back", async (store, database) => {
    await makeHistory(store);
    await setTimes(database);
    await database.tamper("UPDATE commit_mark SET at = 1000000 WHERE revision = 5");
    expect(await store.prune({ before: 1000, dryRun: false })).toMatchObject({ historyStart: 3 });
    await expectConsistent(store);
  });

  test("a commit with a future time does not stop a prune, and the history does not start with it", async (store, database) => {
    await makeHistory(store);
    await setTimes(database);
    const future = Date.now() + 24 * 60 * 60 * 1000;
    for (const table of ["commit_mark", "ledger_entry"])
      await database.tamper(`UPDATE ${table} SET at = ${future} WHERE revision IN (6, 7)`);
    // 7 may be young: it was made under a clock that was ahead, maybe a moment ago.
    expect(await store.prune({ before: 1000, dryRun: false })).toMatchObject({ historyStart: 5 });
    await database.tamper("UPDATE commit_mark SET at = 7 WHERE revision = 7");
    expect(await store.prune({ before: 1000, dryRun: true })).toMatchObject({ historyStart: 7, commits: 2 });
    expect(await store.prune({ before: 1000, dryRun: false })).toMatchObject({ historyStart: 7, commits: 2 });
    await expectConsistent(store);
  });

  test("commits after one under a clock that was years ahead are pruned by the time of their movements", async (store) => {
    setSystemTime(Date.now() + 20 * 365 * 24 * 60 * 60 * 1000);
    await store.commit([createPet(1n, 1)]).finally(() => setSystemTime());
    for (let quantity = 2; quantity <= 5; quantity++) await store.commit([setTo(1n, quantity)]);
    const before = Date.now() + 1;
    await until("the next ms", () => Date.now() > before);
    await store.commit([setTo(1n, 6)]);
    expect(await store.prune({ before, dryRun: false })).toMatchObject({ historyStart: 5 });
    await expectConsistent(store);
  });

  test("a pruned revision cannot be undone, the first remaining one can", async (store, database) => {
    await makeHistory(store);
    await pruneUpTo(database, 6);
    const before = await everythingOf(store);
    expect(await undo(store, 6)).toEqual({ kind: "pruned", historyStart: 6 });
    expect(await undo(store, 1, { dryRun: true })).toEqual({ kind: "pruned", historyStart: 6 });
    expect(await everythingOf(store)).toEqual(before);
    expect(await undo(store, 7)).toMatchObject({ kind: "undone", updated: 1 });
    expect(await itemsOf(store)).toEqual([item(1n, 4), item(2n, 6)]);
    await expectConsistent(store);
  });

  test("a removed pet is forgotten, unless it was created again since", async (store, database) => {
    await importRows(store, rows([1n, 1], [2n, 2], [3n, 3]));
    await importRows(store, rows([3n, 3]), { replace: true });
    await store.commit([createPet(1n, 10)]);
    expect(await pruneUpTo(database, 2)).toMatchObject({ historyStart: 2, removedPets: 1 });
    expect(await itemsOf(store)).toEqual([item(1n, 10), item(3n, 3)]);
    await expectConsistent(store);
    expect(kinds(await store.commit([setTo(2n, 5), createPet(2n, 6)]))).toEqual(["not_found", "updated"]);
    await expectConsistent(store);
  });

  test("idempotency records are removed once they have expired, and not before", async (store, database) => {
    await store.commit([createPet(1n, 1), idempotencyKey("old", 1n, 2), idempotencyKey("young", 1n, 3)]);
    await database.tamper(
      `UPDATE idempotency_record SET at = ${Date.now() - IDEMPOTENCY_RETENTION_MS - 1000} WHERE key = 'old'`,
    );
    const wanted = { before: Date.now() + 1, dryRun: true };
    expect(await store.prune(wanted)).toMatchObject({ idempotencyRecords: 1 });
    expect(await store.prune({ ...wanted, dryRun: false })).toMatchObject({ idempotencyRecords: 1 });
    expect(kinds(await store.commit([idempotencyKey("young", 1n, 3), idempotencyKey("old", 1n, 2)]))).toEqual(
      ["replayed", "updated"],
    );
  });

  test("rows of more than one batch are removed to the last one", async (store) => {
    const many = (quantity: number) =>
      rows(...Array.from({ length: 12_000 }, (_, i) => [BigInt(i - 6_000), quantity] as const));
    await importRows(store, many(1));
    await importRows(store, many(2));
    await importRows(store, rows([7_000n, 1]), { replace: true });
    const reported: number[] = [];
    const onProgress = (done: number) => void reported.push(done);
    const report = await store.prune({ before: Date.now() + 1, dryRun: false, onProgress });
    expect(reported.length).toBeGreaterThan(3);
    expect(reported.at(-1)).toBe(36_000 + 3 + 12_000);
    expect(report).toEqual({
      ...NOTHING,
      historyStart: 3,
      movements: 36_000,
      commits: 3,
      removedPets: 12_000,
    });
    expect(await ledgerOf(store, { limit: 100_000 })).toHaveLength(1);
    await expectConsistent(store);
  }, 180_000);

  test("after an interrupted prune verify passes, and the next prune continues it", async (store, database) => {
    await makeHistory(store);
    // The order in which it goes: commits, then pets that were removed, then movements from the oldest on.
    for (const sql of [
      "DELETE FROM commit_mark WHERE revision < 3",
      "DELETE FROM commit_mark WHERE revision < 6",
      "DELETE FROM inventory WHERE removed = 1",
      "DELETE FROM ledger_entry WHERE revision < 3",
    ]) {
      await database.tamper(sql);
      await expectConsistent(store);
    }
    const report = await pruneUpTo(database, 6);
    expect(report).toEqual({ ...NOTHING, historyStart: 6, movements: 3 });
    expect((await ledgerOf(store, { limit: 100 })).map(({ revision }) => revision)).toEqual([7, 6, 4]);
    await expectConsistent(store);
  });

  const tamperings: readonly (readonly [string, string])[] = [
    ["a last state's after", "UPDATE ledger_entry SET quantity_after = 99 WHERE revision = 6"],
    ["a last state, deleted", "DELETE FROM ledger_entry WHERE revision = 4"],
    ["the first movement that is left, deleted", "DELETE FROM ledger_entry WHERE revision = 7"],
    ["its before", "UPDATE ledger_entry SET quantity_before = 99 WHERE revision = 7"],
    ["a row's quantity", "UPDATE inventory SET quantity = 99 WHERE pet_id = 2"],
    ["a row, deleted", "DELETE FROM inventory WHERE pet_id = 2"],
    [
      "a removed pet without a movement",
      "INSERT INTO inventory (pet_id, quantity, status, revision, removed) VALUES (77, 1, 'sold', 7, 1)",
    ],
    [
      "an older commit, made up",
      "INSERT INTO commit_mark VALUES (2, '0123456789abcdef', 2, 0, 0, 0, 0, 0, 0, 0, 1)",
    ],
  ];
  test.each(tamperings)("after a prune verify fails for %s", async ({ store, database }, _, sql) => {
    await makeHistory(store);
    await pruneUpTo(database, 6);
    await database.tamper(sql);
    expect((await store.verify()).problems.length).toBeGreaterThan(0);
  });

  test("beside a prune no write is refused or lost, and verify passes throughout", async (_store, database) => {
    const rivals = [await database.open(), await database.open()];
    const [store, lastOf] = [database.store, new Map<bigint, number>()];
    await importRows(store, rows([1n, 0], [2n, 0], [3n, 0]));
    const end = new AbortController();
    const writing = rivals.map(async (rival, index) => {
      const petId = BigInt(index + 1);
      for (let quantity = 1; !end.signal.aborted; quantity++) {
        const outcomes = await rival.commit([setTo(petId, quantity)]);
        expect(kinds(outcomes)).toEqual(["updated"]);
        lastOf.set(petId, quantity);
        // The stores of one process on one thread: each gets a turn.
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    for (let round = 0; round < 10; round++) {
      const [at, copy] = [lastOf.get(1n) ?? 0, await ClientCopy.of(store)];
      while ((lastOf.get(1n) ?? 0) < at + 5) await new Promise((resolve) => setImmediate(resolve));
      await Promise.all([store.prune({ before: Date.now(), dryRun: false }), expectConsistent(rivals[0]!)]);
      await expectConsistent(store);
      await copy.catchUp(store);
      expect(copy.items.map(({ petId }) => petId)).toEqual([1n, 2n, 3n]);
    }
    end.abort();
    await Promise.all(writing);
    const quantities = [lastOf.get(1n)!, lastOf.get(2n)!, 0];
    expect((await itemsOf(store)).map(({ quantity }) => quantity)).toEqual(quantities);
    await expectConsistent(store);
  });
}

/** Prunes this revision and all earlier ones. */
export async function pruneUpTo(
  database: TestDatabase,
  revision: number,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<PruneReport> {
  await setTimes(database);
  return database.store.prune({ before: revision + 1, dryRun });
}

/** Sets the time of each commit to its revision. */
async function setTimes(database: TestDatabase): Promise<void> {
  await database.tamper("UPDATE commit_mark SET at = revision");
}

function isLast(revision: number, petId: bigint): boolean {
  return (petId === 1n && revision === 4) || (petId === 2n && revision === 6);
}

// Stock over time, on every engine, against the same sums over the whole ledger in memory.

import { expect, setSystemTime } from "bun:test";
import fc from "fast-check";
import type { Movement } from "../../src/inventory/movement.ts";
import { type StockTotals, stepBounds, type TotalsRange, TOTALS_STEPS } from "../../src/inventory/totals.ts";
import { databaseTests } from "./database-tests.ts";
import {
  COMMAND_ORIGIN,
  createPet,
  type Engine,
  importRows,
  ledgerOf,
  rows,
  setTo,
  TestDatabase,
  removePet,
} from "./engine.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Wednesday, 22:00. */
const START = Date.UTC(2026, 0, 7, 22);
/** From one commit to the next. */
const PAUSE_MS = 5 * HOUR_MS;
const ZEROS = { inStock: 0, available: 0, pending: 0, sold: 0 };

export function describeTotals(engine: Engine): void {
  const test = databaseTests(engine);

  test("each step has the stock at its end and the units that came and went within it", async (store, database) => {
    await store.commit([createPet(1n, 10), createPet(2n, 4, "pending")]);
    await store.commit([setTo(1n, 7)]);
    await importRows(store, rows([1n, 0], [3n, 2, "sold"]), { replace: true });
    await store.undo({ revision: 4, dryRun: false, by: COMMAND_ORIGIN });
    await setTimes(database, DAY_MS);
    const range = { since: START, until: START + 6 * DAY_MS, step: "day" } as const;
    const day = (index: number) => Date.UTC(2026, 0, 7 + index);
    // The database itself is older than its first commit: it was made at START.
    expect(await store.totals(range)).toEqual([
      { at: day(0), quantity: 0n, ...ZEROS, in: 0n, out: 0n },
      { at: day(1), quantity: 0n, ...ZEROS, in: 0n, out: 0n },
      { at: day(2), quantity: 14n, inStock: 2, available: 1, pending: 1, sold: 0, in: 14n, out: 0n },
      { at: day(3), quantity: 11n, inStock: 2, available: 1, pending: 1, sold: 0, in: 0n, out: 3n },
      { at: day(4), quantity: 2n, inStock: 1, available: 1, pending: 0, sold: 1, in: 2n, out: 11n },
      { at: day(5), quantity: 11n, inStock: 2, available: 1, pending: 1, sold: 0, in: 11n, out: 2n },
      { at: day(6), quantity: 11n, inStock: 2, available: 1, pending: 1, sold: 0, in: 0n, out: 0n },
    ]);
  });

  test("any range equals the sums over the ledger", async (store, database) => {
    for (let i = 0; i < 40; i++) {
      const group = [
        createPet(BigInt(i % 6), 1 + ((i * 7) % 11)),
        createPet(BigInt(i % 4), (i * 5) % 3, "sold"),
      ];
      await store.commit(group);
      if (i % 9 === 8) await store.commit([removePet(BigInt(i % 6))]);
    }
    await setTimes(database, PAUSE_MS);
    const ledger = await ledgerOf(store);
    const time = fc.integer({ min: START - 3 * DAY_MS, max: START + 12 * DAY_MS });
    await fc.assert(
      fc.asyncProperty(time, time, fc.constantFrom(...TOTALS_STEPS), async (since, until, step) => {
        const range = { since, until, step };
        expect(await store.totals(range)).toEqual(expectedSteps(ledger, range));
      }),
      { numRuns: 60 },
    );
  });

  test("steps that have not begun are left out, and the current one has the stock of now", async (store) => {
    await store.commit([createPet(1n, 3)]);
    const now = Date.now();
    const steps = await store.totals({ since: now, until: now + 100 * DAY_MS, step: "week" });
    expect(steps).toMatchObject([{ quantity: 3n, in: 3n, out: 0n }]);
    expect(await store.totals({ since: now + DAY_MS, until: now + 2 * DAY_MS, step: "hour" })).toEqual([]);
  });

  test("stores whose clocks disagree by days agree on the stock of now", async (store, database) => {
    const stores = [store, await database.open(), await database.open()] as const;
    const real = Date.now();
    const offsets = [0, 2 * DAY_MS, -DAY_MS];
    const at = async <T>(server: number, work: () => Promise<T>): Promise<T> => {
      setSystemTime(real + (offsets[server] as number));
      return work().finally(() => setSystemTime());
    };
    for (let round = 0; round < 3; round++) {
      for (const [server, writer] of stores.entries()) {
        const quantity = 10 * round + server;
        await at(server, () => writer.commit([{ ...setTo(1n, quantity), create: true }]));
        await at(server, () => importRows(writer, rows([2n, quantity])));
        for (const [reader, asked] of stores.entries()) {
          const now = real + (offsets[reader] as number);
          const range = { since: now - DAY_MS, until: now + DAY_MS, step: "hour" } as const;
          const steps = await at(reader, () => asked.totals(range));
          expect(steps.at(-1)?.quantity).toBe(BigInt(2 * quantity));
        }
      }
    }
    const all = { since: real - 3 * DAY_MS, until: real + 3 * DAY_MS, step: "hour" } as const;
    const steps = await at(1, () => stores[1].totals(all));
    expect(steps.every((step) => step.in >= 0n && step.out >= 0n)).toBeTrue();
    expect(steps.reduce((sum, step) => sum + step.in - step.out, 0n)).toBe(44n);
    // A movement keeps the time of its server.
    const moved = (await ledgerOf(stores[0])).map((movement) => movement.at);
    expect(Math.max(...moved) - Math.min(...moved)).toBeGreaterThanOrEqual(3 * DAY_MS);
  });

  test("no commit's time is before that of the commit before it, whatever writes it", async (store, database) => {
    setSystemTime(Date.now() + DAY_MS);
    await store.commit([createPet(1n, 1)]).finally(() => setSystemTime());
    await store.commit([setTo(1n, 2)]);
    await expectNoTimeBack(database);
    await importRows(store, rows([1n, 3], [2n, 3]));
    await expectNoTimeBack(database);
    const set = {
      changes: [{ petId: 1n, quantity: 4 }],
      dryRun: false,
      reason: "set",
      by: COMMAND_ORIGIN,
    } as const;
    expect(await store.commit([set])).toMatchObject([{ revision: 4 }]);
    await expectNoTimeBack(database);
    expect(await store.undo({ revision: 4, dryRun: false, by: COMMAND_ORIGIN })).toMatchObject({
      revision: 5,
    });
    await expectNoTimeBack(database);
  });

  test("steps do not overlap where a clock was set back", async (store, database) => {
    for (let quantity = 1; quantity <= 12; quantity++) await store.commit([createPet(1n, quantity)]);
    await setTimes(database, HOUR_MS);
    await database.tamper(`UPDATE commit_mark SET at = at - ${5 * HOUR_MS} WHERE revision > 6`);
    const steps = await store.totals({ since: START, until: START + 12 * HOUR_MS, step: "hour" });
    expect(steps.reduce((all, each) => all + each.in, 0n)).toBe(12n);
    expect(steps.every((each) => each.in >= 0n)).toBeTrue();
  });

  test("after a prune the totals begin with the start of the history, and are the same from there on", async (store, database) => {
    for (let quantity = 1; quantity <= 6; quantity++)
      await store.commit([createPet(BigInt(quantity), quantity)]);
    await setTimes(database, DAY_MS);
    const range = { since: START, until: START + 7 * DAY_MS, step: "day" } as const;
    const before = await store.totals(range);
    await store.prune({ before: START + 4 * DAY_MS, dryRun: false });
    expect(await store.totals(range)).toEqual(
      before.slice(3).map((step, i) => (i === 0 ? { ...step, in: 0n } : step)),
    );
    await store.commit([setTo(6n, 7)]);
    expect((await store.verify()).problems).toEqual([]);
  });
}

/** The statement fails where a later commit has an earlier time: `at` is never null. */
async function expectNoTimeBack(database: TestDatabase): Promise<void> {
  await database.tamper(`
    UPDATE commit_mark SET at = NULL WHERE EXISTS (
      SELECT 1 FROM commit_mark later WHERE later.revision > commit_mark.revision AND later.at < commit_mark.at)`);
}

/** The database was made at START, its commits follow each after a pause. */
async function setTimes(database: TestDatabase, pauseMs: number): Promise<void> {
  for (const table of ["ledger_entry", "commit_mark"])
    await database.tamper(`UPDATE ${table} SET at = ${START} + revision * CAST(${pauseMs} AS bigint)`);
  // Commits of two changes have the time of their last one in the marks.
  await database.tamper(`
    UPDATE ledger_entry SET at = (
      SELECT commit_mark.at FROM commit_mark WHERE commit_mark.revision >= ledger_entry.revision ORDER BY revision LIMIT 1)`);
}

function expectedSteps(ledger: readonly Movement[], range: TotalsRange): StockTotals[] {
  const bounds = stepBounds(range);
  return bounds.slice(0, -1).flatMap((at, index) => {
    const end = bounds[index + 1] as number;
    if (end <= START) return [];
    const within = ledger.filter((each) => each.at >= at && each.at < end);
    const differences = within.map(({ before, after }) => (after?.quantity ?? 0) - (before?.quantity ?? 0));
    return [{ at, ...stockAt(ledger, end), in: sumOf(differences, 1), out: sumOf(differences, -1) }];
  });
}

function stockAt(ledger: readonly Movement[], end: number) {
  const last = new Map<bigint, Movement>();
  for (const movement of ledger.toReversed()) if (movement.at < end) last.set(movement.petId, movement);
  const stocks = [...last.values()].flatMap(({ after }) => (after === null ? [] : [after]));
  const count = (status: string) => stocks.filter((stock) => stock.status === status).length;
  return {
    quantity: BigInt(stocks.reduce((all, { quantity }) => all + quantity, 0)),
    inStock: stocks.filter(({ quantity }) => quantity > 0).length,
    available: count("available"),
    pending: count("pending"),
    sold: count("sold"),
  };
}

function sumOf(differences: readonly number[], sign: 1 | -1): bigint {
  return BigInt(differences.reduce((all, each) => all + Math.max(0, each * sign), 0));
}

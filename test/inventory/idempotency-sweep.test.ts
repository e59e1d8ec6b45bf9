// The sweep of expired idempotency records, with a table in memory.

import { expect, test } from "bun:test";
import { IdempotencySweep } from "../../src/inventory/idempotency-sweep.ts";
import { type ExpiredRange, IDEMPOTENCY_RETENTION_MS } from "../../src/inventory/idempotency.ts";
import type { Log } from "../../src/inventory/log.ts";
import { StoreError } from "../../src/inventory/store-error.ts";
import { until } from "../support/until.ts";

const NOW = 1_700_000_000_000;

/** `times`: the creation times of the records. `failing`: the error of each batch. */
function open(times: readonly number[], failing?: Error) {
  const clock = { at: NOW, now: () => clock.at };
  const batches: ExpiredRange[] = [];
  const warned: string[] = [];
  const log = { warn: (event: string) => void warned.push(event) } as unknown as Log;
  const table = {
    left: times.toSorted((a, b) => a - b),
    async removeExpired(range: ExpiredRange) {
      batches.push(range);
      if (failing !== undefined) throw failing;
      const { from, before, max } = range;
      const gone = table.left.filter((at) => at >= from && at < before).slice(0, max);
      table.left = table.left.filter((at) => !gone.includes(at));
      return { removed: gone.length, reached: gone.length < max ? before : (gone.at(-1) ?? from) };
    },
  };
  const steady = { at: 0, now: () => steady.at };
  return {
    table,
    batches,
    warned,
    clock,
    steady,
    sweep: new IdempotencySweep(table, { log, clock, steady }),
  };
}

test("removes all expired records in batches, each starting where the last one ended", async () => {
  const expired = Array.from({ length: 1_200 }, (_, i) => NOW - IDEMPOTENCY_RETENTION_MS - 5_000 + i);
  const young = [NOW - IDEMPOTENCY_RETENTION_MS, NOW - 1];
  const { table, batches, sweep } = open([...expired, ...young]);
  await using _ = sweep;
  await until("all expired records to be removed", () => table.left.length === young.length);
  expect(table.left).toEqual(young);
  expect(batches.map(({ from }) => from)).toEqual([0, expired[499]!, expired[999]!]);
});

test("stops when disposed, also during a batch", async () => {
  const { batches, sweep } = open([]);
  await until("a batch", () => batches.length === 1);
  await sweep[Symbol.asyncDispose]();
  expect(batches).toHaveLength(1);
});

test.each([
  [
    "an unavailable database is not logged, because other parts log it",
    new StoreError("unavailable", "away"),
    [],
  ],
  ["a moved inventory is not logged", new StoreError("retired", "moved"), []],
  ["any other error is logged", new Error("a defect"), ["idempotency_sweep_failed"]],
])("%s", async (_, error, expected) => {
  const { batches, warned, sweep } = open([], error);
  await until("a batch", () => batches.length > 0);
  await sweep[Symbol.asyncDispose]();
  expect(warned).toEqual(expected);
});

test("a clock that has jumped ahead is trusted after a day, a corrected one at once", async () => {
  const { batches, clock, steady, sweep } = open([]);
  await using _ = sweep;
  const lookAt = async (wallMs: number, steadyMs: number) => {
    clock.at = NOW + wallMs;
    steady.at = steadyMs;
    await sweep.removeBatch();
    return batches.at(-1)!.before - (NOW - IDEMPOTENCY_RETENTION_MS);
  };
  const YEAR_MS = 365 * IDEMPOTENCY_RETENTION_MS;
  expect(await lookAt(10_000, 10_000)).toBe(10_000);
  // NTP corrects a clock gradually.
  expect(await lookAt(60_000, 20_000)).toBe(60_000);
  expect(await lookAt(YEAR_MS, 30_000)).toBe(70_000);
  expect(await lookAt(YEAR_MS + IDEMPOTENCY_RETENTION_MS, 30_000 + IDEMPOTENCY_RETENTION_MS)).toBe(
    70_000 + IDEMPOTENCY_RETENTION_MS,
  );
  expect(await lookAt(90_000, 50_000)).toBe(90_000);
  expect(await lookAt(YEAR_MS, 60_000)).toBe(100_000);
  const later = 60_001 + IDEMPOTENCY_RETENTION_MS;
  expect(await lookAt(YEAR_MS + later, later)).toBe(YEAR_MS + later);
});

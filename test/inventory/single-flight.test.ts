// Concurrent callers share one call, and never a call that began before theirs.

import { expect, jest, test } from "bun:test";
import { SingleFlight } from "../../src/inventory/single-flight.ts";
import { until } from "../support/until.ts";

/** Each call returns a promise that the test settles. */
function callsOf(options: { intervalMs?: number } = {}) {
  const calls: PromiseWithResolvers<number>[] = [];
  const shared = new SingleFlight(() => {
    const one = Promise.withResolvers<number>();
    calls.push(one);
    return one.promise;
  }, options);
  return { calls, shared };
}

test("callers that arrive during a call share the next call", async () => {
  const { calls, shared } = callsOf();
  const first = shared.get();
  const later = Array.from({ length: 1_000 }, () => shared.get());
  expect(calls).toHaveLength(1);
  calls[0]?.resolve(1);
  expect(await first).toBe(1);
  await until("the second call", () => calls.length === 2);
  const last = shared.get();
  calls[1]?.resolve(2);
  expect(new Set(await Promise.all(later))).toEqual(new Set([2]));
  await until("the third call", () => calls.length === 3);
  calls[2]?.resolve(3);
  expect(await last).toBe(3);
});

test("a function that returns at once is called for each caller, and its error is thrown at once", async () => {
  const results = [1, 2];
  const shared = new SingleFlight(() => {
    const result = results.shift();
    if (result === undefined) throw new Error("none left");
    return result;
  });
  expect([shared.get(), shared.get()]).toEqual([1, 2]);
  expect(() => shared.get()).toThrow("none left");
});

test("an error goes to the callers that shared the call, and to no later caller", async () => {
  const { calls, shared } = callsOf();
  const [first, second] = [shared.get(), shared.get()];
  calls[0]?.reject(new Error("no answer"));
  expect(await Promise.resolve(first).catch(String)).toBe("Error: no answer");
  await until("the second call", () => calls.length === 2);
  calls[1]?.resolve(2);
  expect(await second).toBe(2);
  const third = shared.get();
  expect(calls).toHaveLength(3);
  calls[2]?.resolve(3);
  expect(await third).toBe(3);
});

test("with an interval the next call waits for it, however quickly the previous call returned", async () => {
  jest.useFakeTimers();
  try {
    const { calls, shared } = callsOf({ intervalMs: 20 });
    const first = shared.get();
    calls[0]?.resolve(1);
    expect(await first).toBe(1);
    const later = Array.from({ length: 1_000 }, () => shared.get());
    for (const callsBy of [1, 2]) {
      for (let turn = 0; turn < 50; turn++) await Promise.resolve();
      expect(calls).toHaveLength(callsBy);
      jest.advanceTimersByTime(callsBy === 1 ? 20 : 0);
    }
    calls[1]?.resolve(2);
    expect(new Set(await Promise.all(later))).toEqual(new Set([2]));
  } finally {
    jest.useRealTimers();
  }
});

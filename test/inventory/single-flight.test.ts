// Questions that are shared: never by somebody who came when it had been asked already.

import { expect, jest, test } from "bun:test";
import { SingleFlight } from "../../src/inventory/single-flight.ts";
import { until } from "../support/until.ts";

/** A question that is answered, with its number, when the test says so. */
function question(options: { intervalMs?: number } = {}) {
  const asked: PromiseWithResolvers<number>[] = [];
  const shared = new SingleFlight(() => {
    const one = Promise.withResolvers<number>();
    asked.push(one);
    return one.promise;
  }, options);
  return { asked, shared };
}

test("callers that come while it is under way share the next one", async () => {
  const { asked, shared } = question();
  const first = shared.get();
  const later = Array.from({ length: 1_000 }, () => shared.get());
  expect(asked).toHaveLength(1);
  asked[0]?.resolve(1);
  expect(await first).toBe(1);
  await until("the second question", () => asked.length === 2);
  const last = shared.get();
  asked[1]?.resolve(2);
  expect(new Set(await Promise.all(later))).toEqual(new Set([2]));
  await until("the third question", () => asked.length === 3);
  asked[2]?.resolve(3);
  expect(await last).toBe(3);
});

test("a failure is told to those who shared it, and to no caller after them", async () => {
  const { asked, shared } = question();
  const [first, second] = [shared.get(), shared.get()];
  asked[0]?.reject(new Error("no answer"));
  expect(await first.catch(String)).toBe("Error: no answer");
  await until("the second question", () => asked.length === 2);
  asked[1]?.resolve(2);
  expect(await second).toBe(2);
  const third = shared.get();
  expect(asked).toHaveLength(3);
  asked[2]?.resolve(3);
  expect(await third).toBe(3);
});

test("with an interval the next question waits for it, however quickly the one before was answered", async () => {
  jest.useFakeTimers();
  try {
    const { asked, shared } = question({ intervalMs: 20 });
    const first = shared.get();
    asked[0]?.resolve(1);
    expect(await first).toBe(1);
    const later = Array.from({ length: 1_000 }, () => shared.get());
    for (const askedBy of [1, 2]) {
      for (let turn = 0; turn < 50; turn++) await Promise.resolve();
      expect(asked).toHaveLength(askedBy);
      jest.advanceTimersByTime(askedBy === 1 ? 20 : 0);
    }
    asked[1]?.resolve(2);
    expect(new Set(await Promise.all(later))).toEqual(new Set([2]));
  } finally {
    jest.useRealTimers();
  }
});

// A token bucket allows exactly its rate, at any sequence of requests.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { TokenBuckets } from "../../src/http/token-buckets.ts";

class SetClock {
  at = 1_000_000;
  now(): number {
    return this.at;
  }
}

function bucketsOf(count: number, perMs: number, bucketsMax?: number) {
  const clock = new SetClock();
  const buckets = new TokenBuckets(
    { count, perMs },
    { clock, ...(bucketsMax !== undefined && { bucketsMax }) },
  );
  return { clock, buckets };
}

describe("a bucket", () => {
  test("gives all its tokens at once, then the time until the next one", () => {
    const { clock, buckets } = bucketsOf(100, 1_000);
    for (let i = 0; i < 100; i++) expect(buckets.take("a")).toBe(0);
    expect(buckets.take("a")).toBe(10);
    clock.at += 9;
    expect(buckets.take("a")).toBe(1);
    clock.at += 1;
    expect(buckets.take("a")).toBe(0);
    expect(buckets.take("a")).toBe(10);
  });

  test("refills up to its capacity", () => {
    const { clock, buckets } = bucketsOf(7, 60_000);
    for (const pauseMs of [0, 60_000, 86_400_000]) {
      clock.at += pauseMs;
      for (let i = 0; i < 7; i++) expect(buckets.take("a")).toBe(0);
      expect(buckets.take("a")).toBeGreaterThan(0);
    }
  });

  test("is separate for each name", () => {
    const { buckets } = bucketsOf(1, 1_000);
    expect([buckets.take("a"), buckets.take("b"), buckets.take("a")]).toEqual([0, 0, 1_000]);
  });

  test("accepts a returned token", () => {
    const { buckets } = bucketsOf(1, 1_000);
    expect(buckets.take("a")).toBe(0);
    buckets.giveBack("a");
    expect([buckets.take("a"), buckets.take("a")]).toEqual([0, 1_000]);
    buckets.giveBack("unused");
    expect(buckets.take("unused")).toBe(0);
    expect(buckets.take("unused")).toBe(1_000);
  });

  test("may be charged beyond its tokens, and the next requests wait for the debt", () => {
    const { clock, buckets } = bucketsOf(10, 1_000);
    expect(buckets.take("a")).toBe(0);
    buckets.charge("a", 24);
    // 15 tokens of debt, and one to take.
    expect([buckets.take("a"), buckets.take("b")]).toEqual([1_600, 0]);
    clock.at += 1_600;
    expect([buckets.take("a"), buckets.take("a")]).toEqual([0, 100]);
  });

  test("allows as much as a simple reference implementation, to the millisecond", () => {
    const pauses = fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 2_000 }),
        pauses,
        (count, perMs, all) => {
          const { clock, buckets } = bucketsOf(count, perMs);
          const startedAt = clock.at;
          let taken = 0;
          for (const pauseMs of all) {
            clock.at += pauseMs;
            if (buckets.take("a") === 0) taken += 1;
            // The tokens it held, plus the refill since.
            expect(taken).toBeLessThanOrEqual(count + ((clock.at - startedAt + 1) * count) / perMs);
          }
        },
      ),
    );
  });

  test("has a token at the announced time", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 10_000 }), (count, perMs) => {
        const { clock, buckets } = bucketsOf(count, perMs);
        for (let i = 0; i < 3 * count; i++) clock.at += buckets.take("a");
        const waitMs = buckets.take("a");
        clock.at += waitMs;
        if (waitMs > 0) expect(buckets.take("a")).toBe(0);
      }),
    );
  });
});

test("beyond the limit the least recently used bucket is dropped", () => {
  const { buckets } = bucketsOf(1, 1_000, 3);
  for (const name of ["a", "b", "c", "d"]) expect(buckets.take(name)).toBe(0);
  // A refused request takes no token.
  expect(["b", "c", "d"].map((name) => buckets.take(name))).toEqual([1_000, 1_000, 1_000]);
  expect(buckets.take("a")).toBe(0);
  expect(buckets.take("b")).toBe(0);
});

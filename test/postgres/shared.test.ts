// Questions that are shared: never by somebody who came when it had been asked already.

import { expect, test } from "bun:test";
import { Shared } from "../../src/postgres/shared.ts";
import { until } from "../support/until.ts";

/** A question that is answered, with its number, when the test says so. */
function question() {
  const asked: PromiseWithResolvers<number>[] = [];
  const shared = new Shared(() => {
    const one = Promise.withResolvers<number>();
    asked.push(one);
    return one.promise;
  });
  return { asked, shared };
}

test("whoever comes while it is under way shares the next one", async () => {
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

test("a failure is told to those who shared it, and to nobody after them", async () => {
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

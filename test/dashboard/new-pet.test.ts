// The id that is proposed for a new pet.

import { expect, test } from "bun:test";
import { proposedId } from "../../src/dashboard/inventory/new-pet.ts";

const MAX = 9_223_372_036_854_775_807n;

test.each<[string, bigint, bigint[]]>([
  ["1, if there is none", 1n, []],
  ["after the largest one, whatever the gaps", 12n, [3n, 11n]],
  ["exact beyond 2^53", 9_007_199_254_740_994n, [9_007_199_254_740_993n]],
  ["positive where all are negative", 1n, [-7n]],
  ["the last possible one", MAX, [MAX - 1n]],
  ["the largest free one, if the last possible one is taken", MAX - 2n, [5n, MAX - 1n, MAX]],
])("the proposed id is %s", (_, expected, ids) => {
  const known = new Set(ids);
  const item = (petId: bigint) => (known.has(petId) ? petId : undefined);
  expect(proposedId({ last: ids.at(-1), item })).toBe(expected);
});

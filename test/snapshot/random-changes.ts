// Random changes: single pets, runs that split and empty pages, and both ends of int64.

import fc from "fast-check";
import { PET_ID_MAX, PET_ID_MIN } from "../../src/inventory/item.ts";
import type { PageChange } from "../../src/snapshot/page.ts";
import { itemOf } from "./model-inventory.ts";

const quantity = fc.constantFrom(0, 7, 10, 2_147_483_647);

/** Each a change of many pets, described by their place in the current list. */
export const someWishes = fc.array(
  fc.record({
    quantity,
    wish: fc.oneof(
      fc.record({
        what: fc.constant("insert" as const),
        from: fc.bigInt({ min: -4_000n, max: 4_000n }),
        count: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2_500 })),
        step: fc.integer({ min: 1, max: 4 }),
      }),
      fc.record({
        what: fc.constantFrom("update" as const, "remove" as const),
        part: fc.double({ min: 0, max: 1, noNaN: true }),
        count: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 1_500 })),
        step: fc.integer({ min: 1, max: 40 }),
      }),
      fc.record({ what: fc.constantFrom("prepend" as const, "append" as const) }),
      fc.record({ what: fc.constantFrom("extremes" as const, "clear" as const) }),
    ),
  }),
  { minLength: 1, maxLength: 10 },
);

export type SomeWish = typeof someWishes extends fc.Arbitrary<(infer W)[]> ? W : never;

/** The changes that a wish means for a list of these ids. */
export function changesOf({ wish, quantity: count }: SomeWish, ids: readonly bigint[]): PageChange[] {
  const put = (petId: bigint): PageChange => ({ petId, item: itemOf(petId, count) });
  switch (wish.what) {
    case "insert":
      return Array.from({ length: wish.count }, (_, at) => put(wish.from + BigInt(at * wish.step)));
    case "update":
    case "remove": {
      const from = Math.floor(wish.part * ids.length);
      const chosen = ids.slice(from, from + wish.count * wish.step).filter((_, at) => at % wish.step === 0);
      return chosen.map((petId) => (wish.what === "update" ? put(petId) : { petId, item: undefined }));
    }
    case "prepend":
      return [put((ids[0] ?? 0n) > PET_ID_MIN ? (ids[0] ?? 0n) - 1n : PET_ID_MIN)];
    case "append":
      return [put((ids.at(-1) ?? 0n) < PET_ID_MAX ? (ids.at(-1) ?? 0n) + 1n : PET_ID_MAX)];
    case "extremes":
      return [put(PET_ID_MAX), put(PET_ID_MIN)];
    case "clear":
      return ids.map((petId) => ({ petId, item: undefined }));
  }
}

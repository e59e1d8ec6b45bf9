// Row elements are used again, and never pass from a row that has the focus to another pet.

import { expect, test } from "bun:test";
import { RowSlots } from "../../src/dashboard/inventory/row-slots.ts";

const NONE = (): boolean => false;

/** `1:0 2:1`: each pet with its element. */
function assigned(slots: RowSlots, petIds: readonly number[], isPinned = NONE as (petId: bigint) => boolean) {
  const elements = slots.assign(petIds.map(BigInt), isPinned);
  expect(new Set(elements).size).toBe(petIds.length);
  return petIds.map((petId, at) => `${petId}:${elements[at]}`).join(" ");
}

test("other rows are drawn into the same elements, at their places", () => {
  const slots = new RowSlots();
  expect(assigned(slots, [1, 2, 3, 4])).toBe("1:0 2:1 3:2 4:3");
  expect(assigned(slots, [4, 7, 8, 9])).toBe("4:0 7:1 8:2 9:3");
  expect(assigned(slots, [5, 6])).toBe("5:0 6:1");
  expect(assigned(slots, [5, 6, 7])).toBe("5:0 6:1 7:4");
});

test("while most rows stay, each keeps its element: scrolled rows take those of rows that left", () => {
  const slots = new RowSlots();
  assigned(slots, [1, 2, 3, 4]);
  expect(assigned(slots, [2, 3, 4, 5])).toBe("2:1 3:2 4:3 5:0");
  expect(assigned(slots, [2, 9, 3, 4, 5])).toBe("2:1 9:4 3:2 4:3 5:0");
});

test("a pinned row keeps its element; once it has left, no other pet gets it", () => {
  const slots = new RowSlots();
  const isPinned = (petId: bigint): boolean => petId === 2n;
  assigned(slots, [1, 2, 3, 4]);
  expect(assigned(slots, [6, 7, 2, 8], isPinned)).toBe("6:0 7:2 2:1 8:3");
  expect(assigned(slots, [10, 11, 12, 13], isPinned)).toBe("10:0 11:2 12:3 13:4");
});

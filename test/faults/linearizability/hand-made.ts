// Histories written by hand, for the tests of the checker: `from` and `to` are the moments of call and answer.

import type { Answer, Call, History, Operation, Says, Tag } from "./history.ts";
import { UNKNOWN } from "./history.ts";

export function history(
  initial: Readonly<Record<number, Tag>>,
  ...operations: readonly Operation[]
): History {
  return { initial: stocks(initial), operations: operations.toSorted((a, b) => a.sentAt - b.sentAt) };
}

/** `to` is Infinity, and the answer does not count, where the outcome is unknown. */
export function operation(
  [from, to]: readonly [number, number],
  call: Call,
  says: Says = "updated",
  told: Readonly<Record<number, Tag>> = {},
): Operation {
  const answer: Answer = to === Number.POSITIVE_INFINITY ? UNKNOWN : { says, stocks: stocks(told) };
  const name = `${from}-${to}`;
  return { id: name, client: name, server: "1", call, sentAt: from, answer, answeredAt: to };
}

export function list(when: readonly [number, number], told: Readonly<Record<number, Tag>>): Operation {
  return operation(when, { kind: "list" }, "listed", told);
}

/** Pet 1's update to a quantity, acknowledged. */
export function update(when: readonly [number, number], quantity: number, more: object = {}): Operation {
  return operation(when, { kind: "update", petId: 1, quantity, ...more }, "updated", {
    1: `${quantity}-available`,
  });
}

function stocks(told: Readonly<Record<number, Tag>>): ReadonlyMap<number, Tag> {
  return new Map(Object.entries(told).map(([petId, tag]) => [Number(petId), tag]));
}

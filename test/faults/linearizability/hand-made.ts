// Histories written by hand, for the tests of the checker: `from` and `to` are the moments of call and answer.

import type { Answer, Call, History, Operation, Says, Tag } from "./history.ts";
import { UNKNOWN } from "./history.ts";

export function history(
  initial: Readonly<Record<number, Tag>>,
  ...operations: readonly Operation[]
): History {
  return { initial: stocks(initial), operations: operations.toSorted((a, b) => a.sentAt - b.sentAt) };
}

/** If `to` is Infinity the outcome is unknown, and the answer does not count. */
export function operation(
  [from, to]: readonly [number, number],
  call: Call,
  says: Says = "updated",
  reply: Readonly<Record<number, Tag>> = {},
): Operation {
  const answer: Answer = to === Number.POSITIVE_INFINITY ? UNKNOWN : { says, stocks: stocks(reply) };
  const name = `${from}-${to}`;
  return { id: name, client: name, server: "1", call, sentAt: from, answer, answeredAt: to };
}

export function list(when: readonly [number, number], reply: Readonly<Record<number, Tag>>): Operation {
  return operation(when, { kind: "list" }, "listed", reply);
}

/** Pet 1's update to a quantity, acknowledged. */
export function update(when: readonly [number, number], quantity: number, more: object = {}): Operation {
  return operation(when, { kind: "update", petId: 1, quantity, ...more }, "updated", {
    1: `${quantity}-available`,
  });
}

function stocks(reply: Readonly<Record<number, Tag>>): ReadonlyMap<number, Tag> {
  return new Map(Object.entries(reply).map(([petId, tag]) => [Number(petId), tag]));
}

// Histories written by hand, for the tests of the checker: `from` and `to` are the moments of call and answer.

import type { Answer, Call, History, Operation, PetChange, Says, Tag } from "./history.ts";
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
  report?: string,
): Operation {
  const known = { says, stocks: stocks(reply), ...(report !== undefined && { report }) };
  const answer: Answer = to === Number.POSITIVE_INFINITY ? UNKNOWN : known;
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

/** An event of one stream: `follows` is the event before. */
export function event(
  when: readonly [number, number],
  reply: Readonly<Record<number, Tag>>,
  follows?: Operation,
): Operation {
  const made = operation(when, { kind: "event" }, "listed", reply);
  return follows === undefined ? made : { ...made, follows: follows.id };
}

/** A change set that is applied, with its counts. */
export function applied(
  when: readonly [number, number],
  changes: readonly PetChange[],
  report: string,
  more: object = {},
): Operation {
  return operation(when, { kind: "apply", changes, ...more }, "applied", {}, report);
}

/** A change set that is not applied, or only previewed. */
export function answered(
  when: readonly [number, number],
  changes: readonly PetChange[],
  { says, reply = {}, report, ...more }: SetAnswer,
): Operation {
  return operation(when, { kind: "apply", changes, ...more }, says, reply, report);
}

interface SetAnswer {
  readonly says: Says;
  readonly reply?: Readonly<Record<number, Tag>>;
  readonly report: string;
  readonly dryRun?: boolean;
  readonly once?: string;
}

/** An undo that is applied, with its counts. */
export function undone(
  when: readonly [number, number],
  of: Operation,
  report: string,
  more: object = {},
): Operation {
  const call = { kind: "undo", of: of.id, revision: 0, skipChanged: false, ...more } as const;
  return operation(when, call, "applied", {}, report);
}

function stocks(reply: Readonly<Record<number, Tag>>): ReadonlyMap<number, Tag> {
  return new Map(Object.entries(reply).map(([petId, tag]) => [Number(petId), tag]));
}

// Small histories of all kinds of calls, with answers that are right for some order.

import {
  type Answer,
  type Call,
  type History,
  onlyReads,
  type Operation,
  type Tag,
  UNKNOWN,
} from "./history.ts";
import { step, stateOf } from "./model.ts";

const PETS = [1, 2];
const LENGTH_MAX = 7;

/** The answers come from one order of the calls, but the moments are drawn independently, so some histories are impossible. */
export function randomHistory(random: () => number): History {
  const below = (bound: number) => Math.floor(random() * bound);
  const initial = new Map<number, Tag>(PETS.map((petId) => [petId, "0-available"]));
  let state = stateOf(initial);
  let event: string | undefined;
  const length = 2 + below(LENGTH_MAX - 1);
  const operations = Array.from({ length }, (_, i): Operation => {
    const call = randomCall(below, i);
    const { reply, state: after } = step(state, call, String(i));
    const isKnown = onlyReads(call) || random() < 0.8;
    // A call of unknown outcome may have been applied or not.
    if (isKnown || random() < 0.5) state = after;
    const sentAt = i + below(40) + i / 100;
    const answeredAt = isKnown ? sentAt + 1 + below(15) : Number.POSITIVE_INFINITY;
    const answer: Answer = isKnown ? reply : UNKNOWN;
    const made = { id: String(i), client: "", server: "", call, sentAt, answer, answeredAt };
    if (call.kind !== "event") return made;
    const follows = event;
    event = made.id;
    return follows === undefined ? made : { ...made, follows };
  });
  return { initial, operations: operations.toSorted((a, b) => a.sentAt - b.sentAt) };
}

/** `index`: how many operations there are before it. */
function randomCall(below: (bound: number) => number, index: number): Call {
  const petId = PETS[below(PETS.length)]!;
  const quantity = below(3);
  const ifMatch = [`${below(3)}-available`];
  const calls: readonly Call[] = [
    { kind: "list" },
    { kind: "list" },
    { kind: "update", petId, quantity },
    { kind: "update", petId, quantity, ifMatch },
    { kind: "update", petId: 1, quantity, once: "key" },
    { kind: "update", petId: 1, quantity, ifMatch, once: "key" },
    { kind: "set", petId, quantity, status: "available" },
    { kind: "event" },
    { kind: "event" },
    { kind: "labels" },
    { kind: "put", names: [[petId, below(2) === 0 ? "a" : null]] },
    { kind: "apply", changes: [{ petId, label: "b" }] },
    { kind: "apply", changes: [{ petId, quantity, label: below(2) === 0 ? null : "c" }] },
    { kind: "apply", changes: [{ petId: -1, label: "d", ifLabel: null }] },
    {
      kind: "apply",
      changes: [
        { petId: 1, quantity },
        { petId: 2, by: below(3) - 1 },
      ],
    },
    { kind: "apply", changes: [{ petId, quantity, ifMatch: ifMatch[0]! }], once: "key" },
    { kind: "apply", changes: [{ petId, remove: true }], dryRun: below(2) === 1 },
    { kind: "undo", of: String(below(index + 1)), revision: 0, skipChanged: below(2) === 1 },
  ];
  return calls[below(calls.length)]!;
}

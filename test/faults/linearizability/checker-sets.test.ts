// The checker and change sets, undo and streams: on histories made by hand.

import { describe, expect, test } from "bun:test";
import { check } from "./checker.ts";
import { answered, applied, event, history, list, operation, undone, update } from "./hand-made.ts";
import type { History, Operation } from "./history.ts";

const TWO = { 1: "0-available", 2: "0-available" } as const;
const NEVER = Number.POSITIVE_INFINITY;
const BOTH = [
  { petId: 1, quantity: 5 },
  { petId: 2, quantity: 6 },
];
const FIRST_BY_5 = [{ petId: 1, by: 5 }];
const BELOW_ZERO = [
  { petId: 1, by: 2 },
  { petId: 2, by: -1 },
];
const WITH_OTHER_TAG = [
  { petId: 1, by: 2 },
  { petId: 2, by: 2, ifMatch: "7-available" },
];
const ONLY_FIRST = { 1: "5-available", 2: "0-available" };
const SET = { 1: "5-available", 2: "6-available" };
const UNDO = { revision: 1, skipChanged: false };

const TWO_UPDATED = "+0 ~2 -0 =0";
/** Applies both changes. */
const set = applied([1, 2], BOTH, TWO_UPDATED);
/** The same, while other calls are made. */
const slowSet = applied([1, 4], BOTH, TWO_UPDATED);
const preview = answered([1, 2], BOTH, { says: "previewed", report: TWO_UPDATED, dryRun: true });

function refusedUndo(
  when: readonly [number, number],
  of: Operation,
  changed: Record<number, string>,
): Operation {
  return operation(when, { kind: "undo", of: of.id, ...UNDO }, "changed_since", changed, "gone ");
}

describe("possible histories are accepted:", () => {
  const first = event([3, 4], SET);
  test.each<[string, History]>([
    ["a change set and a list after it", history(TWO, set, list([3, 4], SET))],
    ["a list before a change set that it overlaps", history(TWO, slowSet, list([2, 3], TWO))],
    [
      "a change set without effect on one pet",
      history(TWO, update([1, 2], 5), applied([3, 4], BOTH, "+0 ~1 -0 =1"), list([5, 6], SET)),
    ],
    [
      "a change set that creates and removes",
      history(
        { 1: "0-available" },
        applied(
          [1, 2],
          [
            { petId: 1, remove: true },
            { petId: 2, quantity: 6, status: "sold", create: true },
          ],
          "+1 ~0 -1 =0",
        ),
        list([3, 4], { 2: "6-sold" }),
      ),
    ],
    [
      "a change set that is refused whole by one tag",
      history(
        TWO,
        answered([1, 2], WITH_OTHER_TAG, {
          says: "precondition_failed",
          reply: { 2: "0-available" },
          report: "gone ",
        }),
        list([3, 4], TWO),
      ),
    ],
    [
      "a change set that is invalid for one pet",
      history(TWO, answered([1, 2], BELOW_ZERO, { says: "invalid", report: "2" }), list([3, 4], TWO)),
    ],
    ["a dry run changes nothing", history(TWO, preview, list([3, 4], TWO))],
    [
      "a change set of unknown outcome, replayed to its retry",
      history(
        TWO,
        operation([1, NEVER], { kind: "apply", changes: FIRST_BY_5, once: "key" }),
        answered([2, 3], FIRST_BY_5, { says: "replayed", report: "+0 ~1 -0 =0", once: "key" }),
        list([4, 5], ONLY_FIRST),
      ),
    ],
    ["an undo", history(TWO, set, undone([3, 4], set, TWO_UPDATED), list([5, 6], TWO))],
    [
      "an undo of an undo",
      history(
        TWO,
        set,
        undone([3, 4], set, TWO_UPDATED),
        undone([5, 6], undone([3, 4], set, ""), TWO_UPDATED),
        list([7, 8], SET),
      ),
    ],
    [
      "an undo that is refused because a pet has changed since",
      history(TWO, set, update([3, 4], 9), refusedUndo([5, 6], set, { 1: "9-available" })),
    ],
    [
      "an undo that leaves out the pet that has changed since",
      history(
        TWO,
        set,
        update([3, 4], 9),
        undone([5, 6], set, "+0 ~1 -0 =0 skipped 1", { skipChanged: true }),
        list([7, 8], { 1: "9-available", 2: "0-available" }),
      ),
    ],
    ["an event after a change", history(TWO, set, first)],
    [
      "an event that shows what is not yet acknowledged, and arrives late",
      history(TWO, event([0, 9], ONLY_FIRST), update([1, 2], 5), update([3, 4], 7)),
    ],
    [
      "the events of a stream in their order",
      history(TWO, update([1, 8], 5), event([0, 6], TWO), event([0, 7], ONLY_FIRST, event([0, 6], TWO))),
    ],
  ])("%s", (_, each) => {
    expect(check(each).kind).toBe("linearizable");
  });
});

describe("impossible histories are refused:", () => {
  const early = event([0, 8], ONLY_FIRST);
  test.each<[string, History]>([
    ["a list with half of a change set", history(TWO, slowSet, list([2, 3], ONLY_FIRST))],
    ["an event with half of a change set", history(TWO, slowSet, event([0, 3], ONLY_FIRST))],
    ["a change set that is lost", history(TWO, set, list([3, 4], TWO))],
    [
      "a change set that is applied although one tag did not match",
      history(TWO, applied([1, 2], WITH_OTHER_TAG, TWO_UPDATED)),
    ],
    ["wrong counts", history(TWO, applied([1, 2], BOTH, "+0 ~1 -0 =1"))],
    ["a dry run with effect", history(TWO, preview, list([3, 4], SET))],
    [
      "a key that is applied twice",
      history(
        TWO,
        applied([1, 2], FIRST_BY_5, "+0 ~1 -0 =0", { once: "key" }),
        applied([3, 4], FIRST_BY_5, "+0 ~1 -0 =0", { once: "key" }),
      ),
    ],
    ["half of an undo", history(TWO, set, undone([3, 6], set, TWO_UPDATED), list([4, 5], ONLY_FIRST))],
    [
      "an undo that loses a newer change",
      history(TWO, set, update([3, 4], 9), undone([5, 6], set, TWO_UPDATED)),
    ],
    [
      "an undo that is refused without a newer change",
      history(TWO, set, refusedUndo([3, 4], set, { 1: "5-available" })),
    ],
    [
      "two undos of one revision",
      history(TWO, set, undone([3, 5], set, TWO_UPDATED), undone([4, 6], set, TWO_UPDATED)),
    ],
    ["an event of what was never sent", history(TWO, event([1, 2], ONLY_FIRST))],
    ["an event before what it shows was sent", history(TWO, event([0, 1], ONLY_FIRST), update([2, 3], 5))],
    ["a stream that goes back", history(TWO, update([1, 2], 5), early, event([0, 9], TWO, early))],
    [
      "a stream that skips a change",
      history(
        TWO,
        update([1, 2], 5),
        event([0, 8], { 1: "0-available", 2: "6-available" }),
        applied([3, 4], [{ petId: 2, quantity: 6 }], "+0 ~1 -0 =0"),
      ),
    ],
    [
      "a stream that is behind an acknowledged change when it begins",
      history(TWO, update([1, 2], 5), event([3, 9], TWO)),
    ],
  ])("%s", (_, each) => {
    expect(check(each).kind).toBe("refused");
  });
});

// The checker accepts what labels may do and refuses what they may not: on histories made by hand.

import { describe, expect, test } from "bun:test";
import { check } from "./checker.ts";
import { answered, applied, event, history, list, operation, undone, update } from "./hand-made.ts";
import type { History, Operation } from "./history.ts";

const ONE = { 1: "0-available" } as const;
const NEVER = Number.POSITIVE_INFINITY;
const REX = [{ petId: 1, label: "Rex" }] as const;
const SOLD_AND_NAMED = [{ petId: 1, quantity: 5, label: "Rex" }] as const;
const RELABELLED = "+0 ~0 -0 @1 =0";
const BOTH = "+0 ~1 -0 @1 =0";

type When = readonly [number, number];
type Names = Readonly<Record<number, string>>;

function withLabels(made: Operation, names: Names): Operation {
  const given = new Map(Object.entries(names).map(([petId, name]) => [Number(petId), name]));
  return typeof made.answer === "string" ? made : { ...made, answer: { ...made.answer, labels: given } };
}

function labels(when: When, names: Names): Operation {
  return withLabels(operation(when, { kind: "labels" }, "labelled"), names);
}

function put(when: When, name: string | null, report: string, petId = 1): Operation {
  return operation(when, { kind: "put", names: [[petId, name]] }, "applied", {}, report);
}

function shown(when: When, stock: Readonly<Record<number, string>>, names: Names): Operation {
  return withLabels(event(when, stock), names);
}

const named = applied([1, 2], REX, RELABELLED);
const both = applied([1, 2], SOLD_AND_NAMED, BOTH);

describe("possible histories are accepted:", () => {
  test.each<[string, History]>([
    ["a label, and reads of it", history(ONE, named, labels([3, 4], { 1: "Rex" }), list([5, 6], ONE))],
    ["a read that overlaps a change", history(ONE, put([1, 4], "Rex", "+1 ~0 -0 =0"), labels([2, 3], {}))],
    [
      "a label of a pet that is in no inventory",
      history(ONE, put([1, 2], "Mia", "+1 ~0 -0 =0", -1), labels([3, 4], { [-1]: "Mia" })),
    ],
    [
      "a label of unknown outcome that is given late",
      history(ONE, put([1, NEVER], "Rex", ""), labels([2, 3], {}), labels([4, 5], { 1: "Rex" })),
    ],
    [
      "a name that is taken back of a pet that has changed since",
      history(
        ONE,
        named,
        update([3, 4], 5),
        undone([5, 6], named, RELABELLED),
        shown([7, 8], { 1: "5-available" }, {}),
      ),
    ],
    [
      "an undo of stock and label, and the undo of that",
      (() => {
        const back = undone([3, 4], both, BOTH);
        return history(
          ONE,
          both,
          back,
          labels([5, 6], {}),
          undone([7, 8], back, BOTH),
          shown([9, 10], { 1: "5-available" }, { 1: "Rex" }),
        );
      })(),
    ],
    [
      "a label that outlives its pet",
      history(
        ONE,
        named,
        applied([3, 4], [{ petId: 1, remove: true }], "+0 ~0 -1 =0"),
        list([5, 6], {}),
        labels([7, 8], { 1: "Rex" }),
      ),
    ],
    [
      "a label that is not as expected",
      history(
        ONE,
        named,
        answered([3, 4], [{ petId: 1, label: "Max", ifLabel: null }], {
          says: "precondition_failed",
          reply: ONE,
          report: "gone ",
        }),
      ),
    ],
  ])("%s", (_, each) => {
    expect(check(each).kind).toBe("linearizable");
  });
});

describe("impossible histories are refused:", () => {
  test.each<[string, History]>([
    ["labels that are stale after an answer", history(ONE, named, labels([3, 4], {}))],
    ["a label that is lost", history(ONE, named, update([3, 4], 5), labels([5, 6], {}))],
    ["a label from nowhere", history(ONE, labels([1, 2], { 1: "Rex" }))],
    ["a label that comes twice", history(ONE, named, applied([3, 4], REX, RELABELLED))],
    ["a label without the stock of its set", history(ONE, both, shown([1, 4], ONE, { 1: "Rex" }))],
    ["the stock of a set without its label", history(ONE, both, shown([1, 4], { 1: "5-available" }, {}))],
    [
      "labels that run backwards, while the change is still on its way",
      history(ONE, put([1, 8], "Rex", "+1 ~0 -0 =0"), labels([2, 3], { 1: "Rex" }), labels([4, 5], {})),
    ],
    [
      "two rivals that expect one label and both win",
      history(
        ONE,
        applied([1, 3], [{ petId: 1, label: "A", ifLabel: null }], RELABELLED),
        applied([2, 4], [{ petId: 1, label: "B", ifLabel: null }], RELABELLED),
      ),
    ],
    [
      "an undo that takes back a newer label",
      history(
        ONE,
        named,
        put([3, 4], "Max", "+0 ~1 -0 =0"),
        undone([5, 6], named, RELABELLED),
        labels([7, 8], {}),
      ),
    ],
    [
      "an undo that leaves the label",
      history(ONE, both, undone([3, 4], both, "+0 ~1 -0 =0"), shown([5, 6], ONE, { 1: "Rex" })),
    ],
    [
      "an undo of a label that takes back stock",
      history(ONE, named, update([3, 4], 5), undone([5, 6], named, BOTH), list([7, 8], ONE)),
    ],
  ])("%s", (_, each) => {
    expect(check(each).kind).toBe("refused");
  });
});

// The checker accepts what could have happened and refuses what could not: on histories made by hand, and on small random
// ones, where an exhaustive search gives the expected verdict.

import { describe, expect, test } from "bun:test";
import { randomFrom, SEED, sized } from "../../support/sizes.ts";
import { check } from "./checker.ts";
import { history, list, operation, update } from "./hand-made.ts";
import { type History, isSame, isReply, type Operation } from "./history.ts";
import { type State, stateOf, step } from "./model.ts";
import { randomHistory } from "./random-history.ts";

const ONE = { 1: "0-available" } as const;
const TWO = { 1: "0-available", 2: "0-sold" } as const;
const ONLY_SECOND = { 1: "0-available", 2: "6-sold" } as const;
const NEVER = Number.POSITIVE_INFINITY;
const GUARDED = { ifMatch: ["0-available"] };
const ONCE = { once: "key" };

function stock(quantity: number): Record<number, string> {
  return { 1: `${quantity}-available` };
}

function guardedAndLost(when: readonly [number, number], now: number, more: object = {}): Operation {
  const call = { kind: "update", petId: 1, quantity: 5, ...GUARDED, ...more } as const;
  return operation(when, call, "precondition_failed", stock(now));
}

function updateSecond(when: readonly [number, number]): Operation {
  return operation(when, { kind: "update", petId: 2, quantity: 6 }, "updated", { 2: "6-sold" });
}

function again(when: readonly [number, number], quantity: number, says: "replayed" | "mismatch"): Operation {
  const reply = says === "replayed" ? stock(quantity) : {};
  return operation(when, { kind: "update", petId: 1, quantity, ...ONCE }, says, reply);
}

describe("possible histories are accepted:", () => {
  test.each<[string, History]>([
    ["nothing at all", history(ONE)],
    ["an update and a list after it", history(ONE, update([1, 2], 5), list([3, 4], stock(5)))],
    ["a list that overlaps an update, before it", history(ONE, update([1, 4], 5), list([2, 3], stock(0)))],
    ["a list that overlaps an update, after it", history(ONE, update([1, 4], 5), list([2, 3], stock(5)))],
    [
      "two overlapping updates, listed one after the other",
      history(
        ONE,
        update([1, 8], 5),
        update([2, 9], 6),
        list([3, 4], stock(6)),
        list([5, 6], stock(5)),
        list([10, 11], stock(5)),
      ),
    ],
    [
      "one of two rivals wins, also the one that sent later",
      history(ONE, guardedAndLost([1, 4], 6), update([2, 3], 6, GUARDED)),
    ],
    [
      "both guarded updates win where the value came back between",
      history(ONE, update([1, 9], 5, GUARDED), update([2, 9.5], 6, GUARDED), update([3, 8], 0)),
    ],
    [
      "an update of unknown outcome that is applied late",
      history(ONE, update([1, NEVER], 5), list([2, 3], stock(0)), list([4, 5], stock(5))),
    ],
    [
      "an update of unknown outcome that is never applied",
      history(ONE, update([1, NEVER], 5), list([2, 3], stock(0))),
    ],
    [
      "an update of unknown outcome with a key, applied by its retry",
      history(ONE, update([1, NEVER], 5, ONCE), update([2, 3], 5, ONCE), list([4, 5], stock(5))),
    ],
    [
      "an update of unknown outcome with a key, replayed to its retry after another update",
      history(
        ONE,
        update([1, NEVER], 5, ONCE),
        update([2, 3], 6),
        again([4, 5], 5, "replayed"),
        list([6, 7], stock(6)),
      ),
    ],
    ["a key with another request", history(ONE, update([1, 2], 5, ONCE), again([3, 4], 6, "mismatch"))],
    [
      "a refused update leaves its key free",
      history(ONE, update([1, 2], 1), guardedAndLost([3, 4], 1, ONCE), update([5, 6], 7, ONCE)),
    ],
    [
      "a pet that is not there",
      history(ONE, operation([1, 2], { kind: "update", petId: 9, quantity: 1 }, "not_found")),
    ],
    [
      "the operator's status, which a quantity leaves alone",
      history(
        ONE,
        operation([1, 2], { kind: "set", petId: 1, quantity: 3, status: "sold" }, "updated", { 1: "3-sold" }),
        operation([3, 4], { kind: "update", petId: 1, quantity: 4 }, "updated", { 1: "4-sold" }),
      ),
    ],
  ])("%s", (_, each) => {
    const { kind, order } = check(each);
    expect(kind).toBe("linearizable");
    expect(order.length).toBeGreaterThanOrEqual(
      each.operations.filter(({ answer }) => isReply(answer)).length,
    );
  });
});

describe("impossible histories are refused:", () => {
  test.each<[string, History]>([
    ["a list that is stale after an answer", history(ONE, update([1, 2], 5), list([3, 4], stock(0)))],
    [
      "lists that run backwards, while the update is still on its way",
      history(ONE, update([1, 8], 5), list([2, 3], stock(5)), list([4, 5], stock(0))),
    ],
    ["two rivals that both win", history(ONE, update([1, 3], 5, GUARDED), update([2, 4], 6, GUARDED))],
    ["a failed precondition that no update explains", history(ONE, guardedAndLost([1, 2], 0))],
    [
      "an update that is lost",
      history(TWO, update([1, 2], 5), updateSecond([1.5, 3]), list([4, 5], ONLY_SECOND)),
    ],
    [
      "an update that a later one undid and that comes back",
      history(ONE, update([1, 2], 5), update([3, 4], 6), list([5, 6], stock(5))),
    ],
    ["a value from nowhere", history(ONE, update([1, 4], 5), list([2, 3], stock(7)))],
    [
      "an update of unknown outcome that is applied twice",
      history(ONE, update([1, NEVER], 5), list([2, 3], stock(5)), update([4, 5], 6), list([6, 7], stock(5))),
    ],
    [
      "an update that is applied before it was sent",
      history(ONE, list([1, 2], stock(5)), update([3, NEVER], 5)),
    ],
    [
      "a list that mixes two moments",
      history(TWO, update([1, 2], 5), updateSecond([3, 6]), list([4, 5], ONLY_SECOND)),
    ],
    [
      "two lists that saw two updates in two orders",
      history(
        TWO,
        update([1, 10], 5),
        updateSecond([2, 11]),
        list([3, 8], { 1: "5-available", 2: "0-sold" }),
        list([4, 9], ONLY_SECOND),
      ),
    ],
    ["a list that lacks a pet", history(TWO, list([1, 2], stock(0)))],
    ["a list with one pet too many", history(ONE, list([1, 2], TWO))],
    [
      "a key that is applied twice",
      history(
        ONE,
        update([1, 2], 5, ONCE),
        update([3, 4], 6),
        update([5, 6], 5, ONCE),
        list([7, 8], stock(5)),
      ),
    ],
    [
      "an update of unknown outcome and its retry with the same key, both applied",
      history(
        ONE,
        update([1, NEVER], 5, ONCE),
        list([2, 3], stock(5)),
        update([4, 5], 6),
        update([6, 7], 5, ONCE),
      ),
    ],
    ["twins that are both the first", history(ONE, update([1, 3], 5, ONCE), update([2, 4], 5, ONCE))],
    ["a replay of an update that was never applied", history(ONE, again([1, 2], 5, "replayed"))],
    ["a mismatch with nothing", history(ONE, again([1, 2], 5, "mismatch"))],
    [
      "a 404 of a pet that is there",
      history(ONE, operation([1, 2], { kind: "update", petId: 1, quantity: 1 }, "not_found")),
    ],
    [
      "a status that changes by itself",
      history(ONE, operation([1, 2], { kind: "update", petId: 1, quantity: 5 }, "updated", { 1: "5-sold" })),
    ],
  ])("%s", (_, each) => {
    expect(check(each).kind).toBe("refused");
  });
});

test("a search beyond its limit reports that it gave up", () => {
  const rivals = Array.from({ length: 16 }, (_, i) => update([i + 1, 100 + i], i + 1));
  const impossible = history(ONE, ...rivals, list([200, 201], stock(77)));
  const { kind, steps } = check(impossible, 10_000);
  expect([kind, steps > 10_000]).toEqual(["gave_up", true]);
  expect(check(history(ONE, ...rivals, list([200, 201], stock(7)))).kind).toBe("linearizable");
});

test("small random histories get the verdict of an exhaustive search", () => {
  const random = randomFrom(SEED);
  const count = sized({ quick: 1_000, long: 5_000, hours: 200_000 });
  let linearizable = 0;
  for (let number = 0; number < count; number++) {
    const each = randomHistory(random);
    const isPlain = isPossible(each.operations, stateOf(each.initial));
    if (isPlain) linearizable += 1;
    const { kind } = check(each);
    if ((kind === "linearizable") !== isPlain) throw new Error(`${kind}: ${Bun.inspect(each, { depth: 9 })}`);
  }
  console.log(`checker: ${count} small histories, ${linearizable} linearizable; seed ${SEED}`);
  // Both verdicts occurred often enough.
  expect(linearizable).toBeWithin(count / 10, (count * 9) / 10);
});

/** Tries every order, with each operation of unknown outcome and without it. */
function isPossible(left: readonly Operation[], state: State): boolean {
  const answered = left.filter(({ answer }) => isReply(answer));
  if (answered.length === 0) return true;
  return left.some((next) => {
    if (answered.some(({ answeredAt }) => answeredAt < next.sentAt)) return false;
    if (left.some(({ id }) => id === next.follows)) return false;
    const { reply, state: after } = step(state, next.call, next.id);
    if (isReply(next.answer) && !isSame(reply, next.answer)) return false;
    return isPossible(
      left.filter((each) => each !== next),
      after,
    );
  });
}

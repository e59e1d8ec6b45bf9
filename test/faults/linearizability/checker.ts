// Checks that a history could have happened one operation at a time: each at some moment between its call and its answer, and
// each with the model's answer at that moment. The search is that of Wing and Gong, with Lowe's cache ("Testing for
// linearizability", 2017): the same set of done operations in the same state is searched once.

import { type History, isSame, isReply, onlyReads, type Operation, type Reply, UNKNOWN } from "./history.ts";
import { nameOf, type State, stateOf, step } from "./model.ts";

/** Far more than a history of some dozens of operations needs, and a few seconds of work. */
const STEPS_MAX = 300_000;

export interface Verdict {
  /** `gave_up`: the search reached its limit of steps; that proves nothing. */
  readonly kind: "linearizable" | "refused" | "gave_up";
  /** The order found; else the longest partial order, after which no operation fits. */
  readonly order: readonly Operation[];
  readonly steps: number;
}

export function check({ initial, operations }: History, stepsMax: number = STEPS_MAX): Verdict {
  const search = new Search(operations.filter(mayMatter), stepsMax);
  const found = search.visit(0n, stateOf(initial), []);
  const kind = found ? "linearizable" : search.steps > stepsMax ? "gave_up" : "refused";
  return { kind, order: search.longest, steps: search.steps };
}

/**
 * Whether the call changes nothing at any place in the order: an acknowledged update without effect here may have one elsewhere.
 */
export function provesNoEffect({ says }: Reply): boolean {
  return says !== "updated" && says !== "applied";
}

/** The operations that another one undoes: the state must know what they moved. */
export function undoneIn(operations: readonly Operation[]): ReadonlySet<string> {
  return new Set(operations.flatMap(({ call }) => (call.kind === "undo" ? [call.of] : [])));
}

/** Refused operations never took effect, and reads without an answer show nothing: neither needs a place in the order. */
function mayMatter({ answer, call }: Operation): boolean {
  return isReply(answer) || (answer === UNKNOWN && !onlyReads(call));
}

class Search {
  steps = 0;
  longest: readonly Operation[] = [];
  readonly #operations: readonly Operation[];
  readonly #stepsMax: number;
  readonly #seen = new Set<string>();
  readonly #undone: ReadonlySet<string>;
  /** The index of the operation that each one follows; -1 if it follows none. */
  readonly #followed: readonly number[];

  constructor(operations: readonly Operation[], stepsMax: number) {
    this.#operations = operations;
    this.#stepsMax = stepsMax;
    this.#undone = undoneIn(operations);
    const places = new Map(operations.map(({ id }, index) => [id, index]));
    this.#followed = operations.map(({ follows }) => places.get(follows ?? "") ?? -1);
  }

  /** Whether the remaining operations can be ordered; `done` has a bit for each operation that is in `order`. */
  visit(done: bigint, state: State, order: readonly Operation[]): boolean {
    this.steps += 1;
    if (this.steps > this.#stepsMax) return false;
    if (order.length > this.longest.length) this.longest = order;
    const name = `${done.toString(36)} ${nameOf(state)}`;
    if (this.#seen.has(name)) return false;
    this.#seen.add(name);
    const { next, isOver } = this.#candidates(done);
    if (isOver) {
      this.longest = order;
      return true;
    }
    const moves = next.flatMap((index) => this.#move(index, state));
    // An operation that changes nothing is taken first if it fits: it does not affect the others.
    const free = moves.find(({ operation: { answer } }) => isReply(answer) && provesNoEffect(answer));
    return (free === undefined ? moves : [free]).some(({ index, operation, state: after }) =>
      this.visit(done | (1n << BigInt(index)), after, [...order, operation]),
    );
  }

  /** The operations that may come next: those called before the first answer of the remaining ones. */
  #candidates(done: bigint): { next: readonly number[]; isOver: boolean } {
    const next: number[] = [];
    let until = Number.POSITIVE_INFINITY;
    for (const [index, { sentAt, answeredAt }] of this.#operations.entries()) {
      if (sentAt > until) break;
      if (isIn(done, index)) continue;
      until = Math.min(until, answeredAt);
      const followed = this.#followed[index]!;
      if (followed < 0 || isIn(done, followed)) next.push(index);
    }
    return { next, isOver: until === Number.POSITIVE_INFINITY };
  }

  #move(index: number, before: State): readonly { index: number; operation: Operation; state: State }[] {
    const operation = this.#operations[index]!;
    const { id, call } = operation;
    const { reply, state } = step(before, call, this.#undone.has(id) ? id : undefined);
    // An operation of unknown outcome may never be applied, so it is tried only if it changes the state.
    const fits = isReply(operation.answer) ? isSame(reply, operation.answer) : state !== before;
    return fits ? [{ index, operation, state }] : [];
  }
}

function isIn(done: bigint, index: number): boolean {
  return ((done >> BigInt(index)) & 1n) === 1n;
}

// Whether a history could have happened one operation at a time: each at some moment between its call and its answer, and
// each told what the model tells it there. A search in the manner of Wing and Gong, which remembers where it has been, as
// Lowe does ("Testing for linearizability", 2017): the same operations done, in the same state, need no second look.

import { type History, isSame, isTold, type Operation, type Told, UNKNOWN } from "./history.ts";
import { nameOf, type State, stateOf, step } from "./model.ts";

/** Far beyond what a history of some dozens of operations needs, and done in a few seconds. */
const STEPS_MAX = 300_000;

export interface Verdict {
  /** The search gives up rather than run for ever; that is no proof of anything. */
  readonly kind: "linearizable" | "refused" | "gave_up";
  /** The order found; else the longest that could be told, after which nothing fits. */
  readonly order: readonly Operation[];
  readonly steps: number;
}

export function check({ initial, operations }: History, stepsMax: number = STEPS_MAX): Verdict {
  const search = new Search(operations.filter(mayMatter), stepsMax);
  const found = search.visit(0n, stateOf(initial), []);
  const kind = found ? "linearizable" : search.steps > stepsMax ? "gave_up" : "refused";
  return { kind, order: search.longest, steps: search.steps };
}

/** An update that came to nothing here is no such answer: at another moment it may be what undoes a third one. */
export function onlyLooks({ says }: Told): boolean {
  return says !== "updated";
}

/** What surely never took effect is not to be explained; nor is a list that nobody read. */
function mayMatter({ answer, call }: Operation): boolean {
  return isTold(answer) || (answer === UNKNOWN && call.kind !== "list");
}

class Search {
  steps = 0;
  longest: readonly Operation[] = [];
  readonly #operations: readonly Operation[];
  readonly #stepsMax: number;
  readonly #seen = new Set<string>();

  constructor(operations: readonly Operation[], stepsMax: number) {
    this.#operations = operations;
    this.#stepsMax = stepsMax;
  }

  /** Whether what is left can be explained; `done` has a bit for each operation that is in `order`. */
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
    // What only looks may as well look here: wherever else it would fit, the others go the same way.
    const free = moves.find(({ operation: { answer } }) => isTold(answer) && onlyLooks(answer));
    return (free === undefined ? moves : [free]).some(({ index, operation, state: after }) =>
      this.visit(done | (1n << BigInt(index)), after, [...order, operation]),
    );
  }

  /** What may come next: whatever was called before the first answer that is still to be explained. */
  #candidates(done: bigint): { next: readonly number[]; isOver: boolean } {
    const next: number[] = [];
    let until = Number.POSITIVE_INFINITY;
    for (const [index, { sentAt, answeredAt }] of this.#operations.entries()) {
      if (sentAt > until) break;
      if ((done >> BigInt(index)) & 1n) continue;
      next.push(index);
      until = Math.min(until, answeredAt);
    }
    return { next, isOver: until === Number.POSITIVE_INFINITY };
  }

  #move(index: number, before: State): readonly { index: number; operation: Operation; state: State }[] {
    const operation = this.#operations[index]!;
    const { told, state } = step(before, operation.call);
    // One of unknown outcome need not happen at all, so it only does where it makes a difference.
    const fits = isTold(operation.answer) ? isSame(told, operation.answer) : state !== before;
    return fits ? [{ index, operation, state }] : [];
  }
}

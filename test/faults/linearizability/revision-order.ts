// The same question, answered from the inside: the ledger names the order in which all was committed, and a list's tag the
// place in it that the list shows. So nothing is searched for, and a history may be as long as it likes.

import {
  type History,
  isTold,
  type Operation,
  REFUSED,
  type Stocks,
  type Tag,
  type Told,
  UNKNOWN,
  type Update,
} from "./history.ts";
import type { Ledger, Movement } from "./ledger.ts";

/** What in these histories, all of one database and one clock, the ledger contradicts; in words. */
export function contradictions(histories: readonly History[], ledger: Ledger): readonly string[] {
  const check = new OrderCheck(histories, ledger);
  const moments = histories.flatMap(({ initial, operations }) =>
    operations.flatMap((operation) => [
      { at: operation.sentAt, pass: () => check.sent(operation, initial) },
      { at: operation.answeredAt, pass: () => check.answered(operation) },
    ]),
  );
  const seen = moments.filter(({ at }) => Number.isFinite(at)).toSorted((a, b) => a.at - b.at);
  for (const { pass } of seen) pass();
  return check.problems;
}

class OrderCheck {
  readonly problems: string[] = [];
  readonly #ledger: Ledger;
  /** The newest revision that anybody was told of by now, in whatever way: who asks from now on is told of no older one. */
  #floor = 0;
  /** The earliest revision at which each was true. */
  readonly #places = new Map<Operation, number>();
  /** By Idempotency-Key. */
  readonly #made: ReadonlyMap<string | undefined, Movement>;
  /** Those under which something was done, or may have been. */
  readonly #usedKeys: ReadonlySet<string | undefined>;

  constructor(histories: readonly History[], ledger: Ledger) {
    this.#ledger = ledger;
    const operations = histories.flatMap((history) => history.operations);
    const effective = operations.filter((operation) => ledger.of(operation) !== undefined);
    const changes = ledger.movements.filter((movement) => movement.operation !== undefined);
    if (changes.length !== effective.length) this.problems.push("a change that nobody sent, or made twice");
    this.#made = new Map(effective.map((operation) => [keyOf(operation), ledger.of(operation)!]));
    const saidFirst = operations.filter(({ answer }) => isTold(answer) && answer.says === "updated");
    const first = [...new Set([...effective, ...saidFirst])].filter((each) => keyOf(each) !== undefined);
    const unknown = operations.filter(({ answer }) => answer === UNKNOWN);
    this.#usedKeys = new Set([...first, ...unknown].map(keyOf));
    if (new Set(first.map(keyOf)).size !== first.length) this.problems.push("a key was applied twice");
  }

  sent(operation: Operation, initial: Stocks): void {
    const movement = this.#ledger.of(operation);
    const place =
      movement === undefined ? this.#placeOf(operation, initial) : this.#placeOfChange(operation, movement);
    this.#places.set(operation, place ?? this.#floor);
    if (place === undefined) {
      this.problems.push(`not true at ${this.#floor} or later: ${Bun.inspect(operation)}`);
    }
  }

  answered(operation: Operation): void {
    this.#floor = Math.max(this.#floor, this.#places.get(operation) ?? 0);
  }

  /** It comes after everything that was over before it was sent, and is wholly what was asked for. */
  #placeOfChange({ call, answer }: Operation, movement: Movement): number | undefined {
    const { revision, petId, before, after } = movement;
    if (call.kind === "list" || answer === REFUSED || revision <= this.#floor) return undefined;
    const isTrue = !isTold(answer) || (answer.says === "updated" && answer.stocks.get(petId) === after);
    const isWhole = call.petId === petId && after?.startsWith(`${call.quantity}-`);
    const follows = this.#ledger.tagAt(petId, revision - 1) === before;
    return isTrue && isWhole && follows && held(call, before) ? revision : undefined;
  }

  /** Of one that changed nothing. */
  #placeOf(operation: Operation, initial: Stocks): number | undefined {
    const { call, answer } = operation;
    if (!isTold(answer)) return this.#floor;
    if (call.kind === "list") return this.#placeOfList(answer, initial);
    const told = answer.stocks.get(call.petId);
    if (answer.says === "replayed" || answer.says === "mismatch") {
      return this.#placeOfRepeated(keyOf(operation), told);
    }
    if ((answer.says === "updated") !== held(call, told)) return undefined;
    return this.#ledger.firstWith(call.petId, told, this.#floor);
  }

  /** Not before what it repeats; where that changed nothing, nobody knows when it was. */
  #placeOfRepeated(key: string | undefined, told: Tag | undefined): number | undefined {
    const made = this.#made.get(key);
    const isTrue =
      this.#usedKeys.has(key) && (told === undefined || made === undefined || made.after === told);
    return isTrue ? Math.max(this.#floor, made?.revision ?? 0) : undefined;
  }

  #placeOfList({ revision = 0, stocks }: Told, initial: Stocks): number | undefined {
    const isTrue = [...initial.keys()].every(
      (petId) => this.#ledger.tagAt(petId, revision) === stocks.get(petId),
    );
    return isTrue && revision >= this.#floor ? revision : undefined;
  }
}

function keyOf({ call }: Operation): string | undefined {
  return call.kind === "update" ? call.once : undefined;
}

/** Whether what the call demands of the pet was so. */
function held(call: Exclude<Operation["call"], { kind: "list" }>, tag: string | undefined): boolean {
  if (tag === undefined) return false;
  const { ifMatch = "*" }: Partial<Update> = call.kind === "update" ? call : {};
  return ifMatch === "*" || ifMatch.includes(tag);
}

// Checks the order of a history from the ledger, which has the order of all commits; a list's tag names the revision that
// it shows. No search is needed, so a history may have any length.

import {
  type History,
  isReply,
  type Operation,
  REFUSED,
  type Stocks,
  type Tag,
  type Reply,
  UNKNOWN,
  type Update,
} from "./history.ts";
import type { Ledger, Movement } from "./ledger.ts";

/** Describes where the ledger contradicts these histories, all of one database and one clock. */
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
  /** The newest revision in any answer so far: a call sent from now on gets no older one. */
  #floor = 0;
  /** The earliest revision at which each operation's answer was true. */
  readonly #places = new Map<Operation, number>();
  /** By Idempotency-Key. */
  readonly #made: ReadonlyMap<string | undefined, Movement>;
  /** The keys with which an update was applied, or may have been. */
  readonly #usedKeys: ReadonlySet<string | undefined>;

  constructor(histories: readonly History[], ledger: Ledger) {
    this.#ledger = ledger;
    const operations = histories.flatMap((history) => history.operations);
    const effective = operations.filter((operation) => ledger.of(operation) !== undefined);
    const changes = ledger.movements.filter((movement) => movement.operation !== undefined);
    if (changes.length !== effective.length)
      this.problems.push("a change that was never sent, or made twice");
    this.#made = new Map(effective.map((operation) => [keyOf(operation), ledger.of(operation)!]));
    const saidFirst = operations.filter(({ answer }) => isReply(answer) && answer.says === "updated");
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

  /** A change must follow all operations that were over before it was sent, and must be exactly what was requested. */
  #placeOfChange({ call, answer }: Operation, movement: Movement): number | undefined {
    const { revision, petId, before, after } = movement;
    if (call.kind === "list" || answer === REFUSED || revision <= this.#floor) return undefined;
    const isTrue = !isReply(answer) || (answer.says === "updated" && answer.stocks.get(petId) === after);
    const isWhole = call.petId === petId && after?.startsWith(`${call.quantity}-`);
    const follows = this.#ledger.tagAt(petId, revision - 1) === before;
    return isTrue && isWhole && follows && held(call, before) ? revision : undefined;
  }

  /** The place of an operation that changed nothing. */
  #placeOf(operation: Operation, initial: Stocks): number | undefined {
    const { call, answer } = operation;
    if (!isReply(answer)) return this.#floor;
    if (call.kind === "list") return this.#placeOfList(answer, initial);
    const reply = answer.stocks.get(call.petId);
    if (answer.says === "replayed" || answer.says === "mismatch") {
      return this.#placeOfRepeated(keyOf(operation), reply);
    }
    if ((answer.says === "updated") !== held(call, reply)) return undefined;
    return this.#ledger.firstWith(call.petId, reply, this.#floor);
  }

  /** A replay comes after the update that it repeats; if that changed nothing, its place is unknown. */
  #placeOfRepeated(key: string | undefined, reply: Tag | undefined): number | undefined {
    const made = this.#made.get(key);
    const isTrue =
      this.#usedKeys.has(key) && (reply === undefined || made === undefined || made.after === reply);
    return isTrue ? Math.max(this.#floor, made?.revision ?? 0) : undefined;
  }

  #placeOfList({ revision = 0, stocks }: Reply, initial: Stocks): number | undefined {
    const isTrue = [...initial.keys()].every(
      (petId) => this.#ledger.tagAt(petId, revision) === stocks.get(petId),
    );
    return isTrue && revision >= this.#floor ? revision : undefined;
  }
}

function keyOf({ call }: Operation): string | undefined {
  return call.kind === "update" ? call.once : undefined;
}

/** Whether the call's precondition held. */
function held(call: Exclude<Operation["call"], { kind: "list" }>, tag: string | undefined): boolean {
  if (tag === undefined) return false;
  const { ifMatch = "*" }: Partial<Update> = call.kind === "update" ? call : {};
  return ifMatch === "*" || ifMatch.includes(tag);
}

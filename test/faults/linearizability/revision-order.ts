// Checks the order of a history from the ledger, which has the order of all commits; the tag of a list and the id of an event
// name the revision that they show. No search is needed, so a history may have any length.

import { type Applied, applyChanges, guardOf, type Moved, putNames, reverseChanges } from "./change-sets.ts";
import {
  type Apply,
  areEqual,
  type History,
  isReply,
  isSame,
  type Operation,
  type PutLabels,
  REFUSED,
  type Reply,
  type SetBoth,
  type Stocks,
  type Tag,
  type Undo,
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
  /** The same for the events of streams, by id. */
  readonly #eventPlaces = new Map<string | undefined, number>();
  readonly #effects: ReadonlyMap<Operation, readonly Movement[]>;
  /** By Idempotency-Key. */
  readonly #made: ReadonlyMap<string | undefined, Movement>;
  /** The keys with which an update was applied, or may have been. */
  readonly #usedKeys: ReadonlySet<string | undefined>;

  constructor(histories: readonly History[], ledger: Ledger) {
    this.#ledger = ledger;
    const operations = histories.flatMap((history) => history.operations);
    this.#effects = ledger.effectsOf(operations);
    const named = new Set(ledger.movements.map(({ operation }) => operation));
    named.delete(undefined);
    if (named.size !== this.#effects.size) this.problems.push("a change that was never sent");
    const effective = [...this.#effects.keys()];
    this.#made = new Map(effective.map((operation) => [keyOf(operation), this.#effects.get(operation)![0]!]));
    const saidFirst = operations.filter(({ answer }) => isReply(answer) && isFirst(answer));
    const first = [...new Set([...effective, ...saidFirst])].filter((each) => keyOf(each) !== undefined);
    const unknown = operations.filter(({ answer }) => answer === UNKNOWN);
    this.#usedKeys = new Set([...first, ...unknown].map(keyOf));
    if (new Set(first.map(keyOf)).size !== first.length) this.problems.push("a key was applied twice");
  }

  sent(operation: Operation, initial: Stocks): void {
    const movements = this.#effects.get(operation);
    const place =
      movements === undefined
        ? this.#placeOf(operation, initial)
        : this.#placeOfChange(operation, movements, initial);
    this.#places.set(operation, place ?? this.#floor);
    if (place === undefined) {
      this.problems.push(
        `not true at ${this.#floor} or later: ${Bun.inspect(operation)}${this.#truthAt(operation, initial)}`,
      );
    }
  }

  /** For a failure: the stocks of the ledger around the revision that the answer names. */
  #truthAt({ answer }: Operation, initial: Stocks): string {
    if (!isReply(answer) || answer.revision === undefined) return "";
    const near = [-2, -1, 0, 1].map((by) => Number(answer.revision) + by);
    return near
      .map(
        (revision) =>
          `\nledger at ${revision}: ${Bun.inspect(this.#ledger.petsAt(initial.keys(), revision))}`,
      )
      .join("");
  }

  answered(operation: Operation): void {
    this.#floor = Math.max(this.#floor, this.#places.get(operation) ?? 0);
  }

  /**
   * A change must follow all operations that were over before it was sent, and must be exactly what was requested, as one revision.
   */
  #placeOfChange(
    { call, answer }: Operation,
    movements: readonly Movement[],
    initial: Stocks,
  ): number | undefined {
    const revision = movements[0]!.revision;
    if (answer === REFUSED || revision <= this.#floor) return undefined;
    if (movements.some((each) => each.revision !== revision)) return undefined;
    const follows = movements.every(
      ({ petId, before, label }) =>
        this.#ledger.tagAt(petId, revision - 1) === before &&
        (label === undefined || this.#ledger.labelAt(petId, revision - 1) === label.before),
    );
    const isTrue =
      call.kind === "apply" || call.kind === "put" || call.kind === "undo"
        ? this.#isWholeSet(call, { answer, movements, initial })
        : (call.kind === "update" || call.kind === "set") && isWholeUpdate(call, answer, movements);
    return follows && isTrue ? revision : undefined;
  }

  #isWholeSet(
    call: Apply | PutLabels | Undo,
    {
      answer,
      movements,
      initial,
    }: { answer: Operation["answer"]; movements: readonly Movement[]; initial: Stocks },
  ): boolean {
    const revision = movements[0]!.revision;
    const { reply, moved } = this.#setAt(call, initial.keys(), revision - 1);
    const isWhole =
      moved.length === movements.length &&
      moved.every(({ petId, after, label }) =>
        movements.some(
          (each) => each.petId === petId && each.after === after && Bun.deepEquals(each.label, label),
        ),
      );
    return isWhole && (!isReply(answer) || (isSame(answer, reply) && answer.revision === revision));
  }

  /** The effect of a change set, labels or an undo on the pets as of that revision. */
  #setAt(call: Apply | PutLabels | Undo, petIds: Iterable<number>, revision: number): Applied {
    const pets = this.#ledger.petsAt(petIds, revision);
    if (call.kind === "apply") return applyChanges(pets, call.changes);
    if (call.kind === "put") return putNames(pets, call.names);
    const lastChange = (each: Moved) =>
      guardOf(each) === "pet"
        ? this.#ledger.revisionAt(each.petId, revision)
        : this.#ledger.labelRevisionAt(each.petId, revision);
    const isChanged = (each: Moved) => lastChange(each) !== call.revision;
    const { skipChanged } = call;
    return reverseChanges(pets, this.#ledger.ofRevision(call.revision), { isChanged, skipChanged });
  }

  /** The place of an operation that changed nothing. */
  #placeOf(operation: Operation, initial: Stocks): number | undefined {
    const { call, answer } = operation;
    if (!isReply(answer)) return this.#floor;
    if (call.kind === "list") return this.#placeOfList(answer, initial);
    if (call.kind === "event") return this.#placeOfEvent(operation, answer, initial);
    if (answer.says === "replayed" || answer.says === "mismatch") {
      return this.#placeOfRepeated(keyOf(operation), answer);
    }
    if (call.kind === "labels") return this.#placeOfLabels(answer, initial);
    if (call.kind === "apply" || call.kind === "put" || call.kind === "undo")
      return this.#placeOfSet(call, answer, initial);
    const tag = answer.stocks.get(call.petId);
    if ((answer.says === "updated") !== held(call, tag)) return undefined;
    return this.#ledger.firstWith(call.petId, tag, this.#floor);
  }

  /** A replay comes after the change that it repeats; if that changed nothing, its place is unknown. */
  #placeOfRepeated(key: string | undefined, { stocks, revision }: Reply): number | undefined {
    const made = this.#made.get(key);
    const tag = made === undefined ? undefined : stocks.get(made.petId);
    const isTrue =
      this.#usedKeys.has(key) &&
      (tag === undefined || made?.after === tag) &&
      (revision === undefined || made === undefined || made.revision === revision);
    return isTrue ? Math.max(this.#floor, made?.revision ?? 0) : undefined;
  }

  /** The first revision at which a change set or an undo without effect had its answer. */
  #placeOfSet(call: Apply | PutLabels | Undo, answer: Reply, initial: Stocks): number | undefined {
    const petIds = [...initial.keys()];
    const says = answer.says === "previewed" ? "applied" : answer.says;
    const isDryRun = "dryRun" in call && call.dryRun === true;
    for (const revision of this.#ledger.revisionsFrom(this.#floor, petIds)) {
      const { reply, moved } = this.#setAt(call, petIds, revision);
      if (isSame(reply, { ...answer, says }) && (isDryRun || moved.length === 0)) return revision;
    }
    return undefined;
  }

  /** Their tag names the revision that changed a label last, which may be before any that this history's pets have. */
  #placeOfLabels({ revision = 0, labels = new Map() }: Reply, initial: Stocks): number | undefined {
    const petIds = [...initial.keys()];
    const isTrueAt = (at: number) => areEqual(this.#ledger.petsAt(petIds, at).labels, labels);
    if (!isTrueAt(revision)) return undefined;
    for (const at of this.#ledger.revisionsFrom(this.#floor, petIds)) if (isTrueAt(at)) return at;
    return undefined;
  }

  #placeOfList({ revision = 0, stocks }: Reply, initial: Stocks): number | undefined {
    const isTrue = [...initial.keys()].every(
      (petId) => this.#ledger.tagAt(petId, revision) === stocks.get(petId),
    );
    return isTrue && revision >= this.#floor ? revision : undefined;
  }

  /** An event is a list, and no stream goes back. */
  #placeOfEvent({ id, follows }: Operation, answer: Reply, initial: Stocks): number | undefined {
    const { labels, revision = 0 } = answer;
    const areLabels =
      labels === undefined || areEqual(this.#ledger.petsAt(initial.keys(), revision).labels, labels);
    const place = areLabels ? this.#placeOfList(answer, initial) : undefined;
    const before = this.#eventPlaces.get(follows);
    if (place !== undefined) this.#eventPlaces.set(id, place);
    return place !== undefined && place >= (before ?? 0) ? place : undefined;
  }
}

function isFirst({ says }: Reply): boolean {
  return says === "updated" || says === "applied";
}

function keyOf({ call }: Operation): string | undefined {
  return call.kind === "update" || call.kind === "apply" ? call.once : undefined;
}

function isWholeUpdate(
  call: Update | SetBoth,
  answer: Operation["answer"],
  [movement, ...others]: readonly Movement[],
): boolean {
  const { petId, before, after } = movement!;
  const isTrue = !isReply(answer) || (answer.says === "updated" && answer.stocks.get(petId) === after);
  const isWhole = others.length === 0 && call.petId === petId && after?.startsWith(`${call.quantity}-`);
  return isTrue && isWhole === true && held(call, before);
}

/** Whether the call's precondition held. */
function held(call: Update | SetBoth, tag: Tag | undefined): boolean {
  if (tag === undefined) return false;
  const { ifMatch = "*" }: Partial<Update> = call.kind === "update" ? call : {};
  return ifMatch === "*" || ifMatch.includes(tag);
}

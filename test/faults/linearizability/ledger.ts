// The ledger as the command line shows it: which operation made which change, and stock and label of each pet at each revision.

import { countUpTo, type Movement as LedgerLine } from "../ledger.ts";
import type { Moved, Pets } from "./change-sets.ts";
import { labelledOf, onlyReads, type Operation, type Stocks, type Tag } from "./history.ts";

/** A line of `petstock history --json`. */
interface Line extends LedgerLine {
  readonly reason: string;
}

export interface Movement extends Moved {
  readonly revision: number;
  /** Names the operation; undefined for an import. */
  readonly operation: string | undefined;
}

export class Ledger {
  readonly movements: readonly Movement[];
  /** By pet, ascending by revision. */
  readonly #ofPet: Map<number, Movement[]>;
  /** Those of its label. */
  readonly #ofLabel: Map<number, Movement[]>;
  readonly #named: Map<string | undefined, Movement[]>;

  /** The movements ascend by revision. */
  constructor(movements: readonly Movement[]) {
    this.movements = movements;
    this.#ofPet = Map.groupBy(movements, ({ petId }) => petId);
    this.#ofLabel = Map.groupBy(
      movements.filter(({ label }) => label !== undefined),
      ({ petId }) => petId,
    );
    this.#named = Map.groupBy(movements, ({ operation }) => operation);
  }

  /** Reads the output of `petstock history --json`. */
  static read(text: string): Ledger {
    const lines = text.trimEnd().split("\n").toReversed();
    return new Ledger(lines.map((line) => movementOf(JSON.parse(line))));
  }

  /** The part of the ledger about some pets. */
  ofPets(petIds: Iterable<number>): Ledger {
    return new Ledger(
      labelledOf(petIds)
        .flatMap((petId) => this.#ofPet.get(petId) ?? [])
        .toSorted((a, b) => a.revision - b.revision),
    );
  }

  /** The changes of each operation; those that changed nothing are not in it. */
  effectsOf(operations: readonly Operation[]): ReadonlyMap<Operation, readonly Movement[]> {
    return new Map(
      operations
        .filter(({ call }) => !onlyReads(call))
        .flatMap((operation) => {
          const movements = this.#named.get(nameOf(operation));
          return movements === undefined ? [] : [[operation, movements] as const];
        }),
    );
  }

  /** Undefined if the pet did not exist. */
  tagAt(petId: number, revision: number): Tag | undefined {
    return this.#lastAt(petId, revision)?.after;
  }

  /** The revision that changed the pet last; undefined if none did. */
  revisionAt(petId: number, revision: number): number | undefined {
    return this.#lastAt(petId, revision)?.revision;
  }

  stocksAt(petIds: Iterable<number>, revision: number): Stocks {
    const tags = [...petIds].map((petId) => [petId, this.tagAt(petId, revision)] as const);
    return new Map(tags.flatMap(([petId, tag]) => (tag === undefined ? [] : [[petId, tag]])));
  }

  /** Undefined if the pet had no label. */
  labelAt(petId: number, revision: number): string | undefined {
    return lastAt(this.#ofLabel.get(petId), revision)?.label?.after;
  }

  /** The revision that changed its label last; undefined if none did. */
  labelRevisionAt(petId: number, revision: number): number | undefined {
    return lastAt(this.#ofLabel.get(petId), revision)?.revision;
  }

  petsAt(petIds: Iterable<number>, revision: number): Pets {
    const all = labelledOf(petIds);
    const names = all.map((petId) => [petId, this.labelAt(petId, revision)] as const);
    const labels = new Map(names.flatMap(([petId, name]) => (name === undefined ? [] : [[petId, name]])));
    return { stocks: this.stocksAt(all, revision), labels };
  }

  /** The movements of one revision. */
  ofRevision(revision: number): readonly Movement[] {
    return this.movements.slice(countUpTo(this.movements, revision - 1), countUpTo(this.movements, revision));
  }

  /** `floor`, and each later revision that changed one of the pets. */
  *revisionsFrom(floor: number, petIds: Iterable<number>): Generator<number> {
    yield floor;
    const all = labelledOf(petIds).flatMap((petId) => this.#ofPet.get(petId) ?? []);
    yield* [...new Set(all.map(({ revision }) => revision))]
      .filter((revision) => revision > floor)
      .toSorted((a, b) => a - b);
  }

  /** The first revision, not before `floor`, at which the pet had this tag; undefined if it never had. */
  firstWith(petId: number, tag: Tag | undefined, floor: number): number | undefined {
    if (this.tagAt(petId, floor) === tag) return floor;
    const movements = this.#ofPet.get(petId) ?? [];
    return movements.slice(countUpTo(movements, floor)).find(({ after }) => after === tag)?.revision;
  }

  #lastAt(petId: number, revision: number): Movement | undefined {
    return lastAt(this.#ofPet.get(petId), revision);
  }
}

function lastAt(movements: readonly Movement[] = [], revision: number): Movement | undefined {
  return movements[countUpTo(movements, revision) - 1];
}

/** The command sends no id; it always sets a value that no other call sets. */
function nameOf({ id, call }: Operation): string {
  return call.kind === "set" ? `set ${call.petId} ${call.quantity}-${call.status}` : id;
}

function movementOf({ revision, petId, before, after, label, reason, by }: Line): Movement {
  const tagOf = (stock: Line["after"]) => (stock === null ? undefined : `${stock.quantity}-${stock.status}`);
  const operation = reason === "set" ? `set ${petId} ${tagOf(after)}` : (by.requestId ?? undefined);
  const named = label && {
    label: { before: label.before?.name ?? undefined, after: label.after?.name ?? undefined },
  };
  return { revision, petId, before: tagOf(before), after: tagOf(after), ...named, operation };
}

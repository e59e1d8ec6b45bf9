// The ledger as the command line shows it: which operation made which change, and the state of each pet at each revision.

import type { Operation, Tag } from "./history.ts";

/** A line of `petstock history --json`. */
interface Line {
  readonly revision: number;
  readonly petId: number;
  readonly before: { readonly quantity: number; readonly status: string } | null;
  readonly after: { readonly quantity: number; readonly status: string } | null;
  readonly reason: string;
  readonly by: { readonly requestId: string | null };
}

export interface Movement {
  readonly revision: number;
  readonly petId: number;
  readonly before: Tag | undefined;
  readonly after: Tag | undefined;
  /** Names the operation; undefined for an import. */
  readonly operation: string | undefined;
}

export class Ledger {
  readonly movements: readonly Movement[];
  /** By pet, ascending by revision. */
  readonly #ofPet: Map<number, Movement[]>;
  readonly #ofOperation: Map<string | undefined, Movement>;

  /** The movements ascend by revision. */
  constructor(movements: readonly Movement[]) {
    this.movements = movements;
    this.#ofPet = Map.groupBy(movements, ({ petId }) => petId);
    this.#ofOperation = new Map(movements.map((movement) => [movement.operation, movement]));
  }

  /** Reads the output of `petstock history --json`. */
  static read(text: string): Ledger {
    const lines = text.trimEnd().split("\n").toReversed();
    return new Ledger(lines.map((line) => movementOf(JSON.parse(line))));
  }

  /** The part of the ledger about some pets. */
  ofPets(petIds: Iterable<number>): Ledger {
    return new Ledger(
      [...petIds]
        .flatMap((petId) => this.#ofPet.get(petId) ?? [])
        .toSorted((a, b) => a.revision - b.revision),
    );
  }

  /** The operation's movement; undefined if it changed nothing. */
  of(operation: Operation): Movement | undefined {
    return this.#ofOperation.get(nameOf(operation));
  }

  /** Undefined if the pet did not exist. */
  tagAt(petId: number, revision: number): Tag | undefined {
    const movements = this.#ofPet.get(petId) ?? [];
    return movements[countUpTo(movements, revision) - 1]?.after;
  }

  /** The first revision, not before `floor`, at which the pet had this tag; undefined if it never had. */
  firstWith(petId: number, tag: Tag | undefined, floor: number): number | undefined {
    if (this.tagAt(petId, floor) === tag) return floor;
    const movements = this.#ofPet.get(petId) ?? [];
    return movements.slice(countUpTo(movements, floor)).find(({ after }) => after === tag)?.revision;
  }
}

function countUpTo(movements: readonly Movement[], revision: number): number {
  let [low, high] = [0, movements.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (movements[middle]!.revision <= revision) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The command sends no id; it always sets a value that no other call sets. */
function nameOf({ id, call }: Operation): string {
  return call.kind === "set" ? `set ${call.petId} ${call.quantity}-${call.status}` : id;
}

function movementOf({ revision, petId, before, after, reason, by }: Line): Movement {
  const tagOf = (stock: Line["after"]) => (stock === null ? undefined : `${stock.quantity}-${stock.status}`);
  const names: Readonly<Record<string, string | undefined>> = {
    set: `set ${petId} ${tagOf(after)}`,
    update: by.requestId ?? undefined,
  };
  return { revision, petId, before: tagOf(before), after: tagOf(after), operation: names[reason] };
}

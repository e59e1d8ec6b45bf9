// The inventory as a plain map: the simplest model of changes and imports, which engines must agree with.

import { expect } from "bun:test";
import type { Change, Outcome } from "../../src/inventory/change.ts";
import type { Movement } from "../../src/inventory/movement.ts";
import type { InventoryItem, Stock } from "../../src/inventory/item.ts";
import type {
  ChangeProblem,
  ChangeSet,
  ChangeSetOutcome,
  PetChange,
} from "../../src/inventory/change-set.ts";
import type { OutcomeOf } from "../../src/inventory/commit-unit.ts";
import type { ImportOptions, ImportResult, ImportRow } from "../../src/inventory/import.ts";
import type { Position } from "../../src/inventory/position.ts";
import type { UndoResult } from "../../src/inventory/undo.ts";

/** The states of pets after a revision; null stands for a missing pet. */
type Revision = ReadonlyMap<bigint, { readonly before: Stock | null; readonly after: Stock | null }>;

export class InventoryModel {
  readonly #pets = new Map<bigint, Stock>();
  readonly #revisions: Revision[] = [];
  /** Which revision changed a pet last. */
  readonly #changedIn = new Map<bigint, number>();
  /** The last revisions of all commits. */
  readonly #commits: number[] = [];
  #historyStart = 0;
  readonly #results = new Map<string, { readonly request: string; readonly result: object }>();

  get revision(): number {
    return this.#revisions.length;
  }

  /** The commit with which the history begins. */
  get historyStart(): number {
    return this.#historyStart;
  }

  /** Ascending. */
  get items(): InventoryItem[] {
    return itemsOfMap(this.#pets);
  }

  /** A group of changes and change sets, as one commit. */
  commit<U extends Change | ChangeSet>(units: readonly U[]): OutcomeOf<U>[] {
    const before = this.revision;
    // The sets of a group have the position of its end.
    const end = { revision: before, nonce: anyNonce() };
    const outcomes = units.map((each) => this.#once(each, end));
    if (this.revision > before) this.#commits.push(this.revision);
    end.revision = this.revision;
    return outcomes as OutcomeOf<U>[];
  }

  #once(unit: Change | ChangeSet, end: Position): Outcome | ChangeSetOutcome {
    const make = () => ("changes" in unit ? this.#changeSet(unit, end) : this.#change(unit));
    const { idempotencyKey: once } = unit;
    if (once === undefined || ("changes" in unit && unit.dryRun)) return make();
    const name = `${once.scope} ${once.key}`;
    const known = this.#results.get(name);
    if (known?.request === once.request) return { kind: "replayed", ...known.result } as Outcome;
    if (known !== undefined) return { kind: "idempotency_mismatch" };
    const outcome = make();
    const { kind, ...result } = outcome;
    if (kind === "applied") this.#results.set(name, { request: once.request, result });
    if (kind === "updated" || kind === "unchanged") {
      this.#results.set(name, { request: once.request, result: { item: outcome.item } });
    }
    return outcome;
  }

  /** A change set through the stage, as a commit of its own. */
  applyStaged(set: ChangeSet): ImportResult {
    return this.commit([set])[0] as ChangeSetOutcome;
  }

  #changeSet({ changes, dryRun }: ChangeSet, position: Position): ChangeSetOutcome {
    const problems = changes.flatMap((change, place): ChangeProblem[] => {
      const firstPlace = changes.findIndex(({ petId }) => petId === change.petId);
      const { petId } = change;
      if (firstPlace < place) return [{ place, petId, code: "duplicate_pet", firstPlace }];
      const problem = this.#problemOf(change);
      return problem === undefined ? [] : [{ place, petId, ...problem }];
    });
    if (problems.length > 0) return { kind: "invalid", count: problems.length, problems };
    const conflicts = changes.flatMap(({ petId, ifMatch }, place) => {
      const present = this.#pets.get(petId);
      return present === undefined || ifMatch === undefined || tagOf(present) === ifMatch
        ? []
        : [{ place, petId, present }];
    });
    if (conflicts.length > 0) return { kind: "conflicts", count: conflicts.length, conflicts };
    const wanted = changes.map((change) => [change.petId, this.#stockAfter(change)] as const);
    const effective = wanted.filter(([petId, stock]) => !Bun.deepEquals(stock, this.#pets.get(petId)));
    const created = effective.filter(([petId]) => !this.#pets.has(petId)).length;
    const removed = effective.filter(([, stock]) => stock === null).length;
    const updated = effective.length - created - removed;
    if (!dryRun && effective.length > 0) this.#make(effective);
    const counts = { created, updated, removed, unchanged: changes.length - effective.length };
    return { kind: "applied", ...counts, revision: this.revision, position };
  }

  #problemOf(change: PetChange): Pick<ChangeProblem, "code" | "present"> | undefined {
    const present = this.#pets.get(change.petId);
    if (present === undefined && (!change.create || change.ifMatch !== undefined || change.remove)) {
      return { code: "pet_not_found" };
    }
    if (present !== undefined && change.create) return { code: "pet_exists" };
    if (present !== undefined && change.ifMatch !== undefined && change.ifMatch !== tagOf(present)) {
      return undefined;
    }
    const after = this.#stockAfter(change);
    if (after === null || (after.quantity >= 0 && after.quantity <= 2_147_483_647)) return undefined;
    return { code: "quantity_out_of_range", present: present ?? NEW };
  }

  #stockAfter({ petId, quantity, status, remove = false }: PetChange): Stock | null {
    if (remove) return null;
    const present = this.#pets.get(petId) ?? NEW;
    const after = typeof quantity === "object" ? present.quantity + quantity.by : quantity;
    return { quantity: after ?? present.quantity, status: status ?? present.status };
  }

  import(rows: readonly ImportRow[], options: Omit<ImportOptions, "by" | "reason">): ImportResult {
    if (options.ifUnchangedSince !== undefined && options.ifUnchangedSince.revision !== this.revision) {
      return { kind: "changed_since", revision: this.revision };
    }
    const wanted = new Map<bigint, Stock>();
    for (const { petId, quantity, status } of rows) {
      const kept = status ?? this.#pets.get(petId)?.status ?? "available";
      if (!wanted.has(petId)) wanted.set(petId, { quantity, status: kept });
    }
    const ids = [...wanted.keys()];
    const created = ids.filter((id) => !this.#pets.has(id)).length;
    const unchanged = ids.filter((id) => Bun.deepEquals(wanted.get(id), this.#pets.get(id))).length;
    const gone = options.replace ? [...this.#pets.keys()].filter((id) => !wanted.has(id)) : [];
    const counts = {
      created,
      updated: ids.length - created - unchanged,
      removed: gone.length,
      unchanged,
    };
    if (!options.dryRun && counts.created + counts.updated + counts.removed > 0) {
      const changed = [...wanted].filter(([id, stock]) => !Bun.deepEquals(stock, this.#pets.get(id)));
      this.#make([...changed, ...gone.map((id) => [id, null] as const)]);
      this.#commits.push(this.revision);
    }
    return { kind: "applied", ...counts, revision: this.revision, position: this.#position };
  }

  undo(
    revision: number,
    { dryRun, skipChanged = false }: { dryRun: boolean; skipChanged?: boolean },
  ): UndoResult {
    if (revision > this.revision) return { kind: "future", newest: this.revision };
    if (revision <= this.#historyStart) return { kind: "pruned", historyStart: this.#historyStart };
    const all = [...(this.#revisions[revision - 1] as Revision)];
    const pets = all
      .map(([petId]) => ({
        petId,
        revision: this.#changedIn.get(petId) as number,
        present: this.#pets.get(petId) ?? null,
      }))
      .filter((pet) => pet.revision !== revision)
      .toSorted((a, b) => (a.petId < b.petId ? -1 : 1));
    const skipped = { count: pets.length, pets };
    if (pets.length > 0 && !skipChanged) return { kind: "changed_since", ...skipped };
    const taken = all.filter(([petId]) => this.#changedIn.get(petId) === revision);
    const created = taken.filter(([, { after }]) => after === null).length;
    const removed = taken.filter(([, { before }]) => before === null).length;
    if (!dryRun && taken.length > 0) {
      this.#make(taken.map(([petId, { before }]) => [petId, before]));
      this.#commits.push(this.revision);
    }
    const updated = taken.length - created - removed;
    const counts = { created, updated, removed, unchanged: 0 };
    return { kind: "undone", ...counts, revision: this.revision, position: this.#position, skipped };
  }

  /** Prunes up to this revision: the history begins with the last commit up to it. */
  prune(revision: number): void {
    this.#historyStart = Math.max(this.#historyStart, ...this.#commits.filter((each) => each <= revision));
  }

  get #position(): Position {
    return { revision: this.revision, nonce: anyNonce() };
  }

  #change({ petId, quantity, status, create = false, remove = false, precondition }: Change): Outcome {
    const was = this.#pets.get(petId);
    if (was === undefined && (!create || precondition !== undefined)) return { kind: "not_found" };
    if (was !== undefined && typeof precondition === "object") {
      const fits = precondition.anyTagOf.some((tag) => tag === `${was.quantity}-${was.status}`);
      if (!fits) return { kind: "precondition_failed", item: { petId, ...was } };
    }
    if (was !== undefined && remove) {
      this.#make([[petId, null]]);
      return { kind: "removed", item: { petId, ...was }, revision: this.revision };
    }
    if (remove) return { kind: "not_found" };
    const present = was?.quantity ?? 0;
    const wanted = typeof quantity === "object" ? present + quantity.by : (quantity ?? present);
    const is = { quantity: wanted, status: status ?? was?.status ?? "available" };
    const item = { petId, ...is };
    if (wanted < 0 || wanted > 2_147_483_647) {
      return { kind: "out_of_range", item: { petId, quantity: present, status: was?.status ?? "available" } };
    }
    if (was?.quantity === is.quantity && was.status === is.status) return { kind: "unchanged", item };
    this.#make([[petId, is]]);
    return { kind: "updated", item, revision: this.revision };
  }

  #make(changes: readonly (readonly [bigint, Stock | null])[]): void {
    const revision = changes.map(
      ([petId, after]) => [petId, { before: this.#pets.get(petId) ?? null, after }] as const,
    );
    this.#revisions.push(new Map(revision));
    for (const [petId, after] of changes) {
      this.#changedIn.set(petId, this.revision);
      if (after === null) this.#pets.delete(petId);
      else this.#pets.set(petId, after);
    }
  }
}

const NEW: Stock = { quantity: 0, status: "available" };

/** Matches the nonce that the engine has chosen. */
function anyNonce(): string {
  return expect.stringMatching(/^[0-9a-f]{16}$/) as unknown as string;
}

function tagOf({ quantity, status }: Stock): string {
  return `${quantity}-${status}`;
}

/** The stock that a whole ledger, newest first, folds to. */
export function foldLedger(movements: readonly Movement[]): InventoryItem[] {
  const pets = new Map<bigint, Stock>();
  for (const { petId, after } of movements.toReversed()) {
    if (after === null) pets.delete(petId);
    else pets.set(petId, after);
  }
  return itemsOfMap(pets);
}

function itemsOfMap(pets: ReadonlyMap<bigint, Stock>): InventoryItem[] {
  return [...pets]
    .map(([petId, { quantity, status }]) => ({ petId, quantity, status }))
    .toSorted((a, b) => (a.petId < b.petId ? -1 : 1));
}

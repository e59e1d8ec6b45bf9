// The inventory as a plain map: the simplest model of changes and imports, which engines must agree with.

import type { Change, Outcome } from "../../src/inventory/change.ts";
import type { Movement } from "../../src/inventory/movement.ts";
import type { InventoryItem, Stock } from "../../src/inventory/item.ts";
import type { ImportOptions, ImportResult, ImportRow } from "../../src/inventory/import.ts";
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
  readonly #results = new Map<string, { readonly request: string; readonly item: InventoryItem }>();

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

  /** A group of changes, as one commit. */
  commit(changes: readonly Change[]): Outcome[] {
    const before = this.revision;
    const outcomes = changes.map((each) => this.#changeOnce(each));
    if (this.revision > before) this.#commits.push(this.revision);
    return outcomes;
  }

  #changeOnce(wanted: Change): Outcome {
    const { idempotencyKey: once } = wanted;
    if (once === undefined) return this.#change(wanted);
    const name = `${once.scope} ${once.key}`;
    const known = this.#results.get(name);
    if (known?.request === once.request) return { kind: "replayed", item: known.item };
    if (known !== undefined) return { kind: "idempotency_mismatch" };
    const outcome = this.#change(wanted);
    if (outcome.kind === "updated" || outcome.kind === "unchanged") {
      this.#results.set(name, { request: once.request, item: outcome.item });
    }
    return outcome;
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
    return { kind: "applied", ...counts, revision: this.revision };
  }

  undo(revision: number, { dryRun }: { dryRun: boolean }): UndoResult {
    if (revision > this.revision) return { kind: "future", newest: this.revision };
    if (revision <= this.#historyStart) return { kind: "pruned", historyStart: this.#historyStart };
    const taken = [...(this.#revisions[revision - 1] as Revision)];
    const pets = taken
      .map(([petId]) => ({ petId, revision: this.#changedIn.get(petId) as number }))
      .filter((pet) => pet.revision !== revision)
      .toSorted((a, b) => (a.petId < b.petId ? -1 : 1));
    if (pets.length > 0) return { kind: "changed_since", count: pets.length, pets };
    const created = taken.filter(([, { after }]) => after === null).length;
    const removed = taken.filter(([, { before }]) => before === null).length;
    if (!dryRun) {
      this.#make(taken.map(([petId, { before }]) => [petId, before]));
      this.#commits.push(this.revision);
    }
    const updated = taken.length - created - removed;
    return { kind: "undone", created, updated, removed, revision: this.revision };
  }

  /** Prunes up to this revision: the history begins with the last commit up to it. */
  prune(revision: number): void {
    this.#historyStart = Math.max(this.#historyStart, ...this.#commits.filter((each) => each <= revision));
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

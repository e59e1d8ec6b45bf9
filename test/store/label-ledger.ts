// The ledger as the whole history of stock and labels: what it says of any revision, for tests that compare it with what clients
// see. Written from the contract, not from the code: a movement says what it changed, from what, and to what.

import { expect } from "bun:test";
import type { InventoryItem } from "../../src/inventory/item.ts";
import { isSameLabel, type Label, type LabelMembers } from "../../src/inventory/label.ts";
import type { Movement } from "../../src/inventory/movement.ts";
import type { Changes, InventoryStore } from "../../src/inventory/store.ts";
import { expectConsistent, itemsOf, ledgerOf } from "./engine.ts";

/** Of a movement what its chain and its fold need. A command's output has no `previous`. */
export type ChainedMovement = Pick<Movement, "revision" | "petId" | "before" | "after" | "label"> &
  Partial<Pick<Movement, "previous">>;

/** The state of an inventory. */
export interface Shown {
  /** By ascending pet. */
  readonly items: readonly InventoryItem[];
  readonly labels: readonly Label[];
}

export class LabelLedger {
  /** By ascending revision. */
  readonly movements: readonly ChainedMovement[];

  constructor(movements: readonly ChainedMovement[]) {
    this.movements = movements.toSorted((a, b) => a.revision - b.revision);
  }

  static async of(store: Pick<InventoryStore, "movements">): Promise<LabelLedger> {
    return new LabelLedger(await ledgerOf(store));
  }

  /** The state after a revision, folded from the beginning. */
  at(revision: number): Shown {
    const fold = new Folded();
    for (const movement of this.movements) if (movement.revision <= revision) fold.move(movement);
    return fold.shown;
  }

  /** Gives the state after a revision; in ascending order of revisions it folds each movement once. */
  *states(): Generator<Shown, void, number> {
    const fold = new Folded();
    let next = 0;
    for (let revision = yield fold.shown; ; revision = yield fold.shown) {
      for (; next < this.movements.length && this.movements[next]!.revision <= revision; next++)
        fold.move(this.movements[next]!);
    }
  }

  /** Throws unless each movement begins with the end of its pet's previous one, names that, and changes something. */
  expectChained(): void {
    const last = new Map<bigint, { movement: ChainedMovement; label: LabelMembers | null }>();
    for (const movement of this.movements) {
      const { petId, before, after, label } = movement;
      const known = last.get(petId);
      const earlier = known?.movement.revision ?? 0;
      const { previous = earlier } = movement;
      expect([before, previous]).toEqual([known?.movement.after ?? null, earlier]);
      const present = known?.label ?? null;
      if (label === undefined) expect(after).not.toEqual(before);
      else {
        expect(label.before).toEqual(present);
        expect(isSameLabel(label.before, label.after)).toBe(false);
      }
      last.set(petId, { movement, label: label === undefined ? present : label.after });
    }
  }
}

/** A client's copy of items and labels, to which changes are applied. */
export class Folded {
  readonly #items = new Map<bigint, InventoryItem>();
  readonly #labels = new Map<bigint, Label>();

  static of({ items, labels }: Shown): Folded {
    const folded = new Folded();
    folded.apply({ items, removed: [], relabelled: { labels, unlabeled: [] } });
    return folded;
  }

  /** As a client applies an event. */
  apply({ items, removed, relabelled = { labels: [], unlabeled: [] } }: Changes): void {
    for (const { petId, quantity, status } of items) this.#items.set(petId, { petId, quantity, status });
    for (const petId of removed) this.#items.delete(petId);
    for (const label of relabelled.labels) this.#labels.set(label.petId, label);
    for (const petId of relabelled.unlabeled) this.#labels.delete(petId);
  }

  move({ petId, after, label }: Pick<Movement, "petId" | "after" | "label">): void {
    if (after === null) this.#items.delete(petId);
    else this.#items.set(petId, { petId, ...after });
    if (label === undefined) return;
    if (label.after === null) this.#labels.delete(petId);
    else this.#labels.set(petId, { petId, ...label.after });
  }

  get shown(): Shown {
    return { items: ascending(this.#items), labels: ascending(this.#labels) };
  }
}

function ascending<T extends { readonly petId: bigint }>(map: ReadonlyMap<bigint, T>): T[] {
  return [...map.values()].toSorted((a, b) => (a.petId < b.petId ? -1 : 1));
}

/** The state as reads of the whole give it. */
export async function shownBy(store: InventoryStore): Promise<Shown> {
  const labels: Label[] = [];
  await store.labels.readAll((page) => void labels.push(...page));
  return { items: await itemsOf(store), labels };
}

/** Throws unless list and labels are what the ledger says, each change follows the one before it, and `verify` finds nothing. */
export async function expectWholeHistory(store: InventoryStore): Promise<void> {
  const ledger = await LabelLedger.of(store);
  ledger.expectChained();
  expect(ledger.at(Number.MAX_SAFE_INTEGER)).toEqual(await shownBy(store));
  await expectConsistent(store);
}

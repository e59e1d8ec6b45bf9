// The inventory as a plain map: the simplest thing that says what changes and imports do, for engines to agree with.

import type { Change, Movement, Outcome } from "../../src/inventory/change.ts";
import type { InventoryItem, Stock } from "../../src/inventory/item.ts";
import type { ImportOptions, ImportResult, ImportRow } from "../../src/inventory/store.ts";

export class InventoryModel {
  readonly #pets = new Map<bigint, Stock>();
  readonly #results = new Map<string, { readonly request: string; readonly item: InventoryItem }>();
  revision = 0;

  /** Ascending. */
  get items(): InventoryItem[] {
    return itemsOfMap(this.#pets);
  }

  change(wanted: Change): Outcome {
    const { once } = wanted;
    if (once === undefined) return this.#change(wanted);
    const name = `${once.scope} ${once.key}`;
    const known = this.#results.get(name);
    if (known?.request === once.request) return { kind: "replayed", item: known.item };
    if (known !== undefined) return { kind: "once_mismatch" };
    const outcome = this.#change(wanted);
    if (outcome.kind === "updated" || outcome.kind === "unchanged") {
      this.#results.set(name, { request: once.request, item: outcome.item });
    }
    return outcome;
  }

  import(rows: readonly ImportRow[], options: Omit<ImportOptions, "by" | "reason">): ImportResult {
    if (options.ifUnchangedSince !== undefined && options.ifUnchangedSince !== this.revision) {
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
      for (const [id, stock] of wanted) this.#pets.set(id, stock);
      for (const id of gone) this.#pets.delete(id);
      this.revision += 1;
    }
    return { kind: "applied", ...counts, revision: this.revision };
  }

  #change({ petId, quantity, status, create = false, precondition }: Change): Outcome {
    const was = this.#pets.get(petId);
    if (was === undefined && (!create || precondition !== undefined)) return { kind: "not_found" };
    if (was !== undefined && typeof precondition === "object") {
      const fits = precondition.anyTagOf.some((tag) => tag === `${was.quantity}-${was.status}`);
      if (!fits) return { kind: "precondition_failed", item: { petId, ...was } };
    }
    const is = { quantity: quantity ?? was?.quantity ?? 0, status: status ?? was?.status ?? "available" };
    const item = { petId, ...is };
    if (was?.quantity === is.quantity && was.status === is.status) return { kind: "unchanged", item };
    this.#pets.set(petId, is);
    this.revision += 1;
    return { kind: "updated", item, revision: this.revision };
  }
}

/** What a whole ledger, newest first, comes to. */
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

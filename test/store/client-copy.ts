// A client's copy of the inventory, kept by catching up: what a server holds in memory. It reads everything only after
// a `reload`.

import type { InventoryItem, Stock } from "../../src/inventory/item.ts";
import type { Label } from "../../src/inventory/label.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import type { Position } from "../../src/inventory/position.ts";

export class ClientCopy {
  readonly #pets = new Map<bigint, Stock>();
  readonly #labels = new Map<bigint, Label>();
  #position: Position;
  reloads = 0;

  private constructor(position: Position) {
    this.#position = position;
  }

  /** A copy of the store's present inventory. */
  static async of(store: InventoryStore): Promise<ClientCopy> {
    const copy = new ClientCopy({ revision: 0, nonce: "" });
    await copy.#reload(store);
    copy.reloads = 0;
    return copy;
  }

  get position(): Position {
    return this.#position;
  }

  /** Ascending, as the list shows them. */
  get items(): InventoryItem[] {
    return [...this.#pets]
      .map(([petId, { quantity, status }]) => ({ petId, quantity, status }))
      .toSorted((a, b) => (a.petId < b.petId ? -1 : 1));
  }

  /** Ascending. */
  get labels(): Label[] {
    return [...this.#labels.values()].toSorted((a, b) => (a.petId < b.petId ? -1 : 1));
  }

  async catchUp(store: InventoryStore): Promise<void> {
    const changes = await store.changesSince(this.#position, { labels: true });
    if (changes === "reload") {
      this.reloads += 1;
      await this.#reload(store);
      return;
    }
    for (const { petId, quantity, status } of changes.items) this.#pets.set(petId, { quantity, status });
    for (const petId of changes.removed) this.#pets.delete(petId);
    for (const label of changes.relabelled?.labels ?? []) this.#labels.set(label.petId, label);
    for (const petId of changes.relabelled?.unlabeled ?? []) this.#labels.delete(petId);
    this.#position = changes.position;
  }

  async #reload(store: InventoryStore): Promise<void> {
    this.#pets.clear();
    this.#position = await store.readAll((page) => {
      for (const { petId, quantity, status } of page) this.#pets.set(petId, { quantity, status });
    });
    this.#labels.clear();
    await store.labels.readAll((page) => {
      for (const label of page) this.#labels.set(label.petId, label);
    });
  }
}

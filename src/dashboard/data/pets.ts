// The pets that the page knows, with their labels: what tasks ask for. What others change arrives from the service; what this page
// has saved is shown at once, and stays until an answer that was asked for later proves it.

import type { InventoryItem } from "../../contract/item-json.ts";
import type { Label } from "../../client/client.ts";
import type { StateStore, Saved } from "../state/state.ts";
import type { Attention, AttentionList } from "./attention.ts";
import { attentionList } from "./attention-list.ts";
import type { PetBatch } from "./pet-columns.ts";
import { findPet, searchPets } from "./find-pets.ts";
import type { ChangedLabels } from "./merge-labels.ts";
import { PetLabels } from "./pet-labels.ts";
import { PetTable, type TableChange } from "./pet-table.ts";
import type { Summary } from "./summary.ts";
import { inSlices } from "./slices.ts";

export type { Attention, AttentionList } from "./attention.ts";

/** Changes from the service: an event, or the difference between two lists. */
export interface Arrival {
  readonly items: readonly InventoryItem[];
  readonly removed: readonly bigint[];
  /** Undefined if it tells nothing of labels. */
  readonly labels: ChangedLabels | undefined;
  /** When it was asked for (`performance.now()`): it includes all that was acknowledged before. Undefined: unknown. */
  readonly requestedAt: number | undefined;
}

export class Pets {
  readonly table = new PetTable();
  readonly #store: StateStore;
  readonly labels = new PetLabels({
    table: this.table,
    onChange: (petIds) => {
      this.#tell(petIds);
      this.changed({ labels: true });
    },
    onMerged: () => this.changed(),
  });
  readonly #listeners = new Set<(petIds: readonly bigint[]) => void>();

  constructor(store: StateStore) {
    this.#store = store;
  }

  /** Calls the listener with the pets that this page or others changed; not while the list loads. */
  onChange(listener: (petIds: readonly bigint[]) => void): void {
    this.#listeners.add(listener);
  }

  get size(): number {
    return this.table.columns.size;
  }

  /** Labels that are newer than the table's; undefined: the pet has none. */
  get recentLabels(): ChangedLabels {
    return this.labels.recent;
  }

  /** Whether any pet has a label. */
  get hasLabels(): boolean {
    return this.table.labels.size > 0 || this.recentLabels.size > 0;
  }

  /** Totals of all pets. `low` is exact when the list is complete. */
  get summary(): Summary {
    return this.table.summary;
  }

  item(petId: bigint): InventoryItem | undefined {
    return this.table.item(petId);
  }

  /** The pet with the smallest id. */
  get first(): InventoryItem | undefined {
    return this.size === 0 ? undefined : this.table.columns.item(0);
  }

  /** The pet with the largest id. */
  get last(): InventoryItem | undefined {
    return this.size === 0 ? undefined : this.table.columns.item(this.size - 1);
  }

  /** All items as they are now, ascending by id. To be read at once: not across an `await`. */
  *items(): Generator<InventoryItem, void, undefined> {
    for (let row = 0; row < this.size; row += 1) yield this.table.columns.item(row);
  }

  label(petId: bigint): Label | undefined {
    return this.labels.get(petId);
  }

  /** The pet with exactly this id or code. An id may have leading zeros. */
  find(text: string): bigint | undefined {
    return findPet(this, text);
  }

  /**
   * Pets that match a search as the inventory's does, at most `max`; the exact id or code first. Does not hold up the page. Rejects
   * with the signal's reason when it is aborted.
   */
  async search(text: string, max: number, signal?: AbortSignal): Promise<bigint[]> {
    return inSlices(searchPets(this, text, max), signal);
  }

  /** The totals are exact when the list is complete. */
  attention(why: Attention, max: number): AttentionList {
    return attentionList(this.table, why, max);
  }

  /** Forgets everything, such as after signing out. */
  clear(): void {
    this.labels.clear();
    this.clearRows();
  }

  clearRows(): void {
    this.table.clearRows();
    this.changed();
  }

  /** Adds a batch of the loading list; `changed` draws it. */
  append(batch: PetBatch): void {
    this.table.append(batch);
  }

  /** The first list, asked for at `requestedAt`, is complete. */
  loaded(requestedAt: number): void {
    this.table.countLow();
    const saved = [...this.#store.state.saved.keys()];
    const items = saved.map((petId) => this.item(petId)).filter((item) => item !== undefined);
    this.arrive({ items, removed: [], labels: undefined, requestedAt });
    this.changed();
  }

  /** Shows acknowledged rows at once, over any answer that was asked for before. */
  acknowledge(items: readonly InventoryItem[]): void {
    const at = performance.now();
    const saved = new Map(this.#store.state.saved);
    for (const item of items) {
      const theirs = saved.get(item.petId)?.theirs ?? this.item(item.petId);
      // Others have removed the pet: a save does not restore it. An item that the list already has needs no proof.
      if (theirs !== undefined && !(isEqual(item, theirs) && !saved.has(item.petId)))
        saved.set(item.petId, { item, theirs, at });
    }
    const { changed } = this.table.apply(
      items.filter(({ petId }) => this.item(petId) !== undefined),
      [],
    );
    this.#store.set({ saved });
    this.#tell(changed.map(({ after }) => after.petId));
    this.changed();
  }

  /**
   * Applies what arrived, but to what was saved later. Returns the changes that the page did not know. `isInDoubt`: a saved row or label
   * arrived with another value, from before or after the save; an answer that is asked for now decides.
   */
  arrive({ items, removed, labels, requestedAt }: Arrival): TableChange & { readonly isInDoubt: boolean } {
    const saved = new Map(this.#store.state.saved);
    const isProved = (entry: Saved): boolean => requestedAt !== undefined && entry.at < requestedAt;
    const shown: InventoryItem[] = [];
    let isInDoubt = false;
    for (const item of items) {
      const entry = saved.get(item.petId);
      if (entry === undefined || isProved(entry)) shown.push(item);
      else {
        saved.set(item.petId, { ...entry, theirs: item });
        shown.push(entry.item);
        isInDoubt ||= !isEqual(entry.item, item);
      }
    }
    for (const petId of removed) saved.delete(petId);
    // A million may arrive at once, mostly while nothing is being saved.
    const arrived = new Set(saved.size > 0 ? items.map(({ petId }) => petId) : []);
    for (const [petId, entry] of saved) {
      if (isProved(entry)) {
        saved.delete(petId);
        if (!arrived.has(petId)) shown.push(entry.theirs);
      } else if (isEqual(entry.item, entry.theirs)) saved.delete(petId);
    }
    const change = this.table.apply(shown, removed);
    if (saved.size < this.#store.state.saved.size) this.#store.set({ saved });
    if (change.changed.length + change.removed.length > 0) {
      this.#tell([...change.changed.map(({ after }) => after.petId), ...change.removed]);
      this.changed();
    }
    if (labels !== undefined && this.labels.arrive({ labels, requestedAt })) isInDoubt = true;
    return { ...change, isInDoubt };
  }

  /** Whether something was saved before this time (`performance.now()`), and no answer has shown it. */
  isProofDue(savedBefore: number): boolean {
    const saved = [...this.#store.state.saved.values()];
    return saved.some(({ at }) => at < savedBefore) || this.labels.isProofDue(savedBefore);
  }

  #tell(petIds: readonly bigint[]): void {
    for (const listener of this.#listeners) listener(petIds);
  }

  /** Draws what depends on the pets. */
  changed({ labels = false } = {}): void {
    const { petsVersion, shownVersion, labelsVersion } = this.#store.state;
    this.#store.set({
      petsVersion: petsVersion + 1,
      shownVersion: shownVersion + 1,
      labelsVersion: labelsVersion + (labels ? 1 : 0),
    });
  }
}

function isEqual(a: InventoryItem, b: InventoryItem): boolean {
  return a.quantity === b.quantity && a.status === b.status;
}

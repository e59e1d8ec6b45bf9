// The pets and labels that the stock-take knows: those of the page, or, where the page was opened without a network, the copy that
// this device kept. Kept only where the browser also stores the key.

import type { Label } from "../../client/client.ts";
import type { InventoryItem } from "../../contract/item-json.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { KEY_RECORD, type Records } from "../state/records.ts";

interface KnownPet {
  readonly item: InventoryItem;
  readonly label: Label | undefined;
}

interface Copy {
  readonly id: string;
  readonly pets: readonly KnownPet[];
}

/** A larger inventory is not copied: it would take a phone seconds, and much of its storage. */
const PETS_MAX = 20_000;

export class KnownPets {
  readonly #dashboard: Dashboard;
  readonly #records: Records<Copy>;
  #copy: ReadonlyMap<bigint, KnownPet> = new Map();

  constructor(dashboard: Dashboard) {
    this.#dashboard = dashboard;
    this.#records = dashboard.environment.records<Copy>("known-pets");
  }

  /** Reads the kept copy. Without one, or where storage is blocked, only the page's pets are known. */
  async open(): Promise<void> {
    const copy = await this.#records.get(KEY_RECORD).catch(() => undefined);
    this.#copy = new Map(copy?.pets.map((pet) => [pet.item.petId, pet]));
  }

  /** Keeps a copy of the page's pets. Call it when the list is complete. */
  async keep(): Promise<void> {
    const { pets, store } = this.#dashboard;
    if (!store.state.session.remember || pets.size > PETS_MAX)
      return this.#records.remove(KEY_RECORD).catch(() => {});
    const known = Array.from(pets.items(), (item) => ({ item, label: pets.label(item.petId) }));
    await this.#records.put({ id: KEY_RECORD, pets: known }).catch(() => {});
  }

  /** Grows with the labels that the page has read: names and codes come after the stock. */
  get labelsVersion(): number {
    return this.#dashboard.store.state.labelsVersion;
  }

  get size(): number {
    return this.#isLoaded() ? this.#dashboard.pets.size : this.#copy.size;
  }

  item(petId: bigint): InventoryItem | undefined {
    return this.#isLoaded() ? this.#dashboard.pets.item(petId) : this.#copy.get(petId)?.item;
  }

  label(petId: bigint): Label | undefined {
    const { pets } = this.#dashboard;
    // Once they were read, a label that is missing was removed.
    return this.labelsVersion > 0 ? pets.label(petId) : this.#copy.get(petId)?.label;
  }

  /** By exact id or code. */
  find(text: string): bigint | undefined {
    if (this.#isLoaded()) return this.#dashboard.pets.find(text);
    const wanted = text.trim();
    if (/^-?[0-9]{1,30}$/.test(wanted) && this.#copy.has(BigInt(wanted))) return BigInt(wanted);
    return [...this.#copy.values()].find(({ label }) => label?.code === wanted && wanted !== "")?.item.petId;
  }

  /** By part of an id, a code or a name, without holding up the page. Rejects with the signal's reason. */
  async search(text: string, max: number, signal?: AbortSignal): Promise<readonly bigint[]> {
    if (this.#isLoaded()) return this.#dashboard.pets.search(text, max, signal);
    const wanted = text.trim().toLowerCase();
    return [...this.#copy.values()]
      .filter(({ item, label }) =>
        [String(item.petId), label?.name, label?.code].some((each) => each?.toLowerCase().includes(wanted)),
      )
      .slice(0, max)
      .map(({ item }) => item.petId);
  }

  #isLoaded(): boolean {
    return this.#dashboard.store.state.loading === "complete";
  }
}

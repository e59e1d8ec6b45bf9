// The inventory of another process, kept in memory: it is read once over the API, later reads ask only for what has changed since.

import { applyChanges } from "../client/changes.ts";
import { PetstockError } from "../client/errors.ts";
import type { InventoryItem } from "../contract/item-json.ts";
import { SingleFlight } from "../inventory/single-flight.ts";
import type { Inventory, Labels } from "./inventory.ts";
import { type Pet, petOf } from "./pet.ts";
import type { Service } from "./tool.ts";
import type { ChangesSince } from "../client/admin-types.ts";

interface Copy {
  readonly position: string;
  /** Ascending by id. */
  readonly items: readonly InventoryItem[];
  /** By pet; also of pets that are not in the inventory. */
  readonly labels: Labels;
}

type Source = Pick<Service, "snapshot" | "changes" | "labels">;

export class InventoryCopy implements Inventory {
  readonly #source: Source;
  readonly #catchUp = new SingleFlight(() => this.#read());
  #copy: Copy | undefined;

  constructor(source: Source) {
    this.#source = source;
  }

  async *items(): AsyncGenerator<readonly InventoryItem[]> {
    const { items } = await this.#catchUp.get();
    yield items;
  }

  async *labelled(): AsyncGenerator<readonly Pet[]> {
    const { items, labels } = await this.#catchUp.get();
    yield items.filter(({ petId }) => labels.has(petId)).map((item) => petOf(item, labels.get(item.petId)));
  }

  async labelsOf(): Promise<Labels> {
    return (await this.#catchUp.get()).labels;
  }

  async #read(): Promise<Copy> {
    const known = this.#copy;
    this.#copy = (known && (await this.#readChanges(known))) ?? (await this.#readAll());
    return this.#copy;
  }

  async #readAll(): Promise<Copy> {
    const { position, items: arriving } = await this.#source.snapshot();
    const items = await Array.fromAsync(arriving);
    // Read after the position: a change in between is in both, and the next call reads it again.
    const { labels } = await this.#source.labels();
    return { position, items, labels: new Map(labels.map((label) => [label.petId, label])) };
  }

  /** Undefined if the history no longer has the position: it was pruned, or the database rewound. */
  async #readChanges(known: Copy): Promise<Copy | undefined> {
    try {
      const changes = await this.#source.changes(known.position);
      const { position, items: changed, removed } = changes;
      const { items } = applyChanges(known.items, { changed, removed });
      return { position, items, labels: labelsAfter(known.labels, changes) };
    } catch (error) {
      if (error instanceof PetstockError && error.code === "position_gone") return undefined;
      throw error;
    }
  }
}

/** A new map only if a label has changed: a caller may still read the one before. */
function labelsAfter(
  before: Labels,
  { labels, unlabeled }: Pick<ChangesSince, "labels" | "unlabeled">,
): Labels {
  if (labels.length + unlabeled.length === 0) return before;
  const after = new Map(before);
  for (const label of labels) after.set(label.petId, label);
  for (const petId of unlabeled) after.delete(petId);
  return after;
}

// The inventory as of now, kept in memory: the list is read once, later calls read only what has changed since.

import { applyChanges } from "../client/changes.ts";
import { PetstockError } from "../client/errors.ts";
import type { InventoryItem } from "../contract/item-json.ts";
import { SingleFlight } from "../inventory/single-flight.ts";
import type { Service } from "./tool.ts";
import type { Label, Labels } from "../client/admin-types.ts";

interface Copy {
  readonly position: string;
  /** Ascending by id. */
  readonly items: readonly InventoryItem[];
}

export class InventoryCopy {
  readonly #source: Pick<Service, "snapshot" | "changes">;
  readonly #catchUp = new SingleFlight(() => this.#read());
  #copy: Copy | undefined;

  constructor(source: Pick<Service, "snapshot" | "changes">) {
    this.#source = source;
  }

  /** Every pet, ascending by id, with all changes that were acknowledged before this call. */
  async current(): Promise<readonly InventoryItem[]> {
    return (await this.#catchUp.get()).items;
  }

  async #read(): Promise<Copy> {
    const known = this.#copy;
    this.#copy = (known && (await this.#readChanges(known))) ?? (await this.#readAll());
    return this.#copy;
  }

  async #readAll(): Promise<Copy> {
    const { position, items } = await this.#source.snapshot();
    return { position, items: await Array.fromAsync(items) };
  }

  /** Undefined if the history no longer has the position: it was pruned, or the database rewound. */
  async #readChanges(known: Copy): Promise<Copy | undefined> {
    try {
      const { position, items: changed, removed } = await this.#source.changes(known.position);
      return { position, items: applyChanges(known.items, { changed, removed }).items };
    } catch (error) {
      if (error instanceof PetstockError && error.code === "position_gone") return undefined;
      throw error;
    }
  }
}

/** The current labels in memory: a call transfers them only if they have changed. */
export class LabelCopy {
  readonly #source: Pick<Service, "labels">;
  #known: Labels | undefined;

  constructor(source: Pick<Service, "labels">) {
    this.#source = source;
  }

  async current(): Promise<readonly Label[]> {
    this.#known = await this.#source.labels({ known: this.#known });
    return this.#known.labels;
  }
}

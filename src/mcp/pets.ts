// The pets that match, page by page, and the whole inventory in numbers: collected from batches.

import { type InventoryItem, parsePetId, type PetStatus } from "../contract/item-json.ts";
import type { Inventory } from "./inventory.ts";
import { type Pet, petOf } from "./pet.ts";
import { ToolError } from "./tool.ts";

export interface Page<T> {
  /** All that match, on this page or not. */
  readonly matching: number;
  readonly pets: readonly T[];
  /** The cursor of the next page; null at the end. */
  readonly next: string | null;
}

export interface PageRequest {
  readonly limit: number;
  /** The last id of the page before, so changes between pages shift nothing. */
  readonly cursor?: string | undefined;
}

/** Collects the matching pets after the cursor, and counts the others. Throws a `ToolError`. */
export class PageBuilder<T extends InventoryItem> {
  readonly #matches: (pet: T) => boolean;
  readonly #limit: number;
  readonly #after: bigint | undefined;
  readonly #pets: T[] = [];
  #matching = 0;
  #left = 0;

  constructor(matches: (pet: T) => boolean, { limit, cursor }: PageRequest) {
    this.#matches = matches;
    this.#limit = limit;
    this.#after = afterOrThrow(cursor);
  }

  /** Takes pets by ascending id. */
  add(pets: readonly T[]): void {
    for (const pet of pets) {
      if (!this.#matches(pet)) continue;
      this.#matching += 1;
      if (this.#after !== undefined && pet.petId <= this.#after) continue;
      if (this.#pets.length < this.#limit) this.#pets.push(pet);
      else this.#left += 1;
    }
  }

  finish(): Page<T> {
    const pets = this.#pets;
    const next = this.#left === 0 ? null : String(pets.at(-1)?.petId);
    return { matching: this.#matching, pets, next };
  }
}

/** The page of all that arrive. Throws a `ToolError`. */
export async function pageOf<T extends InventoryItem>(
  batches: AsyncIterable<readonly T[]>,
  matches: (pet: T) => boolean,
  request: PageRequest,
): Promise<Page<T>> {
  const page = new PageBuilder(matches, request);
  for await (const batch of batches) page.add(batch);
  return page.finish();
}

/** The pets of the page with their labels. */
export async function labelledPage(
  page: Page<InventoryItem>,
  inventory: Pick<Inventory, "labelsOf">,
): Promise<Page<Pet>> {
  const labels = await inventory.labelsOf(page.pets.map(({ petId }) => petId));
  return { ...page, pets: page.pets.map((item) => petOf(item, labels.get(item.petId))) };
}

function afterOrThrow(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined;
  const petId = parsePetId(cursor);
  if (petId === undefined) throw new ToolError("`cursor` must be `next` of the answer before, unchanged.");
  return petId;
}

/** The whole inventory in a few numbers. */
export interface Summary {
  readonly pets: number;
  readonly inStock: number;
  readonly quantity: number;
  readonly byStatus: Readonly<Record<PetStatus, number>>;
}

export class SummaryBuilder {
  readonly #byStatus: Record<PetStatus, number> = { available: 0, pending: 0, sold: 0 };
  #pets = 0;
  #inStock = 0;
  #quantity = 0;

  add(items: readonly InventoryItem[]): void {
    this.#pets += items.length;
    for (const { quantity, status } of items) {
      this.#quantity += quantity;
      if (quantity > 0) this.#inStock += 1;
      this.#byStatus[status] += 1;
    }
  }

  finish(): Summary {
    return {
      pets: this.#pets,
      inStock: this.#inStock,
      quantity: this.#quantity,
      byStatus: this.#byStatus,
    };
  }
}

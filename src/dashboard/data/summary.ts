// Totals of all pets, kept with each change instead of counted again.

import { PET_STATUSES, type PetStatus } from "../../contract/item-json.ts";

export interface Summary {
  readonly pets: number;
  readonly units: number;
  /** Pets with a quantity above 0. */
  readonly inStock: number;
  readonly unitsByStatus: Readonly<Record<PetStatus, number>>;
  readonly petsByStatus: Readonly<Record<PetStatus, number>>;
  readonly availableNoneLeft: number;
  readonly soldInStock: number;
  /** Low stock (attention.ts). */
  readonly low: number;
}

const AVAILABLE = PET_STATUSES.indexOf("available");
const SOLD = PET_STATUSES.indexOf("sold");

export class SummaryCounts {
  readonly #units = PET_STATUSES.map(() => 0);
  readonly #pets = PET_STATUSES.map(() => 0);
  readonly #inStock = PET_STATUSES.map(() => 0);
  low = 0;

  /** `status`: its index. `by` is 1 or, for a row that changes or leaves, -1. */
  count(quantity: number, status: number, by: 1 | -1): void {
    this.#units[status]! += by * quantity;
    this.#pets[status]! += by;
    if (quantity > 0) this.#inStock[status]! += by;
  }

  get summary(): Summary {
    return {
      pets: sumOf(this.#pets),
      units: sumOf(this.#units),
      inStock: sumOf(this.#inStock),
      unitsByStatus: byStatus(this.#units),
      petsByStatus: byStatus(this.#pets),
      availableNoneLeft: this.#pets[AVAILABLE]! - this.#inStock[AVAILABLE]!,
      soldInStock: this.#inStock[SOLD]!,
      low: this.low,
    };
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function byStatus(numbers: readonly number[]): Record<PetStatus, number> {
  const [available = 0, pending = 0, sold = 0] = numbers;
  return { available, pending, sold };
}

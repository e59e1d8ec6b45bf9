// Random changes and rows of a few pets, so that they meet.

import type { PetChange } from "../../src/inventory/change-set.ts";
import type { StagedRow } from "../../src/inventory/import.ts";
import { PET_STATUSES } from "../../src/inventory/item.ts";
import type { LabelPatch } from "../../src/inventory/label.ts";
import type { Pets } from "./plan-model.ts";

/** Random pets with ids of a small range, so that rows and changes meet. */
export class RandomChanges {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  below(bound: number): number {
    return Math.floor(this.#random() * bound);
  }

  chance(of: number): boolean {
    return this.#random() < of;
  }

  /** Changes that can be applied. */
  changes(pets: Pets, max: number): PetChange[] {
    return this.#ids(1 + this.below(max)).map((petId) => this.#change(petId, pets.get(petId)?.stock != null));
  }

  #change(petId: bigint, exists: boolean): PetChange {
    const label = this.chance(0.4) ? { label: this.chance(0.2) ? null : this.#label() } : {};
    if (this.chance(0.2)) return { petId, label: this.#label() };
    if (!exists) return { petId, quantity: this.below(4), status: this.#status(), create: true, ...label };
    const stock = [
      { quantity: this.below(4) },
      { quantity: { by: this.below(3) } },
      { status: this.#status() },
      { remove: true },
    ][this.below(4)]!;
    return { petId, ...stock, ...label };
  }

  /** Of a file: with or without labels. */
  rows(): StagedRow[] {
    const [areLabels, areStocks] = [this.chance(0.6), this.chance(0.8)];
    return this.#ids(1 + this.below(10))
      .map((petId, index) => ({
        petId,
        line: index + 2,
        ...((areStocks || !areLabels) && this.chance(0.9) && { quantity: this.below(4) }),
        ...(areLabels && { label: this.#label() }),
      }))
      .filter((row) => "quantity" in row || areLabels);
  }

  #label(): LabelPatch {
    return {
      ...(this.chance(0.6) && { name: this.#one([null, "Rex", 'Käthe "O\'Neil"']) }),
      ...(this.chance(0.3) && { kind: this.#one([null, "dog"]) }),
      ...(this.chance(0.3) && { code: this.#one([null, "007"]) }),
      ...(this.chance(0.3) && { low: this.#one([null, 0, 2]) }),
    };
  }

  #ids(count: number): bigint[] {
    const all = Array.from({ length: 16 }, (_, i) => BigInt(i - 3));
    return Array.from(
      { length: Math.min(count, all.length) },
      () => all.splice(this.below(all.length), 1)[0]!,
    );
  }

  #status() {
    return this.#one(PET_STATUSES);
  }

  #one<T>(of: readonly T[]): T {
    return of[this.below(of.length)] as T;
  }
}

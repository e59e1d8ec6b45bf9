// The inventory as the tools read it. Each read shows all changes that were acknowledged before it. Batches ascend by id, and are small
// enough that other work runs between them.

import type { InventoryItem } from "../contract/item-json.ts";
import type { Label } from "../inventory/label.ts";
import type { Pet } from "./pet.ts";

export type Labels = ReadonlyMap<bigint, Label>;

export interface Inventory {
  /** All pets, without their labels. */
  items(): AsyncIterable<readonly InventoryItem[]>;
  /** The pets that have a label; with `code` at least those whose label has it. */
  labelled(code?: string): AsyncIterable<readonly Pet[]>;
  /** The labels of these pets, also of those that are not in the inventory. */
  labelsOf(petIds: readonly bigint[]): Promise<Labels>;
}

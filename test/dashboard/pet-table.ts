// Tables of pets and their views, without a service.

import type { Label } from "../../src/client/client.ts";
import type { InventoryItem, PetStatus } from "../../src/contract/item-json.ts";
import { batchOf } from "../../src/dashboard/data/pet-columns.ts";
import { BLOCK_LABELS, type LabelBlock, labelBlock } from "../../src/dashboard/data/label-block.ts";
import { LabelTable } from "../../src/dashboard/data/label-table.ts";
import { PetTable } from "../../src/dashboard/data/pet-table.ts";
import { rankLabels } from "../../src/dashboard/data/rank-labels.ts";
import { ShownPets } from "../../src/dashboard/data/shown-pets.ts";
import type { Steps } from "../../src/dashboard/data/slices.ts";

export function pet(
  petId: number | bigint,
  quantity: number,
  status: PetStatus = "available",
): InventoryItem {
  return { petId: BigInt(petId), quantity, status };
}

export function label(petId: number | bigint, texts: Partial<Omit<Label, "petId">>): Label {
  return { petId: BigInt(petId), name: null, kind: null, code: null, low: null, ...texts };
}

export function tableOf(items: readonly InventoryItem[], labels: readonly Label[] = []): PetTable {
  const table = new PetTable();
  table.setLabels(labelTable(labels));
  table.append(batchOf(items));
  table.countLow();
  return table;
}

export function labelTable(labels: readonly Label[]): LabelTable {
  const blocks: LabelBlock[] = [];
  for (let at = 0; at < labels.length; at += BLOCK_LABELS) {
    blocks.push(labelBlock(labels.slice(at, at + BLOCK_LABELS)));
  }
  return new LabelTable(blocks, runSteps(rankLabels(blocks)));
}

export interface TestView {
  readonly shown: ShownPets;
  readonly held: Map<bigint, InventoryItem>;
  /** How often the view has changed by itself. */
  changes: number;
}

/** `onChange` is called after each change that happens by itself. */
export function viewOf(table: PetTable, onChange?: (shown: ShownPets) => void): TestView {
  const held = new Map<bigint, InventoryItem>();
  const view: TestView = {
    held,
    changes: 0,
    shown: new ShownPets({
      table,
      held: () => held,
      onChange: () => {
        view.changes += 1;
        onChange?.(view.shown);
      },
    }),
  };
  return view;
}

export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

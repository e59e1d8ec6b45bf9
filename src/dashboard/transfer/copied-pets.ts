// The pets and labels of the page as they are at one moment, for the import worker: in columns, of which a million take milliseconds to
// copy.

import type { InventoryItem, Label } from "../../client/client.ts";
import { type PetBatch, PetColumns } from "../data/pet-columns.ts";
import type { LabelTable } from "../data/label-table.ts";
import type { PetTable } from "../data/pet-table.ts";
import type { KnownPets } from "../imports/import-plan.ts";

export interface PetsToCopy {
  readonly table: Pick<PetTable, "columns" | "labels">;
  /** Labels that are newer than the table's. */
  readonly recentLabels: ReadonlyMap<bigint, Label | undefined>;
}

/** The labels of the table follow apart, because they are large and seldom change. */
export interface CopiedPets {
  readonly batch: PetBatch;
  readonly recentLabels: ReadonlyMap<bigint, Label | undefined>;
}

export function copyPets({ table: { columns }, recentLabels }: PetsToCopy): CopiedPets {
  const { ids, quantities, statuses, size } = columns;
  return {
    batch: {
      ids: ids.slice(0, size),
      quantities: quantities.slice(0, size),
      statuses: statuses.slice(0, size),
    },
    recentLabels,
  };
}

/** The pets of a copy, as planning looks them up. */
export function petsOf({ batch, recentLabels }: CopiedPets, labels: LabelTable): KnownPets {
  const columns = new PetColumns();
  columns.append(batch);
  return {
    item: (petId: bigint): InventoryItem | undefined => {
      const row = columns.rowOf(petId);
      return row < 0 ? undefined : columns.item(row);
    },
    ids: () => batch.ids,
    label: (petId) => {
      if (recentLabels.has(petId)) return recentLabels.get(petId);
      const index = labels.indexOf(petId);
      return index < 0 ? undefined : labels.label(index);
    },
  };
}

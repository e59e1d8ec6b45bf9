// The pets of the page as they are at one moment, for the import worker: in columns, of which a million take milliseconds to copy.

import type { InventoryItem } from "../../client/client.ts";
import { type PetBatch, PetColumns } from "../data/pet-columns.ts";
import type { PetTable } from "../data/pet-table.ts";
import type { KnownPets } from "../imports/import-rows.ts";

export interface PetsToCopy {
  readonly table: Pick<PetTable, "columns">;
}

export function copyPets({ table: { columns } }: PetsToCopy): PetBatch {
  const { ids, quantities, statuses, size } = columns;
  return {
    ids: ids.slice(0, size),
    quantities: quantities.slice(0, size),
    statuses: statuses.slice(0, size),
  };
}

/** The pets of a copy, as imports look them up. */
export function petsOf(batch: PetBatch): KnownPets {
  const columns = new PetColumns();
  columns.append(batch);
  return {
    item: (petId: bigint): InventoryItem | undefined => {
      const row = columns.rowOf(petId);
      return row < 0 ? undefined : columns.item(row);
    },
  };
}

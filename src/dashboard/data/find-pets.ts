// Finds pets by an exact id or code, and by the words of a search.

import type { InventoryItem } from "../../client/client.ts";
import type { ChangedLabels } from "./merge-labels.ts";
import type { PetTable } from "./pet-table.ts";
import { RowFilter } from "./row-filter.ts";
import type { Steps } from "./slices.ts";
import { WHOLE_VIEW } from "../state/view.ts";

interface FoundIn {
  readonly table: PetTable;
  readonly recentLabels: ChangedLabels;
  item(petId: bigint): InventoryItem | undefined;
}

/** Rows that are looked at between two steps of a search. */
const STEP = 4096;

/** The pet with exactly this id or code. An id may have leading zeros. */
export function findPet(pets: FoundIn, text: string): bigint | undefined {
  const wanted = text.trim();
  if (/^-?[0-9]{1,30}$/.test(wanted)) {
    const petId = BigInt(wanted);
    if (pets.item(petId) !== undefined) return petId;
  }
  if (wanted === "") return undefined;
  for (const [petId, label] of pets.recentLabels) {
    if (label?.code === wanted && pets.item(petId) !== undefined) return petId;
  }
  for (const petId of pets.table.labels.withCode(wanted)) {
    if (!pets.recentLabels.has(petId) && pets.item(petId) !== undefined) return petId;
  }
  return undefined;
}

/** Pets that match a search as the inventory's does, at most `max`; the exact id or code first. */
export function* searchPets(pets: FoundIn, text: string, max: number): Steps<bigint[]> {
  const exact = findPet(pets, text);
  const found = exact === undefined ? [] : [exact];
  const { columns, labels } = pets.table;
  const filter = new RowFilter(columns, labels, { ...WHOLE_VIEW, search: text });
  for (let row = 0; row < columns.size && found.length < max; row += 1) {
    if (row % STEP === STEP - 1) yield;
    if (!filter.matchesExceptStatus(row, columns.quantities[row]!, columns.statuses[row]!)) continue;
    const petId = columns.ids[row]!;
    if (petId !== exact) found.push(petId);
  }
  return found.slice(0, max);
}

// All pets as the page shows them, with their labels and totals. Changes are applied in place, and each is told to the view.

import type { InventoryItem } from "../../contract/item-json.ts";
import { isLowRow } from "./attention.ts";
import { type PetBatch, PetColumns } from "./pet-columns.ts";
import { countLow } from "./count-low.ts";
import { LabelTable } from "./label-table.ts";
import { type Summary, SummaryCounts } from "./summary.ts";

/** Keeps what depends on the rows up to date. */
export interface TableObserver {
  /** Before a row changes or is removed. */
  readonly leave: (row: number, isRemoved: boolean) => void;
  /** After a row changed or was inserted. */
  readonly enter: (row: number) => void;
  /** A row was inserted (1) or removed (-1). */
  readonly shift: (row: number, by: 1 | -1) => void;
  /** Many rows were inserted and removed: the new row of each old one, -1 if it was removed. */
  readonly remapped: (rowsAfter: Int32Array) => void;
  /** Many rows changed. */
  readonly rebuilt: () => void;
  /** Rows were added behind the last one. */
  readonly appended: () => void;
  readonly cleared: () => void;
}

/** The difference that a change made. */
export interface TableChange {
  readonly changed: readonly { readonly before: InventoryItem | undefined; readonly after: InventoryItem }[];
  readonly removed: readonly bigint[];
}

/** Each change moves the rows behind it; of more changes, one pass over all rows is quicker. */
const SINGLE_CHANGES_MAX = 16;

export class PetTable {
  columns = new PetColumns();
  labels = LabelTable.EMPTY;
  observer: TableObserver | undefined;
  #counts = new SummaryCounts();

  get summary(): Summary {
    return this.#counts.summary;
  }

  item(petId: bigint): InventoryItem | undefined {
    const row = this.columns.rowOf(petId);
    return row < 0 ? undefined : this.columns.item(row);
  }

  clearRows(): void {
    this.columns = new PetColumns();
    this.#counts = new SummaryCounts();
    this.observer?.cleared();
  }

  append(batch: PetBatch): void {
    const first = this.columns.size;
    this.columns.append(batch);
    for (let row = first; row < this.columns.size; row += 1) this.#countRow(row, 1);
    this.observer?.appended();
  }

  setLabels(labels: LabelTable): void {
    this.labels = labels;
    this.countLow();
    this.observer?.rebuilt();
  }

  /** Counts the pets that are low, after many rows were appended. */
  countLow(): void {
    this.#counts.low = countLow(this.columns, this.labels);
  }

  /** Applies changes; of those that have no effect nothing is reported. */
  apply(items: readonly InventoryItem[], removed: readonly bigint[]): TableChange {
    const changed = items
      .map((after) => ({ before: this.item(after.petId), after }))
      .filter(({ before, after }) => !isSame(before, after));
    const gone = removed.filter((petId) => this.columns.rowOf(petId) >= 0);
    if (changed.length + gone.length <= SINGLE_CHANGES_MAX) this.#applyEach(changed, gone);
    else this.#applyAll(changed, gone);
    return { changed, removed: gone };
  }

  #applyEach(changed: TableChange["changed"], removed: TableChange["removed"]): void {
    for (const { after } of changed) {
      const row = this.columns.rowOf(after.petId);
      if (row >= 0) this.#setRow(row, after);
      else this.#insert(-row - 1, after);
    }
    for (const petId of removed) this.#remove(this.columns.rowOf(petId));
  }

  #setRow(row: number, item: InventoryItem): void {
    this.observer?.leave(row, false);
    this.#count(row, -1);
    this.columns.set(row, item);
    this.#count(row, 1);
    this.observer?.enter(row);
  }

  #insert(row: number, item: InventoryItem): void {
    this.columns.insert(row, item);
    this.#count(row, 1);
    this.observer?.shift(row, 1);
    this.observer?.enter(row);
  }

  #remove(row: number): void {
    this.observer?.leave(row, true);
    this.#count(row, -1);
    this.columns.remove(row);
    this.observer?.shift(row, -1);
  }

  #applyAll(changed: TableChange["changed"], removed: TableChange["removed"]): void {
    const created: InventoryItem[] = [];
    for (const { before, after } of changed) {
      if (before === undefined) {
        created.push(after);
        continue;
      }
      const row = this.columns.rowOf(after.petId);
      this.#countRow(row, -1);
      this.columns.set(row, after);
      this.#countRow(row, 1);
    }
    const removedRows = removed.map((petId) => this.columns.rowOf(petId)).sort((a, b) => a - b);
    for (const row of removedRows) this.#countRow(row, -1);
    const isSpliced = created.length + removedRows.length > 0;
    const rowsAfter = isSpliced ? this.#splice(removedRows, created) : undefined;
    this.countLow();
    if (rowsAfter === undefined) this.observer?.rebuilt();
    else this.observer?.remapped(rowsAfter);
  }

  #splice(removedRows: readonly number[], created: InventoryItem[]): Int32Array {
    created.sort((a, b) => (a.petId < b.petId ? -1 : 1));
    const rowsAfter = this.columns.splice(removedRows, created);
    for (const { petId } of created) this.#countRow(this.columns.rowOf(petId), 1);
    return rowsAfter;
  }

  #count(row: number, by: 1 | -1): void {
    this.#countRow(row, by);
    const label = this.labels.indexOf(this.columns.ids[row]!);
    if (this.#isLow(row, label)) this.#counts.low += by;
  }

  #isLow(row: number, label: number): boolean {
    const { quantities, statuses } = this.columns;
    return label >= 0 && isLowRow(quantities[row]!, statuses[row]!, this.labels.low(label));
  }

  #countRow(row: number, by: 1 | -1): void {
    this.#counts.count(this.columns.quantities[row]!, this.columns.statuses[row]!, by);
  }
}

function isSame(before: InventoryItem | undefined, after: InventoryItem): boolean {
  return before?.quantity === after.quantity && before.status === after.status;
}

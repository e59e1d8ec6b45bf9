// The rows of one view, in its order. Found and sorted in steps; afterwards each change moves only the row that changed.
//
// While rows are found they are in the order of their ids. Sorting works on copies; rows that change meanwhile are moved to their
// place at the end.

import { type InventoryItem, PET_STATUSES, type PetStatus } from "../../contract/item-json.ts";
import type { PetColumns } from "./pet-columns.ts";
import type { RowFilter } from "./row-filter.ts";
import type { HeldRows } from "../state/state.ts";
import type { RowOrder } from "./row-order.ts";
import type { Steps } from "./slices.ts";
import { sortRows } from "./sort-rows.ts";
import type { View } from "../state/view.ts";

/** Rows that are visited between two steps: a tenth of a millisecond. */
const STEP = 1024;
/** More rows that changed during a sort are quicker sorted again. */
const MOVED_MAX = 64;
const FIRST_CAPACITY = 1024;

interface ViewRowsOptions {
  readonly view: View;
  readonly columns: PetColumns;
  readonly filter: RowFilter;
  readonly order: RowOrder;
  readonly held: () => HeldRows;
}

export class ViewRows {
  readonly view: View;
  readonly #columns: PetColumns;
  readonly #filter: RowFilter;
  readonly #order: RowOrder;
  readonly #held: () => HeldRows;
  #rows = new Int32Array(FIRST_CAPACITY);
  #size = 0;
  readonly #counts: [number, number, number] = [0, 0, 0];
  /** From the first one, or from the last one in descending order. */
  #visited = 0;
  #isSorted: boolean;
  /** While rows are sorted: those that changed meanwhile. */
  #moved: Set<number> | undefined;
  /** Rows were added or removed while they were sorted: they must be sorted again. */
  #isSortStale = false;

  constructor({ view, columns, filter, order, held }: ViewRowsOptions) {
    this.view = view;
    this.#columns = columns;
    this.#filter = filter;
    this.#order = order;
    this.#held = held;
    this.#isSorted = order.isById;
  }

  get size(): number {
    return this.#size;
  }

  /** All rows have been found and sorted. */
  get isComplete(): boolean {
    return this.#isSorted && this.#visited >= this.#columns.size;
  }

  /** Rows that are appended are found by `build` again. */
  get isGrowing(): boolean {
    return this.#order.isById && !this.#order.isDescending;
  }

  /** The rows found so far are the first ones of the result. */
  get isProgressive(): boolean {
    return this.#order.isById;
  }

  get counts(): Readonly<Record<PetStatus, number>> {
    const [available, pending, sold] = this.#counts;
    return { available, pending, sold };
  }

  row(index: number): number | undefined {
    return index < this.#size ? this.#rows[index] : undefined;
  }

  /** -1 if the view does not contain the row. */
  indexOf(row: number): number {
    const index = this.#placeOf(row);
    if (index < this.#size && this.#rows[index] === row) return index;
    if (!this.#isSorted || this.#order.isById) return -1;
    // New labels make the order by name inexact, until the view is made anew.
    return this.#rows.subarray(0, this.#size).indexOf(row);
  }

  *build(): Steps {
    const { isById, isDescending } = this.#order;
    while (this.#visited < this.#columns.size) {
      const end = Math.min(this.#visited + STEP, this.#columns.size);
      while (this.#visited < end) {
        const row = isById && isDescending ? this.#columns.size - 1 - this.#visited : this.#visited;
        this.#visited += 1;
        if (this.#count(row, 1)) this.#push(row);
      }
      yield;
    }
    while (!this.#isSorted) yield* this.#sort();
  }

  /** Call before the row changes, or is removed for good. */
  leave(row: number, isRemoved: boolean): void {
    if (!this.#isVisited(row) || (!isRemoved && this.#isHeld(row))) return;
    if (!this.#count(row, -1)) return;
    const index = this.indexOf(row);
    if (index < 0) return;
    this.#rows.copyWithin(index, index + 1, this.#size);
    this.#size -= 1;
  }

  /** Call after the row changed or was inserted. */
  enter(row: number): void {
    if (!this.#isVisited(row) || this.#isHeld(row)) return;
    this.#moved?.add(row);
    if (!this.#count(row, 1)) return;
    const index = this.#placeOf(row);
    this.#push(row);
    this.#rows.copyWithin(index + 1, index, this.#size - 1);
    this.#rows[index] = row;
  }

  /** Call after a row was inserted (1), before it enters, or removed (-1), after it left. */
  shift(row: number, by: 1 | -1): void {
    const rowsBefore = this.#columns.size - by;
    const isVisited =
      this.#order.isById && this.#order.isDescending
        ? row >= rowsBefore - this.#visited
        : row < this.#visited;
    const wasComplete = this.#visited >= rowsBefore;
    const rows = this.#rows;
    for (let index = 0; index < this.#size; index += 1) if (rows[index]! >= row) rows[index]! += by;
    if (isVisited || wasComplete) this.#visited += by;
    this.#isSortStale = true;
  }

  /** Call after many rows were added or removed: the new row of each old one, -1 if it was removed. */
  remap(rowsAfter: Int32Array): void {
    if (this.#visited >= rowsAfter.length) this.#visited = this.#columns.size;
    let size = 0;
    for (let index = 0; index < this.#size; index += 1) {
      const row = rowsAfter[this.#rows[index]!]!;
      if (row >= 0) this.#rows[size++] = row;
    }
    this.#size = size;
  }

  #isVisited(row: number): boolean {
    const { isById, isDescending } = this.#order;
    return isById && isDescending ? row >= this.#columns.size - this.#visited : row < this.#visited;
  }

  /** Adds the row to the counts, or takes it from them. Returns whether the view contains it. */
  #count(row: number, by: 1 | -1): boolean {
    const held = this.#heldItem(row);
    const quantity = held?.quantity ?? this.#columns.quantities[row]!;
    const status = held === undefined ? this.#columns.statuses[row]! : PET_STATUSES.indexOf(held.status);
    if (!this.#filter.matchesExceptStatus(row, quantity, status)) return false;
    this.#counts[status]! += by;
    return this.#filter.isStatusWanted(status);
  }

  #heldItem(row: number): InventoryItem | undefined {
    const held = this.#held();
    return held.size === 0 ? undefined : held.get(this.#columns.ids[row]!);
  }

  #isHeld(row: number): boolean {
    return this.#heldItem(row) !== undefined;
  }

  #keyOf(row: number): number {
    return this.#isSorted && !this.#order.isById ? this.#sortKeyOf(row) : 0;
  }

  /** A held row stays where it was. */
  #sortKeyOf(row: number): number {
    const held = this.#heldItem(row);
    if (held === undefined) return this.#order.keyOf(row);
    return this.#order.keyOf(row, held.quantity, PET_STATUSES.indexOf(held.status));
  }

  /** The row's index, or where it would be inserted. */
  #placeOf(row: number): number {
    const key = this.#keyOf(row);
    let [low, high] = [0, this.#size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#rows[middle]!;
      const order = this.#keyOf(other) - key || this.#order.compareRows(other, row);
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #push(row: number): void {
    if (this.#size === this.#rows.length) {
      const larger = new Int32Array(this.#size * 2);
      larger.set(this.#rows);
      this.#rows = larger;
    }
    this.#rows[this.#size++] = row;
  }

  *#sort(): Steps {
    this.#moved = new Set();
    this.#isSortStale = false;
    const found = this.#rows.slice(0, this.#size);
    const keys = new Uint32Array(found.length);
    for (let index = 0; index < found.length; index += 1) {
      keys[index] = this.#sortKeyOf(found[index]!);
      if (index % STEP === 0) yield;
    }
    const sorted = yield* sortRows(found, keys);
    const moved = this.#moved;
    this.#moved = undefined;
    if (!this.#isSortStale && moved.size <= MOVED_MAX) this.#useSorted(sorted, moved);
  }

  #useSorted(sorted: Int32Array<ArrayBuffer>, moved: ReadonlySet<number>): void {
    const members = [...moved].filter((row) => this.indexOf(row) >= 0);
    const others = moved.size === 0 ? sorted : sorted.filter((row) => !moved.has(row));
    this.#rows = others.length === 0 ? new Int32Array(FIRST_CAPACITY) : others;
    this.#size = others.length;
    this.#isSorted = true;
    for (const row of members) {
      const index = this.#placeOf(row);
      this.#push(row);
      this.#rows.copyWithin(index + 1, index, this.#size - 1);
      this.#rows[index] = row;
    }
  }
}

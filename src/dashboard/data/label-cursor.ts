// Finds the label of each row while rows are visited in ascending or descending order: both columns ascend by id, so the next
// label is nearly always beside the last one.

import type { PetColumns } from "./pet-columns.ts";
import type { LabelTable } from "./label-table.ts";

/** Beyond so many steps a binary search is quicker. */
const STEPS_MAX = 8;

export class LabelCursor {
  readonly #columns: PetColumns;
  readonly #labels: LabelTable;
  readonly #labelHalves: Int32Array;
  #rowHalves = new Int32Array(0);
  #at = 0;

  constructor(columns: PetColumns, labels: LabelTable) {
    this.#columns = columns;
    this.#labels = labels;
    this.#labelHalves = new Int32Array(labels.ids.buffer);
  }

  /** The index of the row's label; -1 if it has none. */
  labelOf(row: number): number {
    const { ids } = this.#columns;
    if (this.#rowHalves.buffer !== ids.buffer) this.#rowHalves = new Int32Array(ids.buffer as ArrayBuffer);
    const { size } = this.#labels;
    for (let steps = 0; steps < STEPS_MAX; steps += 1) {
      const order = this.#at < size ? this.#compare(row) : 1;
      if (order === 0) return this.#at;
      if (order < 0) this.#at += 1;
      else if (this.#at === 0) return -1;
      else if (this.#at >= size || this.#compareAt(row, this.#at - 1) >= 0) this.#at -= 1;
      else return -1;
    }
    const found = this.#labels.indexOf(ids[row]!);
    this.#at = found < 0 ? -found - 1 : found;
    return Math.max(found, -1);
  }

  #compare(row: number): number {
    return this.#compareAt(row, this.#at);
  }

  /** Negative if the label's id is below the row's. By halves, because reading a bigint makes an object. */
  #compareAt(row: number, label: number): number {
    const high = this.#labelHalves[2 * label + 1]! - this.#rowHalves[2 * row + 1]!;
    return high !== 0 ? high : (this.#labelHalves[2 * label]! >>> 0) - (this.#rowHalves[2 * row]! >>> 0);
  }
}

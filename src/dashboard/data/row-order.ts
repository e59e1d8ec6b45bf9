// The order of a view: by id, or by a key of each row, and rows with the same key by id.

import type { PetColumns } from "./pet-columns.ts";
import type { LabelTable } from "./label-table.ts";
import type { RowFilter } from "./row-filter.ts";
import type { Sort } from "../state/view.ts";

/** Larger than every key. */
const KEY_MAX = 2 ** 31;

export class RowOrder {
  readonly #columns: PetColumns;
  readonly #labels: LabelTable;
  readonly #filter: RowFilter;
  readonly #sort: Sort;

  constructor(options: { columns: PetColumns; labels: LabelTable; filter: RowFilter; sort: Sort }) {
    this.#columns = options.columns;
    this.#labels = options.labels;
    this.#filter = options.filter;
    this.#sort = options.sort;
  }

  /** Then rows are in their final place as soon as they are found. */
  get isById(): boolean {
    return this.#sort.by === "petId";
  }

  get isDescending(): boolean {
    return this.#sort.descending;
  }

  /** Not negative; ascends in the view. Rows without a label come last in both directions. */
  keyOf(
    row: number,
    quantity = this.#columns.quantities[row]!,
    status = this.#columns.statuses[row]!,
  ): number {
    const { by, descending } = this.#sort;
    if (by === "quantity") return descending ? KEY_MAX - quantity : quantity;
    if (by === "status") return descending ? KEY_MAX - status : status;
    if (by === "petId") return 0;
    const label = this.#filter.labelOf(row);
    const rank = label < 0 ? this.#labels.size : this.#labels.rank(label, by);
    return descending && rank < this.#labels.size ? this.#labels.size - 1 - rank : rank;
  }

  /** Negative if the first row comes before the second. */
  compareRows(a: number, b: number): number {
    return this.isById && this.isDescending ? b - a : a - b;
  }
}

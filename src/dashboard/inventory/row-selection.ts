// The rows that are selected for a change of several pets. Holds ids, so that they stay selected whatever the order.

import { Store } from "../state/store.ts";

/** The part of the shown pets that selecting needs. */
interface SelectableRows {
  readonly size: number;
  readonly petId: (index: number) => bigint | undefined;
  readonly indexOf: (petId: bigint) => number;
}

export class RowSelection {
  /** Changes with each change of the selection. */
  readonly store = new Store({ version: 0 });
  readonly #ids = new Set<bigint>();
  /** Where a range begins: the row that was selected last by itself. */
  #anchor: bigint | undefined;
  /** Rows that the current range has added. */
  #ranged: readonly bigint[] = [];

  get size(): number {
    return this.#ids.size;
  }

  has(petId: bigint): boolean {
    return this.#ids.has(petId);
  }

  /** In the order in which they were selected. */
  ids(): bigint[] {
    return [...this.#ids];
  }

  toggle(petId: bigint): void {
    if (!this.#ids.delete(petId)) this.#ids.add(petId);
    this.#begin(petId);
    this.#changed();
  }

  /** Selects the rows from where the range begins to `index`, in place of the range so far. `from`: where one begins if none has. */
  extend(rows: SelectableRows, { from, to }: { readonly from: number; readonly to: number }): void {
    const anchorAt = this.#anchor === undefined ? -1 : rows.indexOf(this.#anchor);
    const start = anchorAt < 0 ? from : anchorAt;
    if (anchorAt < 0) this.#begin(rows.petId(start));
    for (const petId of this.#ranged) this.#ids.delete(petId);
    const range = idsBetween(rows, Math.min(start, to), Math.max(start, to) + 1);
    this.#ranged = range.filter((petId) => !this.#ids.has(petId));
    for (const petId of range) this.#ids.add(petId);
    this.#changed();
  }

  selectAll(rows: SelectableRows): void {
    for (const petId of idsBetween(rows, 0, rows.size)) this.#ids.add(petId);
    this.#begin(undefined);
    this.#changed();
  }

  clear(): void {
    this.#begin(undefined);
    if (this.#ids.size === 0) return;
    this.#ids.clear();
    this.#changed();
  }

  #begin(petId: bigint | undefined): void {
    this.#anchor = petId;
    this.#ranged = [];
  }

  #changed(): void {
    this.store.set({ version: this.store.state.version + 1 });
  }
}

function idsBetween(rows: SelectableRows, start: number, end: number): bigint[] {
  const ids: bigint[] = [];
  for (let index = Math.max(0, start); index < end; index += 1) {
    const petId = rows.petId(index);
    if (petId !== undefined) ids.push(petId);
  }
  return ids;
}

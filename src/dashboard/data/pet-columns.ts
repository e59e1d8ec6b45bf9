// The pets in columns, ascending by id: 13 bytes each, where an object takes a hundred. Changed in place, so that a change costs
// the same whatever the number of pets; a row's items are made when they are asked for.

import { type InventoryItem, PET_STATUSES } from "../../contract/item-json.ts";

/** Some rows, ascending by id. The buffers can be transferred between threads. */
export interface PetBatch {
  readonly ids: BigInt64Array<ArrayBuffer>;
  readonly quantities: Int32Array<ArrayBuffer>;
  /** Indexes of `PET_STATUSES`. */
  readonly statuses: Uint8Array<ArrayBuffer>;
}

const FIRST_CAPACITY = 1024;

export class PetColumns {
  #ids = new BigInt64Array(FIRST_CAPACITY);
  #quantities = new Int32Array(FIRST_CAPACITY);
  #statuses = new Uint8Array(FIRST_CAPACITY);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The columns themselves, for loops over all rows; valid up to `size`, and until the next row is added. */
  get ids(): BigInt64Array {
    return this.#ids;
  }

  get quantities(): Int32Array {
    return this.#quantities;
  }

  get statuses(): Uint8Array {
    return this.#statuses;
  }

  item(row: number): InventoryItem {
    return {
      petId: this.#ids[row]!,
      quantity: this.#quantities[row]!,
      status: PET_STATUSES[this.#statuses[row]!]!,
    };
  }

  /** The row of the pet, or `-row - 1` of where it would be inserted. */
  rowOf(petId: bigint): number {
    return searchIds(this.#ids, this.#size, petId);
  }

  /** Adds rows behind the last one. Throws a RangeError if their ids do not ascend. */
  append({ ids, quantities, statuses }: PetBatch): void {
    const start = this.#size;
    this.#reserve(start + ids.length);
    this.#ids.set(ids, start);
    this.#quantities.set(quantities, start);
    this.#statuses.set(statuses, start);
    if (start > 0 && ids.length > 0 && this.#ids[start - 1]! >= ids[0]!) {
      throw new RangeError(`pet ${ids[0]} follows pet ${this.#ids[start - 1]}`);
    }
    this.#size += ids.length;
  }

  set(row: number, { quantity, status }: Omit<InventoryItem, "petId">): void {
    this.#quantities[row] = quantity;
    this.#statuses[row] = PET_STATUSES.indexOf(status);
  }

  clear(): void {
    this.#use(columnsOf(FIRST_CAPACITY), 0);
  }

  /** Moves the rows from `row` on by one. */
  insert(row: number, item: InventoryItem): void {
    this.#reserve(this.#size + 1);
    for (const column of [this.#ids, this.#quantities, this.#statuses]) {
      column.copyWithin(row + 1, row, this.#size);
    }
    this.#size += 1;
    this.#ids[row] = item.petId;
    this.set(row, item);
  }

  remove(row: number): void {
    for (const column of [this.#ids, this.#quantities, this.#statuses]) {
      column.copyWithin(row, row + 1, this.#size);
    }
    this.#size -= 1;
  }

  /**
   * Removes and inserts many rows in one pass. Both lists ascend; inserted pets must be new. Returns the new row of each old
   * one, -1 if it was removed.
   */
  splice(removedRows: readonly number[], inserted: readonly InventoryItem[]): Int32Array {
    const rowsAfter = new Int32Array(this.#size).fill(-1);
    const before = { ids: this.#ids, quantities: this.#quantities, statuses: this.#statuses };
    const rowsBefore = this.#size;
    const size = rowsBefore - removedRows.length + inserted.length;
    const after = columnsOf(Math.max(size, FIRST_CAPACITY));
    let [from, to, removed] = [0, 0, 0];
    const copyUntil = (end: number): void => {
      while (from < end) {
        const stop = Math.min(end, removedRows[removed] ?? end);
        after.ids.set(before.ids.subarray(from, stop), to);
        after.quantities.set(before.quantities.subarray(from, stop), to);
        after.statuses.set(before.statuses.subarray(from, stop), to);
        while (from < stop) rowsAfter[from++] = to++;
        if (stop === removedRows[removed]) {
          from += 1;
          removed += 1;
        }
      }
    };
    for (const { petId, quantity, status } of inserted) {
      copyUntil(-searchIds(before.ids, rowsBefore, petId) - 1);
      after.ids[to] = petId;
      after.quantities[to] = quantity;
      after.statuses[to] = PET_STATUSES.indexOf(status);
      to += 1;
    }
    copyUntil(rowsBefore);
    this.#use(after, size);
    return rowsAfter;
  }

  /** A quarter more than needed, so that appending a million rows copies each a few times. */
  #reserve(size: number): void {
    if (size <= this.#ids.length) return;
    const larger = columnsOf(Math.ceil(size * 1.25));
    larger.ids.set(this.#ids);
    larger.quantities.set(this.#quantities);
    larger.statuses.set(this.#statuses);
    this.#use(larger, this.#size);
  }

  #use({ ids, quantities, statuses }: PetBatch, size: number): void {
    this.#ids = ids;
    this.#quantities = quantities;
    this.#statuses = statuses;
    this.#size = size;
  }
}

function columnsOf(capacity: number): PetBatch {
  return {
    ids: new BigInt64Array(capacity),
    quantities: new Int32Array(capacity),
    statuses: new Uint8Array(capacity),
  };
}

/** The index of the id among the first `size`, which ascend, or `-index - 1` of where it would be inserted. */
export function searchIds(ids: BigInt64Array, size: number, petId: bigint): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids[middle]! < petId) low = middle + 1;
    else high = middle;
  }
  return low < size && ids[low] === petId ? low : -low - 1;
}

/** The columns of some items, which ascend by id. */
export function batchOf(items: readonly InventoryItem[]): PetBatch {
  return {
    ids: BigInt64Array.from(items, ({ petId }) => petId),
    quantities: Int32Array.from(items, ({ quantity }) => quantity),
    statuses: Uint8Array.from(items, ({ status }) => PET_STATUSES.indexOf(status)),
  };
}

/** All rows of the batches, in their order. */
export function joinBatches(batches: readonly PetBatch[]): PetBatch {
  const joined = columnsOf(batches.reduce((sum, { ids }) => sum + ids.length, 0));
  let at = 0;
  for (const { ids, quantities, statuses } of batches) {
    joined.ids.set(ids, at);
    joined.quantities.set(quantities, at);
    joined.statuses.set(statuses, at);
    at += ids.length;
  }
  return joined;
}

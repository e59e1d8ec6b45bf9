// A checksum of a copy's rows by table, independent of the engine: equal only where the rows are equal.

import type { ColumnValue, RowBatch } from "../inventory/copy.ts";

interface Sum {
  rows: number;
  hash: bigint;
}

export class Fingerprint {
  readonly #sums = new Map<string, Sum>();

  /** A sum, so the order of rows does not count: engines sort text differently. */
  add({ table: { name, columns }, rows }: RowBatch): void {
    const sum = this.#sums.get(name) ?? { rows: 0, hash: 0n };
    for (const row of rows) {
      const hash = Bun.hash(JSON.stringify(columns.map((column) => textOf(row[column])))) as bigint;
      sum.hash = BigInt.asUintN(64, sum.hash + hash);
    }
    sum.rows += rows.length;
    this.#sums.set(name, sum);
  }

  rowsOf(table: string): number {
    return this.#sums.get(table)?.rows ?? 0;
  }

  /** Describes the first table that differs; undefined where all are equal. */
  differenceTo(other: Fingerprint): string | undefined {
    for (const name of new Set([...this.#sums.keys(), ...other.#sums.keys()])) {
      const [here, there] = [this.rowsOf(name), other.rowsOf(name)];
      if (here !== there) return `${name} has ${there} of ${here} rows`;
      if (this.#sums.get(name)?.hash !== other.#sums.get(name)?.hash) return `a row of ${name} differs`;
    }
    return undefined;
  }
}

/** Independent of the engine: a flag is 1 on SQLite and true on PostgreSQL. */
function textOf(cell: ColumnValue | undefined): string | null {
  if (cell === null || cell === undefined) return null;
  return String(typeof cell === "boolean" ? Number(cell) : cell);
}

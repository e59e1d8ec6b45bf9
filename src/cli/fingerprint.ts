// What a copy consists of in a few numbers, whichever engine it was read from: two are alike only if their rows are.

import type { ColumnValue, RowBatch } from "../inventory/copy.ts";

interface Sum {
  rows: number;
  hash: bigint;
}

export class Fingerprint {
  readonly #sums = new Map<string, Sum>();

  /** The order of rows does not count: engines differ in the order of texts. */
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

  /** The first table in which the other differs, in words; undefined where it is the same in all. */
  differenceTo(other: Fingerprint): string | undefined {
    for (const name of new Set([...this.#sums.keys(), ...other.#sums.keys()])) {
      const [here, there] = [this.rowsOf(name), other.rowsOf(name)];
      if (here !== there) return `${name} has ${there} of ${here} rows`;
      if (this.#sums.get(name)?.hash !== other.#sums.get(name)?.hash)
        return `a row of ${name} is another one`;
    }
    return undefined;
  }
}

/** As every engine would write it: a flag is 1 here and true there. */
function textOf(cell: ColumnValue | undefined): string | null {
  if (cell === null || cell === undefined) return null;
  return String(typeof cell === "boolean" ? Number(cell) : cell);
}

// The text of rows that are sent to a service at once, and the pets that they name.

import { CommandError } from "../context.ts";

/** The service accepts no more. */
const BYTES_MAX = 64 * 1024 * 1024;

interface PetRow {
  readonly petId: bigint;
  readonly line: number;
}

export class CollectedRows<Row extends PetRow> {
  readonly #textOf: (row: Row) => string;
  readonly #pieces: Blob[];
  #bytes = 0;
  /** The line of each pet's first row. The service would name its own lines, not the file's. */
  readonly #lineOf = new Map<bigint, number>();

  /** `textOf` gives a row with its line break. */
  constructor(head: string, textOf: (row: Row) => string) {
    this.#pieces = [new Blob([head])];
    this.#textOf = textOf;
  }

  /** Gives the rows that repeat a pet, which are not added. Throws a CommandError beyond what the service accepts. */
  add(rows: readonly Row[]): readonly { readonly row: Row; readonly firstLine: number }[] {
    const duplicates: { row: Row; firstLine: number }[] = [];
    const texts: string[] = [];
    for (const row of rows) {
      const firstLine = this.#lineOf.get(row.petId);
      if (firstLine !== undefined) {
        duplicates.push({ row, firstLine });
        continue;
      }
      this.#lineOf.set(row.petId, row.line);
      texts.push(this.#textOf(row));
    }
    const piece = new Blob(texts);
    this.#pieces.push(piece);
    this.#bytes += piece.size;
    if (this.#bytes <= BYTES_MAX) return duplicates;
    throw new CommandError(
      "the service accepts at most 64 MiB of rows at once; nothing was changed. Import the file where its database is",
    );
  }

  /** The line of the pet's row in the file; undefined if it has none. */
  lineOf(petId: bigint): number | undefined {
    return this.#lineOf.get(petId);
  }

  get body(): Blob {
    return new Blob(this.#pieces);
  }
}

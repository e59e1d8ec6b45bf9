// The rows that an import sends, as text: CSV where all rows give the same members of the label, as those of a table do; else NDJSON, in
// which each row has its own.

import type { LabelMembers } from "../../transfer/label-form.ts";
import type { SheetRow } from "../../transfer/sheet-form.ts";
import { csvText } from "../../transfer/write-rows.ts";

export interface RowsBody {
  readonly format: "csv" | "ndjson";
  readonly body: Blob;
}

/** The members of the label that each row gives, in order; undefined: they differ. */
export type LabelColumns = readonly (keyof LabelMembers)[] | undefined;

/** A Blob of fewer pieces is quicker to make. */
const PIECE_CHARS = 65_536;

/** The lines are joined as they are added: a million at once would block the page for seconds. */
export class RowsText {
  readonly #columns: LabelColumns;
  readonly #pieces: string[] = [];
  #piece: string;

  constructor(columns: LabelColumns) {
    this.#columns = columns;
    this.#piece = columns === undefined ? "" : `${["petId", "quantity", "status", ...columns].join()}\n`;
  }

  add(row: SheetRow): void {
    this.#piece += this.#columns === undefined ? ndjsonLine(row) : csvLine(row, this.#columns);
    if (this.#piece.length < PIECE_CHARS) return;
    this.#pieces.push(this.#piece);
    this.#piece = "";
  }

  end(): RowsBody {
    const format = this.#columns === undefined ? "ndjson" : "csv";
    return { format, body: new Blob([...this.#pieces, this.#piece]) };
  }
}

function csvLine(row: SheetRow, columns: NonNullable<LabelColumns>): string {
  let line = `${row.petId},${row.quantity ?? ""},${row.status ?? ""}`;
  for (const column of columns) {
    const value = row[column] ?? null;
    line += `,${typeof value === "number" ? value : csvText(value)}`;
  }
  return `${line}\n`;
}

function ndjsonLine({ petId, line: _, ...members }: SheetRow): string {
  return `{"petId":${petId},${JSON.stringify(members).slice(1)}\n`;
}

export function hasMembers(object: object): boolean {
  return Object.keys(object).length > 0;
}

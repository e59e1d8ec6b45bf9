// The rows that an import sends, as text: CSV, or NDJSON where the file has labels, because there a row has only the members that the
// file gives.

import type { LabelMembers } from "../../transfer/label-form.ts";
import type { SheetRow } from "../../transfer/sheet-form.ts";

export interface RowsBody {
  readonly format: "csv" | "ndjson";
  readonly body: Blob;
}

type StockMembers = Pick<SheetRow, "quantity" | "status">;

/** A Blob of fewer pieces is quicker to make. */
const PIECE_CHARS = 65_536;
const CSV_HEAD = "petId,quantity,status\n";

/** The lines are joined as they are added: a million at once would block the page for seconds. */
export class RowsText {
  readonly #pieces: string[] = [];
  #piece = "";

  addStock(petId: bigint, { quantity, status }: StockMembers): void {
    this.#add(`${petId},${quantity},${status ?? ""}\n`);
  }

  addMembers(petId: bigint, members: StockMembers & LabelMembers): void {
    this.#add(`{"petId":${petId},${JSON.stringify(members).slice(1)}\n`);
  }

  end(format: RowsBody["format"]): RowsBody {
    const head = format === "csv" ? CSV_HEAD : "";
    return { format, body: new Blob([head, ...this.#pieces, this.#piece]) };
  }

  #add(line: string): void {
    this.#piece += line;
    if (this.#piece.length < PIECE_CHARS) return;
    this.#pieces.push(this.#piece);
    this.#piece = "";
  }
}

export function hasMembers(object: object): boolean {
  return Object.keys(object).length > 0;
}

// Writes inventory rows, page by page, so that `readRows` reads back exactly the same rows.

import { itemJson } from "../contract/item-json.ts";
import type { InventoryItem } from "../inventory/item.ts";
import { COLUMNS } from "./columns.ts";
import type { TransferFormat } from "./format.ts";

/** The text of one file: `page` for each page in order, then `end`. All of it is ASCII. */
export interface RowWriter {
  page(items: readonly InventoryItem[]): string;
  end(): string;
}

export function openRowWriter(format: TransferFormat): RowWriter {
  switch (format) {
    case "csv":
      return new JoinedRows({ start: `${COLUMNS.join(",")}\n`, item: csvLine, end: "" });
    case "ndjson":
      // A file without bytes is refused when it is read, as its content may be lost: an empty inventory is an empty line.
      return new JoinedRows({ start: "", item: (item) => `${itemJson(item)}\n`, end: "", ifEmpty: "\n" });
    case "json":
      return new JoinedRows({ start: "[", item: itemJson, between: ",", end: "]" });
  }
}

interface Form {
  readonly start: string;
  readonly item: (item: InventoryItem) => string;
  readonly between?: string;
  readonly end: string;
  readonly ifEmpty?: string;
}

class JoinedRows implements RowWriter {
  readonly #form: Form;
  #empty = true;

  constructor(form: Form) {
    this.#form = form;
  }

  page(items: readonly InventoryItem[]): string {
    if (items.length === 0) return "";
    const { start, item, between = "" } = this.#form;
    const before = this.#empty ? start : between;
    this.#empty = false;
    return before + items.map(item).join(between);
  }

  end(): string {
    const { start, end, ifEmpty = "" } = this.#form;
    return this.#empty ? start + ifEmpty + end : end;
  }
}

function csvLine({ petId, quantity, status }: InventoryItem): string {
  return `${petId},${quantity},${status}\n`;
}

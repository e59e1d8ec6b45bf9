// Writes rows, page by page, so that reading them gives exactly the same rows.

import { itemJson } from "../contract/item-json.ts";
import type { InventoryItem } from "../inventory/item.ts";
import type { Label } from "../inventory/label.ts";
import { INVENTORY_COLUMNS, LABEL_COLUMNS } from "./columns.ts";
import type { TransferFormat } from "./format.ts";

/** The text of one file: `page` for each page in order, then `end`. */
export interface RowWriter<Item = InventoryItem> {
  page(items: readonly Item[]): string;
  end(): string;
}

/** All of the text is ASCII. */
export function openRowWriter(format: TransferFormat): RowWriter {
  return openWriter(format, { columns: INVENTORY_COLUMNS.names, json: itemJson, csv: csvLine });
}

export function openLabelWriter(format: TransferFormat): RowWriter<Label> {
  return openWriter(format, { columns: LABEL_COLUMNS.names, json: labelJson, csv: labelLine });
}

interface Texts<Item> {
  readonly columns: readonly string[];
  readonly json: (item: Item) => string;
  /** With its line break. */
  readonly csv: (item: Item) => string;
}

function openWriter<Item>(format: TransferFormat, { columns, json, csv }: Texts<Item>): RowWriter<Item> {
  switch (format) {
    case "csv":
      return new JoinedRows({ start: `${columns.join(",")}\n`, item: csv, end: "" });
    case "ndjson":
      // A file without bytes is refused when it is read, as its content may be lost: a file without rows is an empty line.
      return new JoinedRows({ start: "", item: (item: Item) => `${json(item)}\n`, end: "", ifEmpty: "\n" });
    case "json":
      return new JoinedRows({ start: "[", item: json, between: ",", end: "]" });
  }
}

interface Form<Item> {
  readonly start: string;
  readonly item: (item: Item) => string;
  readonly between?: string;
  readonly end: string;
  readonly ifEmpty?: string;
}

class JoinedRows<Item> implements RowWriter<Item> {
  readonly #form: Form<Item>;
  #empty = true;

  constructor(form: Form<Item>) {
    this.#form = form;
  }

  page(items: readonly Item[]): string {
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

function labelLine({ petId, name, kind, code, low }: Label): string {
  return `${petId},${csvText(name)},${csvText(kind)},${csvText(code)},${low ?? ""}\n`;
}

/** With double quotes where a reader needs them (RFC 4180), for each of the separators that are in use. */
export function csvText(text: string | null): string {
  if (text === null) return "";
  return /[",;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A label as JSON in the order of the contract: `{"petId":1,"name":"Rex","kind":"dog","code":"0012","low":2}`, without white space; null for a member that it lacks. */
function labelJson({ petId, ...members }: Label): string {
  const { name, kind, code, low } = members;
  return `{"petId":${petId},${JSON.stringify({ name, kind, code, low }).slice(1)}`;
}

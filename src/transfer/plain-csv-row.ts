// Reads a CSV row straight from its bytes where its values are plain: digits and the names of statuses, without quotes or
// spaces. That is nearly every row of nearly every file; texts, cells and patterns take ten times as long. Any other row is
// read as text (csv-row.ts), which also finds what is wrong with it.

import type { ImportRow } from "../inventory/import.ts";
import { PET_STATUSES, type PetStatus, QUANTITY_MAX } from "../inventory/item.ts";
import type { CsvColumns } from "./csv-header.ts";
import { CR, LF } from "./record-scanner.ts";
import type { RecordPlace } from "./record-text.ts";

/** Undefined for a row that is not plain. */
export type PlainReader<Row> = (bytes: Uint8Array, place: RecordPlace) => Row | undefined;

const ZERO = 0x30;
/** A number of more digits may be beyond 2^53. */
const DIGITS_MAX = 15;
const STATUSES = PET_STATUSES.map((status) => ({ status, bytes: new TextEncoder().encode(status) }));

/** Undefined where rows have other cells than those of an item. */
export function plainInventoryReader(
  { cellOf, cells }: CsvColumns,
  separator: string,
): PlainReader<ImportRow> | undefined {
  if (cellOf.size !== cells) return undefined;
  const columns = [...cellOf].sort(([, a], [, b]) => a - b).map(([column]) => column);
  const reader = new PlainRow(columns, separator.charCodeAt(0));
  return (bytes, place) => reader.read(bytes, place);
}

/** One object for a file, since it is used for each row. */
class PlainRow {
  readonly #columns: readonly string[];
  readonly #separator: number;
  #at = 0;
  #petId = 0;
  #quantity = 0;
  #status: PetStatus | undefined;

  constructor(columns: readonly string[], separator: number) {
    this.#columns = columns;
    this.#separator = separator;
  }

  read(bytes: Uint8Array, { start, end, line }: RecordPlace): ImportRow | undefined {
    const to = withoutLineBreak(bytes, end);
    this.#at = start;
    this.#status = undefined;
    for (let i = 0; i < this.#columns.length; i++) {
      if (i > 0 && bytes[this.#at++] !== this.#separator) return undefined;
      if (!this.#readCell(this.#columns[i] as string, bytes, to)) return undefined;
    }
    if (this.#at !== to || this.#quantity > QUANTITY_MAX) return undefined;
    const [petId, quantity, status] = [BigInt(this.#petId), this.#quantity, this.#status];
    return status === undefined ? { petId, quantity, line } : { petId, quantity, status, line };
  }

  /** Moves behind the cell. False if its value is not plain. */
  #readCell(column: string, bytes: Uint8Array, to: number): boolean {
    if (column === "status") return this.#readStatus(bytes, to);
    const value = this.#readNumber(bytes, to);
    if (value === undefined) return false;
    if (column === "petId") this.#petId = value;
    else this.#quantity = value;
    return true;
  }

  #readNumber(bytes: Uint8Array, to: number): number | undefined {
    const first = this.#at;
    let at = first;
    let value = 0;
    for (; at < to; at++) {
      const digit = (bytes[at] as number) - ZERO;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    this.#at = at;
    const digits = at - first;
    if (digits === 0 || digits > DIGITS_MAX || (digits > 1 && bytes[first] === ZERO)) return undefined;
    return value;
  }

  /** An empty cell leaves the status as it is. */
  #readStatus(bytes: Uint8Array, to: number): boolean {
    if (this.#at === to || bytes[this.#at] === this.#separator) return true;
    const known = STATUSES.find(({ bytes: name }) => startsWith(bytes, name, this.#at));
    if (known === undefined) return false;
    this.#status = known.status;
    this.#at += known.bytes.length;
    return true;
  }
}

function withoutLineBreak(bytes: Uint8Array, end: number): number {
  const to = bytes[end - 1] === LF ? end - 1 : end;
  return bytes[to - 1] === CR ? to - 1 : to;
}

function startsWith(bytes: Uint8Array, name: Uint8Array, at: number): boolean {
  for (let i = 0; i < name.length; i++) if (bytes[at + i] !== name[i]) return false;
  return true;
}

// A page: a run of the list's bytes as sent, with the offset of each item. Immutable, because it may still be sent to slow
// readers; a change copies the page with new bytes in the changed places.

import { itemJson } from "../contract/item-json.ts";
import type { InventoryItem } from "../inventory/item.ts";
import type { BodyPage } from "./paged-body.ts";

/** A full page is about 26 KB: copied in a few µs, and 2,000 of them hold a million pets. */
export const PAGE_ITEMS = 512;
/** Larger pages are split. Twice a full page, so that the halves do not split again at the next insert. */
const PAGE_ITEMS_MAX = 2 * PAGE_ITEMS;

const COMMA = 0x2c;
const BRACKET = 0x5b;

export interface Page extends BodyPage {
  /** Ascending. */
  readonly ids: BigInt64Array;
  /** End offset of each item in `bytes`; an item starts, with its separator, where the previous one ends. */
  readonly ends: Uint32Array;
  /** Items, each preceded by its separator: `[` for the first item of the list, else a comma. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The new state of one pet; `item` is undefined if the pet is removed. */
export interface PageChange {
  readonly petId: bigint;
  readonly item: InventoryItem | undefined;
}

/** Makes a page of items in ascending order. */
export function makePage(items: readonly InventoryItem[]): Page {
  const ids = new BigInt64Array(items.length);
  const ends = new Uint32Array(items.length);
  let text = "";
  items.forEach((item, index) => {
    text += `,${itemJson(item)}`;
    ids[index] = item.petId;
    ends[index] = text.length;
  });
  return { ids, ends, bytes: asciiBytes(text) };
}

/** Applies `changes`, in ascending order, to a page: gives one page, two or more if it grew too long, none if it is empty. */
export function changePage(page: Page, changes: readonly PageChange[]): Page[] {
  // A comma before each item; `makeListVersion` puts the bracket before the first one.
  const changed = merge(withSeparator(page, false), changes);
  const count = changed.ids.length;
  if (count <= PAGE_ITEMS_MAX) return count === 0 ? [] : [changed];
  const pages: Page[] = [];
  for (let from = 0; from < count; from += PAGE_ITEMS) {
    pages.push(assemble(changed, [{ from, to: Math.min(from + PAGE_ITEMS, count) }]));
  }
  return pages;
}

/** The items of a page. */
export function itemsOf({ ids, bytes }: Page): InventoryItem[] {
  // Without the first separator. JSON.parse rounds long ids; `ids` has them exact.
  const items = JSON.parse(`[${textOf(bytes.subarray(1))}]`) as InventoryItem[];
  return items.map(({ quantity, status }, index) => ({ petId: ids[index] as bigint, quantity, status }));
}

/** Undefined if the page does not have the pet. */
export function itemIn(page: Page, petId: bigint): InventoryItem | undefined {
  const at = indexOf(page.ids, petId, 0);
  if (page.ids[at] !== petId) return undefined;
  const text = textOf(page.bytes.subarray(startOf(page, at) + 1, page.ends[at]));
  return { ...(JSON.parse(text) as InventoryItem), petId };
}

/** The page with the first separator that its position in the list needs; the same page if it has it already. */
export function withSeparator(page: Page, isFirst: boolean): Page {
  const separator = isFirst ? BRACKET : COMMA;
  if (page.bytes[0] === separator) return page;
  const bytes = page.bytes.slice();
  bytes[0] = separator;
  return { ids: page.ids, ends: page.ends, bytes };
}

/** A piece of the merged page: a range of items of the old page, or one new item. */
type Piece =
  { readonly from: number; readonly to: number } | { readonly petId: bigint; readonly bytes: Uint8Array };

function merge(page: Page, changes: readonly PageChange[]): Page {
  const pieces: Piece[] = [];
  let taken = 0;
  for (const { petId, item } of changes) {
    const at = indexOf(page.ids, petId, taken);
    if (at > taken) pieces.push({ from: taken, to: at });
    if (item !== undefined) pieces.push({ petId, bytes: asciiBytes(`,${itemJson(item)}`) });
    taken = page.ids[at] === petId ? at + 1 : at;
  }
  if (taken < page.ids.length) pieces.push({ from: taken, to: page.ids.length });
  return assemble(page, pieces);
}

function assemble(page: Page, pieces: readonly Piece[]): Page {
  let count = 0;
  let length = 0;
  for (const piece of pieces) {
    count += "from" in piece ? piece.to - piece.from : 1;
    length += "from" in piece ? startOf(page, piece.to) - startOf(page, piece.from) : piece.bytes.length;
  }
  const made = { ids: new BigInt64Array(count), ends: new Uint32Array(count), bytes: new Uint8Array(length) };
  let index = 0;
  let offset = 0;
  for (const piece of pieces) {
    if ("from" in piece) {
      const start = startOf(page, piece.from);
      const end = startOf(page, piece.to);
      made.ids.set(page.ids.subarray(piece.from, piece.to), index);
      made.bytes.set(page.bytes.subarray(start, end), offset);
      for (let i = piece.from; i < piece.to; i++)
        made.ends[index++] = (page.ends[i] as number) - start + offset;
      offset += end - start;
    } else {
      made.ids[index] = piece.petId;
      made.bytes.set(piece.bytes, offset);
      offset += piece.bytes.length;
      made.ends[index++] = offset;
    }
  }
  return made;
}

function startOf(page: Page, index: number): number {
  return index === 0 ? 0 : (page.ends[index - 1] as number);
}

/** Binary search from `low` on: the index of `petId`, or the index at which it would be inserted. */
function indexOf(ids: BigInt64Array, petId: bigint, low: number): number {
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as bigint) < petId) low = middle + 1;
    else high = middle;
  }
  return low;
}

function textOf(bytes: Uint8Array<ArrayBuffer>): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
}

function asciiBytes(text: string): Uint8Array<ArrayBuffer> {
  // Copied, because small Buffers share a pool: a long-lived page would keep the whole pool alive.
  return new Uint8Array(Buffer.from(text, "latin1"));
}

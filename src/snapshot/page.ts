// A page: a run of the list as it goes over the wire, with the place of each item in it. Never changed once made, since
// slow readers may still be sending it; a change makes a new page by copying the bytes around it.

import { itemJson } from "../contract/item-json.ts";
import type { InventoryItem } from "../inventory/item.ts";

/** A full page: about 26 KB, which is a few µs to copy, and 2,000 of them hold a million pets. */
export const PAGE_ITEMS = 512;
/** Beyond it a page is split: twice a full one, so that a page of new pets does not split again at once. */
const PAGE_ITEMS_MAX = 2 * PAGE_ITEMS;

const COMMA = 0x2c;
const BRACKET = 0x5b;

export interface Page {
  /** Ascending. */
  readonly ids: BigInt64Array;
  /** Where each item ends in `bytes`; it begins with its separator, where the one before it ends. */
  readonly ends: Uint32Array;
  /** Items, each after a separator: a comma, but `[` at the very beginning of the list. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Raw deflate of `bytes`, ending on a byte boundary; made when first asked for, and kept unless superseded by then. */
  deflated?: Uint8Array<ArrayBuffer>;
  /** A newer page took its place, and what slow readers hold of it was counted then: it must not grow any more. */
  superseded?: true;
}

/** What becomes of one pet. `item` is undefined where the pet is removed. */
export interface PageChange {
  readonly petId: bigint;
  readonly item: InventoryItem | undefined;
}

/** A page of the given items, which are ascending. */
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

/** The pages that a page becomes: itself anew, two where it grew too long, none where nothing is left. `changes` ascend. */
export function changePage(page: Page, changes: readonly PageChange[]): Page[] {
  // With a comma before each item: whichever becomes the first is placed again.
  const changed = merge(placed(page, false), changes);
  const count = changed.ids.length;
  if (count <= PAGE_ITEMS_MAX) return count === 0 ? [] : [changed];
  const pages: Page[] = [];
  for (let from = 0; from < count; from += PAGE_ITEMS) {
    pages.push(cut(changed, from, Math.min(from + PAGE_ITEMS, count)));
  }
  return pages;
}

/** The page with the separator that its place in the list asks for; itself where that is there already. */
export function placed(page: Page, isFirst: boolean): Page {
  const separator = isFirst ? BRACKET : COMMA;
  if (page.bytes[0] === separator) return page;
  const bytes = page.bytes.slice();
  bytes[0] = separator;
  return { ids: page.ids, ends: page.ends, bytes };
}

/** A piece of the merged page: items taken over from the old page, or one new item. */
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

function cut(page: Page, from: number, to: number): Page {
  return assemble(page, [{ from, to }]);
}

function startOf(page: Page, index: number): number {
  return index === 0 ? 0 : (page.ends[index - 1] as number);
}

/** Where `petId` is, or would be inserted, among ids that ascend; looks from `low` on. */
function indexOf(ids: BigInt64Array, petId: bigint, low: number): number {
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as bigint) < petId) low = middle + 1;
    else high = middle;
  }
  return low;
}

function asciiBytes(text: string): Uint8Array<ArrayBuffer> {
  // A copy of its own: small Buffers share a pool, which a long-lived page would keep alive as a whole.
  return new Uint8Array(Buffer.from(text, "latin1"));
}

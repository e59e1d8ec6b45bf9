// The list as of one revision: pages in order, and the tag that names them. Immutable; the next revision is another
// edition, which shares the pages that did not change.

import type { InventoryItem } from "../inventory/item.ts";
import type { Position } from "../inventory/position.ts";
import { changePage, makePage, PAGE_ITEMS, type Page, type PageChange, placed } from "./page.ts";

export interface ListVersion {
  /** Counts the editions of this process. */
  readonly number: number;
  readonly position: Position;
  /** Weak, so that it survives compression (RFC 9110, section 8.8.1). */
  readonly etag: string;
  readonly pages: readonly Page[];
  /** Length of the whole list, uncompressed. */
  readonly byteLength: number;
}

export function makeEdition(number: number, position: Position, pages: readonly Page[]): ListVersion {
  const ordered = pages.map((page, index) => placed(page, index === 0));
  const closing = ordered.length === 0 ? "[]".length : "]".length;
  return {
    number,
    position,
    etag: `W/"${position.revision}-${position.nonce}"`,
    pages: ordered,
    byteLength: ordered.reduce((sum, page) => sum + page.bytes.length, closing),
  };
}

/** Pages of items that come in ascending order, in portions of any size. */
export class PageBuilder {
  readonly #pages: Page[] = [];
  #rest: InventoryItem[] = [];

  add(items: readonly InventoryItem[]): void {
    this.#rest = this.#rest.length === 0 ? [...items] : this.#rest.concat(items);
    let at = 0;
    for (; this.#rest.length - at >= PAGE_ITEMS; at += PAGE_ITEMS) {
      this.#pages.push(makePage(this.#rest.slice(at, at + PAGE_ITEMS)));
    }
    this.#rest = this.#rest.slice(at);
  }

  finish(): readonly Page[] {
    if (this.#rest.length > 0) this.#pages.push(makePage(this.#rest));
    return this.#pages;
  }
}

export interface EditionChange {
  readonly edition: ListVersion;
  /** Pages that the edition before did not have. */
  readonly appeared: readonly Page[];
  /** Pages of the edition before that this one lacks. */
  readonly replaced: readonly Page[];
}

/** The next edition. Costs what the change costs, beside one look at each page's reference. */
export function changeEdition(
  before: ListVersion,
  position: Position,
  changes: readonly PageChange[],
): EditionChange {
  const ascending = changes.toSorted((a, b) => (a.petId < b.petId ? -1 : 1));
  const pages: Page[] = [];
  let at = 0;
  before.pages.forEach((page, index) => {
    const end = endOfPage(ascending, at, before.pages[index + 1]);
    if (end === at) pages.push(page);
    else pages.push(...changePage(page, ascending.slice(at, end)));
    at = end;
  });
  // Only where there was no page at all.
  if (at < ascending.length) pages.push(...changePage(makePage([]), ascending.slice(at)));
  const edition = makeEdition(before.number + 1, position, pages);
  return {
    edition,
    appeared: pagesOfOneOnly(edition, before),
    replaced: pagesOfOneOnly(before, edition),
  };
}

function pagesOfOneOnly(one: ListVersion, other: ListVersion): readonly Page[] {
  const shared = new Set(other.pages);
  return one.pages.filter((page) => !shared.has(page));
}

/** A page takes every change before the first id of the next one: what is new goes where it sorts. */
function endOfPage(changes: readonly PageChange[], from: number, next: Page | undefined): number {
  const first = next?.ids[0];
  if (first === undefined) return next === undefined ? changes.length : from;
  let end = from;
  while (end < changes.length && (changes[end] as PageChange).petId < first) end += 1;
  return end;
}

// The list at one revision: its pages in order, and its entity tag. Immutable; the next version shares the pages that did
// not change.

import { positionTag } from "../contract/position-tag.ts";
import type { InventoryItem } from "../inventory/item.ts";
import type { Position } from "../inventory/position.ts";
import type { PagedBody } from "./paged-body.ts";
import {
  changePage,
  itemIn,
  makePage,
  PAGE_ITEMS,
  type Page,
  type PageChange,
  withSeparator,
} from "./page.ts";

export interface ListVersion extends PagedBody {
  /** Sequence number within this process. */
  readonly number: number;
  readonly position: Position;
  /** The position on the wire. */
  readonly etag: string;
  readonly pages: readonly Page[];
}

const END = new TextEncoder().encode("]");
const EMPTY = new TextEncoder().encode("[]");

export function makeListVersion(number: number, position: Position, pages: readonly Page[]): ListVersion {
  const ordered = pages.map((page, index) => withSeparator(page, index === 0));
  const ending = ordered.length === 0 ? EMPTY : END;
  return {
    number,
    position,
    etag: positionTag(position),
    pages: ordered,
    ending,
    byteLength: ordered.reduce((sum, page) => sum + page.bytes.length, ending.length),
  };
}

/** The item of a pet; undefined if the list does not have it. */
export function findItem({ pages }: Pick<ListVersion, "pages">, petId: bigint): InventoryItem | undefined {
  let [low, high] = [0, pages.length];
  // The last page that begins at or below the id.
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pages[middle]!.ids[0] as bigint) <= petId) low = middle + 1;
    else high = middle;
  }
  const page = pages[low - 1];
  return page && itemIn(page, petId);
}

/** Builds pages from items that arrive in ascending order, in batches of any size. */
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

interface ListVersionChange {
  readonly version: ListVersion;
  /** Pages that the previous version did not have. */
  readonly appeared: readonly Page[];
  /** Pages of the previous version that this one lacks. */
  readonly replaced: readonly Page[];
}

/** Pages that are compared, and most likely copied, between two pauses: some ms. */
const STEP_PAGES = 64;

/** The next version. The cost is proportional to the changes, plus one comparison for each page. */
export function changeListVersion(
  before: ListVersion,
  position: Position,
  changes: readonly PageChange[],
): ListVersionChange {
  const steps = changeInSteps(before, position, changes);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same with pauses, in which other work may run. */
export function* changeInSteps(
  before: ListVersion,
  position: Position,
  changes: readonly PageChange[],
): Generator<undefined, ListVersionChange> {
  const ascending = ascendingById(changes);
  yield;
  const pages: Page[] = [];
  let at = 0;
  for (const [index, page] of before.pages.entries()) {
    const end = endOfPage(ascending, at, before.pages[index + 1]);
    if (end === at) pages.push(page);
    else pages.push(...changePage(page, ascending.slice(at, end)));
    at = end;
    if (index % STEP_PAGES === STEP_PAGES - 1) yield;
  }
  // Changes are left over only if the previous version had no pages.
  if (at < ascending.length) pages.push(...changePage(makePage([]), ascending.slice(at)));
  const version = makeListVersion(before.number + 1, position, pages);
  return {
    version,
    appeared: pagesOnlyIn(version, before),
    replaced: pagesOnlyIn(before, version),
  };
}

/** Each pet is there once. Sorting typed ids takes a tenth of the time of comparing changes. */
function ascendingById(changes: readonly PageChange[]): readonly PageChange[] {
  const byId = new Map(changes.map((change) => [change.petId, change]));
  return [...BigInt64Array.from(byId.keys()).toSorted()].map((petId) => byId.get(petId) as PageChange);
}

function pagesOnlyIn(one: ListVersion, other: ListVersion): readonly Page[] {
  const shared = new Set(other.pages);
  return one.pages.filter((page) => !shared.has(page));
}

/** The end of the changes that belong to a page: those before the first id of the next page. */
function endOfPage(changes: readonly PageChange[], from: number, next: Page | undefined): number {
  const first = next?.ids[0];
  if (first === undefined) return next === undefined ? changes.length : from;
  let end = from;
  while (end < changes.length && (changes[end] as PageChange).petId < first) end += 1;
  return end;
}

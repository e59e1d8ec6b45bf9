// A list version shares unchanged pages with the previous one, so a change costs only its pages, and slow readers hold only
// replaced ones.

import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import {
  changeListVersion,
  type ListVersion,
  makeListVersion,
  PageBuilder,
} from "../../src/snapshot/list-version.ts";
import type { Page, PageChange } from "../../src/snapshot/page.ts";
import { itemOf, ModelInventory, positionOf } from "./model-inventory.ts";
import { changesOf, someWishes } from "./random-changes.ts";

setDefaultTimeout(60_000);

const COUNT = 3_000;

function startVersion(model: ModelInventory): ListVersion {
  model.apply(
    Array.from({ length: COUNT }, (_, at) => ({ petId: BigInt(at * 3), item: itemOf(BigInt(at * 3), 5) })),
  );
  const builder = new PageBuilder();
  builder.add([...model.items.values()]);
  return makeListVersion(1, model.position, builder.finish());
}

/** Whether a change falls between the page's first id and the first id of the next one. */
function isConcerned({ pages }: ListVersion, index: number, changes: readonly PageChange[]): boolean {
  const from = index === 0 ? undefined : pages[index]?.ids[0];
  const to = pages[index + 1]?.ids[0];
  return changes.some(
    ({ petId }) => (from === undefined || petId >= from) && (to === undefined || petId < to),
  );
}

/** The pages that are not in `others`, by reference. Separator and first id identify a page of a version. */
function missingIn(others: readonly Page[], pages: readonly Page[]): string[] {
  return namesOf([...new Set(pages).difference(new Set(others))]);
}

function namesOf(pages: readonly Page[]): string[] {
  return pages.map(({ ids, bytes }) => `${String.fromCharCode(bytes[0] ?? 0)}${ids[0]}`).toSorted();
}

test("unchanged pages are shared, and new and replaced pages are reported exactly", () => {
  fc.assert(
    fc.property(someWishes, (wishes) => {
      const model = new ModelInventory();
      let version = startVersion(model);
      for (const wish of wishes) {
        const changes = changesOf(wish, model.ids);
        model.apply(changes);
        const before = version;
        const turned = changeListVersion(before, positionOf(model.revision), changes);
        version = turned.version;
        expect(version.number).toBe(before.number + 1);
        before.pages.forEach((page, index) => {
          // A page that became the first one starts with the list's bracket.
          if (isConcerned(before, index, changes) || version.pages[0]?.ids === page.ids) return;
          expect(version.pages.includes(page)).toBe(true);
        });
        expect(namesOf(turned.appeared)).toEqual(missingIn(before.pages, version.pages));
        expect(namesOf(turned.replaced)).toEqual(missingIn(version.pages, before.pages));
      }
    }),
    { numRuns: 100 },
  );
});

test("a change of one pet replaces one page", () => {
  const version = startVersion(new ModelInventory());
  for (const at of [0, 1, Math.floor(COUNT / 2), COUNT - 1]) {
    const petId = BigInt(at * 3);
    const turned = changeListVersion(version, positionOf(2), [{ petId, item: itemOf(petId, 6) }]);
    expect([turned.appeared.length, turned.replaced.length]).toEqual([1, 1]);
    expect(turned.version.pages).toHaveLength(version.pages.length);
  }
});

test("if the first page becomes empty, the next one is replaced by one that starts the list", () => {
  const version = startVersion(new ModelInventory());
  const [first, second] = version.pages as [Page, Page];
  const changes = [...first.ids].map((petId) => ({ petId, item: undefined }));
  const turned = changeListVersion(version, positionOf(2), changes);
  expect(new Set(turned.replaced)).toEqual(new Set([first, second]));
  expect(turned.appeared).toEqual([turned.version.pages[0] as Page]);
  expect(Buffer.from(turned.version.pages[0]?.bytes ?? []).toString()).toStartWith(
    `[{"petId":${second.ids[0]},`,
  );
});

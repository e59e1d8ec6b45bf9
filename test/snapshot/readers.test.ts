// The memory of slow readers is counted exactly, compared with a model of every page of every version; beyond the cap only the
// oldest readers are cut off.

import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { makePage, type Page } from "../../src/snapshot/page.ts";
import { ReaderMemory } from "../../src/snapshot/reader-memory.ts";
import { type Reader, Readers } from "../../src/snapshot/readers.ts";
import { itemOf } from "./model-inventory.ts";

setDefaultTimeout(60_000);

type Step =
  | { readonly what: "open" }
  /** Closes an open reader, by its index. */
  | { readonly what: "close"; readonly which: number }
  /** Makes the next version, which keeps some pages and adds new ones. */
  | { readonly what: "turn"; readonly kept: readonly boolean[]; readonly made: readonly number[] };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ what: fc.constant("open" as const) }),
  fc.record({ what: fc.constant("close" as const), which: fc.nat({ max: 50 }) }),
  fc.record({
    what: fc.constant("turn" as const),
    kept: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    made: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }),
  }),
);
const steps = fc.array(step, { minLength: 10, maxLength: 60, size: "max" });

function pageOf(items: number): Page {
  const page = makePage(Array.from({ length: items }, (_, at) => itemOf(BigInt(at), at)));
  // Half of the pages have a compressed form.
  if (items % 2 === 0) page.deflated = new Uint8Array(items);
  return page;
}

function bytesOf(page: Page): number {
  return page.bytes.length + (page.deflated?.length ?? 0);
}

/** All versions with their pages, and their readers. Computes every figure anew. */
class Model {
  readonly versions: (readonly Page[])[] = [[pageOf(1), pageOf(2), pageOf(3)]];
  readers: Reader[] = [];

  get present(): number {
    return this.versions.length - 1;
  }

  /** Pages that only readers keep, each counted once. */
  get heldBytes(): number {
    const held = new Set(this.readers.flatMap(({ version }) => this.versions[version] ?? []));
    const superseded = held.difference(new Set(this.versions[this.present]));
    return [...superseded].reduce((sum, page) => sum + bytesOf(page), 0);
  }

  turn({ kept, made }: Extract<Step, { what: "turn" }>): { appeared: Page[]; replaced: Page[] } {
    const before = this.versions[this.present] ?? [];
    const [remaining, replaced] = [true, false].map((isKept) =>
      before.filter((_, at) => (kept[at % kept.length] ?? true) === isKept),
    ) as [Page[], Page[]];
    const appeared = made.map(pageOf);
    this.versions.push([...remaining, ...appeared]);
    return { appeared, replaced };
  }

  /** Removes the readers of the oldest version that has readers. */
  cutOldest(): void {
    const oldest = Math.min(...this.readers.map(({ version }) => version));
    this.readers = this.readers.filter(({ version }) => version > oldest);
  }
}

function run(all: readonly Step[], cap: number, check: (model: Model, readers: Readers) => void): void {
  const [model, readers] = [new Model(), new Readers(new ReaderMemory(cap))];
  const cutOff = new Set<number>();
  let opened = 0;
  readers.replacePages(0, { appeared: model.versions[0] ?? [], replaced: [] });
  for (const each of all) {
    if (each.what === "open") {
      const number = opened++;
      model.readers.push(readers.open(model.present, () => cutOff.add(number)));
    } else if (each.what === "close") {
      const [reader] = model.readers.splice(each.which % Math.max(1, model.readers.length), 1);
      if (reader !== undefined) readers.close(reader);
    } else {
      const before = new Set(model.readers);
      const turned = model.turn(each);
      readers.replacePages(model.present, turned);
      while (model.heldBytes > cap) model.cutOldest();
      for (const reader of before) expect(reader.cutOff).toBe(!model.readers.includes(reader));
    }
    check(model, readers);
    expect(opened - cutOff.size).toBeGreaterThanOrEqual(readers.count);
  }
  // A reader may be closed twice; its bytes are subtracted once.
  for (const reader of model.readers) {
    readers.close(reader);
    readers.close(reader);
  }
  expect([readers.heldBytes, readers.count]).toEqual([0, 0]);
}

test("the size of superseded pages is counted exactly, in any order of readers", () => {
  fc.assert(
    fc.property(steps, (all) => {
      run(all, Number.POSITIVE_INFINITY, (model, readers) => {
        expect(readers.heldBytes).toBe(model.heldBytes);
        expect(readers.count).toBe(model.readers.length);
      });
    }),
    { numRuns: 400 },
  );
});

test("beyond the cap the oldest readers are cut off, no more than needed, and their bytes are freed", () => {
  let cuts = 0;
  fc.assert(
    fc.property(steps, fc.integer({ min: 0, max: 1_500 }), (all, cap) => {
      run(all, cap, (model, readers) => {
        expect(readers.heldBytes).toBe(model.heldBytes);
        expect(readers.heldBytes).toBeLessThanOrEqual(cap);
        expect(readers.count).toBe(model.readers.length);
        cuts += model.versions.length > 3 && model.readers.length === 0 ? 1 : 0;
      });
    }),
    { numRuns: 400 },
  );
  expect(cuts).toBeGreaterThan(0);
});

test("the cap is one for all lists: beyond it, readers of the list that holds most are cut off", () => {
  const memory = new ReaderMemory(bytesOf(pageOf(101)));
  const [small, large] = [new Readers(memory), new Readers(memory)];
  const open = (readers: Readers, items: number) => {
    const page = pageOf(items);
    readers.replacePages(0, { appeared: [page], replaced: [] });
    return { page, reader: readers.open(0, () => {}) };
  };
  const [slow, slower] = [open(small, 11), open(large, 101)];
  expect(memory.count).toBe(2);
  small.replacePages(1, { appeared: [], replaced: [slow.page] });
  expect([slow.reader.cutOff, memory.heldBytes]).toEqual([false, bytesOf(slow.page)]);
  large.replacePages(1, { appeared: [], replaced: [slower.page] });
  expect([slow.reader.cutOff, slower.reader.cutOff]).toEqual([false, true]);
  expect([memory.count, memory.heldBytes]).toEqual([1, bytesOf(slow.page)]);
});

// After random changes the body equals the inventory's text, plain and compressed, and older versions do not change.

import { expect, setDefaultTimeout, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { findItem, type ListVersion } from "../../src/snapshot/list-version.ts";
import { itemsOf } from "../../src/snapshot/page.ts";
import { PET_ID_MAX, PET_ID_MIN } from "../../src/inventory/item.ts";
import { Snapshot } from "../../src/snapshot/snapshot.ts";
import { bytesOf, itemOf, ModelInventory, silent } from "./model-inventory.ts";
import { changesOf, someWishes } from "./random-changes.ts";

setDefaultTimeout(60_000);

/** Not toBe, which would print the whole difference of two long lists. */
function expectText(bytes: Uint8Array, text: string): void {
  const seen = Buffer.from(bytes).toString("latin1");
  if (seen === text) return;
  const at = [...text].findIndex((character, index) => character !== seen[index]);
  const around = (list: string) => list.slice(Math.max(0, at - 60), at + 60);
  throw new Error(`at ${at} the list is …${around(seen)}… and should be …${around(text)}…`);
}

test("after any changes the body is the inventory, plain and compressed, with the stated length", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0, 1, 511, 512, 513, 1_024, 2_500),
      someWishes,
      async (count, wishes) => {
        const model = new ModelInventory();
        if (count > 0) model.apply(Array.from({ length: count }, (_, at) => put(BigInt(at * 3))));
        const snapshot = new Snapshot(model, { log: silent });
        const versions: { version: ListVersion; text: string }[] = [];
        for (const wish of [undefined, ...wishes]) {
          if (wish !== undefined) model.apply(changesOf(wish, model.ids));
          const [version, { text }] = [await snapshot.current(), model];
          expect(version.byteLength).toBe(text.length);
          expect(version.etag).toBe(`W/"${model.position.revision}-${model.position.nonce}"`);
          expectText(await bytesOf(snapshot, version, "identity"), text);
          expectText(gunzipSync(await bytesOf(snapshot, version, "gzip")), text);
          versions.push({ version, text });
        }
        for (const { version, text } of versions)
          expectText(await bytesOf(snapshot, version, "identity"), text);
      },
    ),
    { numRuns: 60 },
  );
});

test("after any changes its items are those of the inventory, all of them and one by one", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(0, 1, 513, 2_500), someWishes, async (count, wishes) => {
      const model = new ModelInventory();
      if (count > 0) model.apply(Array.from({ length: count }, (_, at) => put(BigInt(at * 3))));
      for (const wish of wishes) model.apply(changesOf(wish, model.ids));
      const version = await new Snapshot(model, { log: silent }).current();
      expect(version.pages.flatMap(itemsOf)).toEqual(model.ids.map((petId) => model.items.get(petId)!));
      const isThere = (petId: bigint) => expect(findItem(version, petId)).toEqual(model.items.get(petId));
      for (const petId of [PET_ID_MIN, 0n, PET_ID_MAX, ...model.ids.slice(0, 600)]) {
        isThere(petId);
        if (petId < PET_ID_MAX) isThere(petId + 1n);
      }
    }),
    { numRuns: 30 },
  );
});

function put(petId: bigint): { petId: bigint; item: ReturnType<typeof itemOf> } {
  return { petId, item: itemOf(petId, 5) };
}

test("many changes are caught up with in steps, between which other work runs, and lists of before stay as they were", async () => {
  /** Its commits are read in pages. */
  class Imported extends ModelInventory {
    override async changesSince(): Promise<never> {
      return "reload" as never;
    }

    override readAll(): Promise<never> {
      throw new Error("the whole list was read again");
    }
  }
  const model = new Imported();
  model.apply(Array.from({ length: 100_000 }, (_, at) => put(BigInt(at * 3))));
  const full = new ModelInventory();
  full.apply([...model.items.values()].map((item) => ({ petId: item.petId, item })));
  const readAll = full.readAll.bind(full);
  const snapshot = new Snapshot(Object.assign(model, { readAll }), { log: silent });
  const [before, { text: textBefore }] = [await snapshot.current(), model];
  Object.assign(model, { readAll: Imported.prototype.readAll });

  model.apply(
    Array.from({ length: 30_000 }, (_, at) => {
      const petId = BigInt(at * 10);
      return at % 7 === 0 ? { petId, item: undefined } : { petId, item: itemOf(petId, at) };
    }),
  );
  let turns = 0;
  let isCaughtUp = false;
  const count = (): void => {
    turns += 1;
    if (!isCaughtUp) setImmediate(count);
  };
  setImmediate(count);
  const version = await snapshot.current();
  isCaughtUp = true;
  // A turn for each page that was read, and some for the pages of the list.
  expect(turns).toBeGreaterThan(80);
  expectText(await bytesOf(snapshot, version, "identity"), model.text);
  expectText(gunzipSync(await bytesOf(snapshot, version, "gzip")), model.text);
  expectText(await bytesOf(snapshot, before, "identity"), textBefore);
});

test("a reloaded snapshot equals one that followed each change", async () => {
  await fc.assert(
    fc.asyncProperty(someWishes, async (wishes) => {
      const model = new ModelInventory();
      const follower = new Snapshot(model, { log: silent });
      for (const wish of wishes) {
        model.apply(changesOf(wish, model.ids));
        await follower.current();
      }
      const loader = new Snapshot(model, { log: silent });
      const [followed, loaded] = [await follower.current(), await loader.current()];
      expect([followed.etag, followed.byteLength]).toEqual([loaded.etag, loaded.byteLength]);
      expectText(await bytesOf(follower, followed, "identity"), model.text);
      expectText(await bytesOf(loader, loaded, "identity"), model.text);
    }),
    { numRuns: 30 },
  );
});

test("a catch-up over several revisions shows the last state of each pet", async () => {
  const model = new ModelInventory();
  model.apply(Array.from({ length: 1_500 }, (_, at) => put(BigInt(at))));
  const snapshot = new Snapshot(model, { log: silent });
  await snapshot.current();
  model.apply([put(7n), { petId: 8n, item: undefined }]);
  model.apply([{ petId: 7n, item: undefined }, { petId: 8n, item: itemOf(8n, 2) }, put(-1n)]);
  expectText(await bytesOf(snapshot, await snapshot.current(), "identity"), model.text);
});

test("without a change the version stays the same", async () => {
  const model = new ModelInventory();
  model.apply([put(1n)]);
  const snapshot = new Snapshot(model, { log: silent });
  const version = await snapshot.current();
  expect((await snapshot.current()).etag).toBe(version.etag);
  expect((await snapshot.current()).pages).toEqual(version.pages);
});

// Snapshot.current(): only callers that waited before a catch-up began share it, so no caller gets an older list than at its call,
// and its error goes to no later caller.

import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import type { InventoryItem } from "../../src/inventory/item.ts";
import type { ChangesSince } from "../../src/inventory/store.ts";
import { StoreError } from "../../src/inventory/store-error.ts";
import type { ListVersion } from "../../src/snapshot/list-version.ts";
import { Snapshot } from "../../src/snapshot/snapshot.ts";
import { bytesOf, itemOf, ModelInventory, silent } from "./model-inventory.ts";

setDefaultTimeout(60_000);

interface Query {
  /** Answers with the changes at the time of the query. */
  answer(): void;
  fail(error: Error): void;
}

/** Its queries for changes stay open until the test answers them. */
class SlowInventory extends ModelInventory {
  readonly open: Query[] = [];
  queries = 0;

  override changesSince(position: { revision: number; nonce: string }): Promise<ChangesSince> {
    this.queries += 1;
    const { promise, resolve, reject } = Promise.withResolvers<ChangesSince>();
    const then = super.changesSince(position);
    this.open.push({ answer: () => resolve(then), fail: reject });
    return promise;
  }
}

/** A snapshot that has loaded, so that it only catches up. */
async function loaded(): Promise<{ model: SlowInventory; snapshot: Snapshot }> {
  const model = new SlowInventory();
  commit(model);
  const snapshot = new Snapshot(model, { log: silent });
  await snapshot.current();
  expect(model.queries).toBe(0);
  return { model, snapshot };
}

function commit(model: ModelInventory): void {
  model.apply([{ petId: 1n, item: itemOf(1n, model.revision) }]);
}

/** `current()` may also return or throw synchronously. */
function currentOf(snapshot: Snapshot): Promise<ListVersion> {
  return Promise.try(() => snapshot.current());
}

async function ticks(count: number): Promise<void> {
  for (let each = 0; each < count; each++) await Promise.resolve();
}

const event = fc.oneof(
  { weight: 3, arbitrary: fc.constant("arrive" as const) },
  { weight: 2, arbitrary: fc.constant("commit" as const) },
  { weight: 2, arbitrary: fc.constant("answer" as const) },
  { weight: 1, arbitrary: fc.constant("fail" as const) },
  { weight: 4, arbitrary: fc.constant("tick" as const) },
);

test("no caller gets an older list than at its call, nor the error of an earlier catch-up", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 10, maxLength: 60, size: "max" }), async (events) => {
      const { model, snapshot } = await loaded();
      const callers: Promise<void>[] = [];
      let failures = 0;
      for (const each of events) {
        if (each === "tick") await undefined;
        else if (each === "commit") commit(model);
        else if (each === "answer") model.open.shift()?.answer();
        else if (each === "fail") model.open.shift()?.fail(new StoreError("unavailable", `${model.queries}`));
        else callers.push(caller({ model, snapshot, onFailure: () => (failures += 1) }));
        expect(model.open.length).toBeLessThanOrEqual(1);
      }
      // Answers all open queries.
      for (let round = 0; round < 10; round++) {
        model.open.shift()?.answer();
        await ticks(20);
      }
      await Promise.all(callers);
      if (!events.includes("fail")) expect(failures).toBe(0);
      // After any failures the next call returns the current inventory.
      const next = currentOf(snapshot);
      await ticks(20);
      model.open.shift()?.answer();
      expect((await next).position.revision).toBe(model.revision);
    }),
    { numRuns: 2_000 },
  );
});

/** Calls `current()`, and checks its result or error. */
async function caller({
  model,
  snapshot,
  onFailure,
}: {
  model: SlowInventory;
  snapshot: Snapshot;
  onFailure: () => void;
}): Promise<void> {
  const [revision, queriesBefore] = [model.revision, model.queries];
  try {
    expect((await currentOf(snapshot)).position.revision).toBeGreaterThanOrEqual(revision);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    onFailure();
    // The message is the number of the failed query, which must have begun after this call.
    expect(Number(error.message)).toBeGreaterThan(queriesBefore);
  }
}

test("calls during a catch-up share the next one", async () => {
  const { model, snapshot } = await loaded();
  const first = currentOf(snapshot);
  const others = Array.from({ length: 100 }, () => currentOf(snapshot));
  commit(model);
  expect(model.queries).toBe(1);
  model.open.shift()?.answer();
  const { position } = await first;
  await ticks(20);
  expect(model.queries).toBe(2);
  model.open.shift()?.answer();
  const versions = await Promise.all(others);
  expect(new Set(versions.map(({ position: { revision } }) => revision))).toEqual(new Set([model.revision]));
  expect(position.revision).toBe(model.revision - 1);
  expect(model.queries).toBe(2);
});

test("after a failed load the next call loads again, and no partial list is visible", async () => {
  class Breaking extends ModelInventory {
    breaks = true;

    override async readAll(onPage: (items: readonly InventoryItem[]) => void | Promise<void>) {
      if (!this.breaks) return super.readAll(onPage);
      await onPage([itemOf(1n, 1)]);
      throw new StoreError("unavailable", "away");
    }
  }
  const model = new Breaking();
  commit(model);
  const snapshot = new Snapshot(model, { log: silent });
  expect(await currentOf(snapshot).catch((error: StoreError) => error.code)).toBe("unavailable");
  model.breaks = false;
  commit(model);
  const version = await currentOf(snapshot);
  expect(Buffer.from(await bytesOf(snapshot, version, "identity")).toString()).toBe(model.text);
});

test("an unknown position causes a reload", async () => {
  class Rewound extends ModelInventory {
    override async changesSince(): Promise<never> {
      return "reload" as never;
    }

    override async readChanges(): Promise<"reload"> {
      return "reload";
    }
  }
  const model = new Rewound();
  model.apply([
    { petId: 1n, item: itemOf(1n, 1) },
    { petId: 2n, item: itemOf(2n, 2) },
  ]);
  const snapshot = new Snapshot(model, { log: silent });
  const before = await currentOf(snapshot);
  model.items.delete(1n);
  model.revision = 7;
  const version = await currentOf(snapshot);
  expect(version.etag).not.toBe(before.etag);
  expect(version.number).toBeGreaterThan(before.number);
  expect(Buffer.from(await bytesOf(snapshot, version, "identity")).toString()).toBe(model.text);
});

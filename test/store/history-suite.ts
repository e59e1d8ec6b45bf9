// Random histories against a plain map: after every step of two stores on one database, be it changes, an import, an undo
// or a prune, catching up gives what the map holds, and the ledger proves it. A failure prints the seed and the smallest history that shows it.

import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Change } from "../../src/inventory/change.ts";
import type { ChangeSet, PetChange } from "../../src/inventory/change-set.ts";
import { itemTag, PET_ID_MAX, PET_ID_MIN, PET_STATUSES } from "../../src/inventory/item.ts";
import type { LabelPatch } from "../../src/inventory/label.ts";
import type { ImportRow } from "../../src/inventory/import.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { applyStaged, changeSet as changeSetOf } from "./change-sets.ts";
import { ClientCopy } from "./client-copy.ts";
import { undo, undoInGroup } from "./undo-suite.ts";
import {
  ledgerOf,
  type Engine,
  expectConsistent,
  importRows,
  itemsOf,
  TestDatabase,
  KEY_ORIGIN,
} from "./engine.ts";
import { createActingKeys } from "./keys-suite.ts";
import { pruneUpTo } from "./prune-suite.ts";
import { foldLabels, foldLedger, InventoryModel } from "./inventory-model.ts";
import { SEED, sized } from "../support/sizes.ts";

/** Few pets, so that changes, preconditions and rows often concern the same one. */
const petId = fc.constantFrom(PET_ID_MIN, -1n, 0n, 1n, 2n ** 53n + 1n, PET_ID_MAX);
const quantity = fc.nat(2);
const status = fc.constantFrom(...PET_STATUSES);
const tag = fc.record({ quantity, status }).map(itemTag);

const plainChange: fc.Arbitrary<Change> = fc.record(
  {
    petId,
    quantity: fc.oneof(
      { weight: 3, arbitrary: quantity },
      fc.record({ by: fc.integer({ min: -2, max: 2 }) }),
    ),
    status,
    create: fc.boolean(),
    remove: fc.nat(5).map((n) => n === 0),
    precondition: fc.oneof(
      fc.constant("exists" as const),
      fc.record({ anyTagOf: fc.array(tag, { maxLength: 5 }) }),
    ),
    reason: fc.constantFrom("update", "set", "adjust", "remove"),
    by: fc.constant(KEY_ORIGIN),
  },
  { requiredKeys: ["petId", "reason", "by"] },
);

const name = fc.record({ scope: fc.constantFrom("key1", "key2"), key: fc.constantFrom("a", "b", "c") });

/** The request of the key has the content of the change, as the API makes it. */
const change: fc.Arbitrary<Change> = fc
  .tuple(plainChange, fc.option(name, { nil: undefined, freq: 2 }))
  .map(([wish, named]) => {
    if (named === undefined) return wish;
    const { petId: id, by: _, reason: _reason, ...content } = wish;
    return { ...wish, idempotencyKey: { ...named, request: `${id} ${JSON.stringify(content)}` } };
  });

const label: fc.Arbitrary<LabelPatch> = fc.record(
  {
    name: fc.constantFrom(null, "Rex", "Max"),
    kind: fc.constantFrom(null, "dog"),
    code: fc.constantFrom(null, "0012"),
    low: fc.constantFrom(null, 0, 3),
  },
  { requiredKeys: [] },
);
const labelOrNone = fc.option(label, { freq: 4 });

const petChange: fc.Arbitrary<PetChange> = fc.record(
  {
    petId,
    quantity: fc.oneof(quantity, fc.record({ by: fc.integer({ min: -1, max: 2 }) })),
    status,
    create: fc.boolean(),
    remove: fc.nat(5).map((n) => n === 0),
    ifMatch: tag,
    label: labelOrNone,
    ifLabel: labelOrNone,
  },
  { requiredKeys: ["petId"] },
);

const labelChange: fc.Arbitrary<PetChange> = fc.record(
  { petId, label: labelOrNone, ifLabel: labelOrNone },
  { requiredKeys: ["petId", "label"] },
);

const petChanges = fc.uniqueArray(fc.oneof(petChange, labelChange), {
  selector: (each) => each.petId,
  maxLength: 4,
});

const setOf = (changesOfSet: fc.Arbitrary<PetChange[]>): fc.Arbitrary<ChangeSet> =>
  fc
    .record({
      changes: changesOfSet,
      dryRun: fc.nat(4).map((n) => n === 0),
      named: fc.option(name, { nil: undefined, freq: 2 }),
    })
    .map(({ changes, dryRun, named }) => {
      const text = JSON.stringify(changes, (_, value) => (typeof value === "bigint" ? String(value) : value));
      const idempotencyKey = named && { ...named, request: `changes ${text}` };
      return changeSetOf(changes, { dryRun, ...(idempotencyKey && { idempotencyKey }) });
    });

/** A set that has a pet twice is never applied. */
const changeSet = setOf(
  fc.oneof(
    { weight: 4, arbitrary: petChanges },
    { weight: 1, arbitrary: fc.array(petChange, { maxLength: 4 }) },
  ),
);

const row: fc.Arbitrary<ImportRow> = fc.oneof(
  fc.record(
    { petId, quantity, status, label, line: fc.nat(1000) },
    { requiredKeys: ["petId", "quantity", "line"] },
  ),
  fc.record({ petId, label, line: fc.nat(1000) }),
);

interface Commit {
  readonly units: readonly (Change | ChangeSet)[];
}
interface Staged {
  readonly set: ChangeSet;
}
interface Import {
  readonly rows: readonly ImportRow[];
  readonly replace: boolean;
  readonly dryRun: boolean;
  /** How many revisions `ifUnchangedSince` lies before the newest. */
  readonly sinceAgo?: number;
}
interface Undo {
  /** How many revisions the undone one lies before the newest; -1 is the next, which does not exist yet. */
  readonly undoAgo: number;
  readonly dryRun: boolean;
  readonly skipChanged: boolean;
  /** As a unit of a group. */
  readonly isUnit: boolean;
}
interface Prune {
  /** How many revisions the newest prunable one lies before the newest. */
  readonly pruneAgo: number;
}
type Step = (Commit | Staged | Import | Undo | Prune) & { readonly by: 0 | 1 };

const by = fc.constantFrom<0 | 1>(0, 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      by,
      units: fc.array(fc.oneof({ weight: 3, arbitrary: change }, { weight: 1, arbitrary: changeSet }), {
        maxLength: 8,
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ by, set: setOf(petChanges) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      by,
      undoAgo: fc.integer({ min: -1, max: 5 }),
      dryRun: fc.boolean(),
      skipChanged: fc.boolean(),
      isUnit: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ by, pruneAgo: fc.nat(8) }) },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        by,
        rows: fc.array(row, { maxLength: 6 }),
        replace: fc.boolean(),
        dryRun: fc.boolean(),
        sinceAgo: fc.nat(1),
      },
      { requiredKeys: ["by", "rows", "replace", "dryRun"] },
    ),
  },
);

/** The number of random histories on each engine. */
const RUNS = sized({ quick: 15, long: 30, hours: 2_000 });

export function describeHistories(engine: Engine): void {
  test(
    "after any changes by two stores, each client copy equals the model, and verify passes",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
          await using database = await TestDatabase.make(engine);
          await createActingKeys(database.store, "key1");
          const stores = [database.store, await database.open()] as const;
          const model = new InventoryModel();
          const [near, far] = [await ClientCopy.of(stores[0]), await ClientCopy.of(stores[1])];
          for (const each of steps) {
            await takeStep(each, { database, store: stores[each.by], model });
            await near.catchUp(stores[0]);
            expect(near.items).toEqual(model.items);
            expect(near.labels).toEqual(model.labels);
            expect(near.position.revision).toBe(model.revision);
            await expectConsistent(stores[0]);
          }
          await far.catchUp(stores[1]);
          expect(far.items).toEqual(model.items);
          expect(far.labels).toEqual(model.labels);
          // The far copy is at revision 0, which is before the history once anything was pruned.
          expect([near.reloads, far.reloads]).toEqual([0, model.historyStart > 0 ? 1 : 0]);
          expect(far.position).toEqual(near.position);
          expect(await itemsOf(stores[1])).toEqual(model.items);
          const ledger = await ledgerOf(stores[1], { limit: 1000 });
          expect(foldLedger(ledger)).toEqual(model.items);
          // A prune keeps the labels, and not the movements that gave them.
          if (model.historyStart === 0) expect(foldLabels(ledger)).toEqual(model.labels);
        }),
        { numRuns: RUNS, seed: SEED },
      );
    },
    60_000 + RUNS * 1_000,
  );
}

async function takeStep(
  wanted: Step,
  { database, store, model }: { database: TestDatabase; store: InventoryStore; model: InventoryModel },
): Promise<void> {
  if ("undoAgo" in wanted) {
    const revision = Math.max(1, model.revision - wanted.undoAgo);
    const expected = model.undo(revision, wanted);
    const { dryRun, skipChanged } = wanted;
    const way = wanted.isUnit ? undoInGroup : undo;
    expect(await way(store, revision, { dryRun, skipChanged, by: KEY_ORIGIN })).toEqual(expected);
    return;
  }
  if ("pruneAgo" in wanted) {
    const revision = model.revision - wanted.pruneAgo;
    model.prune(revision);
    expect(await pruneUpTo(database, revision)).toMatchObject({ historyStart: model.historyStart });
    return;
  }
  if ("units" in wanted) {
    const expected = model.commit(wanted.units);
    expect(await store.commit(wanted.units)).toEqual(expected);
    return;
  }
  if ("set" in wanted) {
    const expected = model.applyStaged(wanted.set);
    expect(await applyStaged(store, wanted.set)).toEqual(expected);
    return;
  }
  const { rows, replace, dryRun, sinceAgo } = wanted;
  const options = {
    replace,
    dryRun,
    ...(sinceAgo !== undefined && { ifUnchangedSince: { revision: model.revision - sinceAgo } }),
  };
  const expected = model.import(rows, options);
  expect(await importRows(store, rows, options)).toEqual(expected);
}

// Plans, on every engine: the preview of a dry run is what the rows do, and with its position exactly that is applied, or nothing. On
// random inventories, rows and changes in between.

import { describe, expect } from "bun:test";
import type { ChangeSet, PetChange } from "../../src/inventory/change-set.ts";
import {
  type ImportOptions,
  type ImportResult,
  type StagedRow,
  stagedRowOf,
} from "../../src/inventory/import.ts";
import type { Position } from "../../src/inventory/position.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import { changeSet, keyedSet } from "./change-sets.ts";
import { databaseTests } from "./database-tests.ts";
import {
  addPets,
  type Engine,
  everythingOf,
  expectConsistent,
  IMPORT,
  positionOf,
  removePet,
  setTo,
} from "./engine.ts";
import { createActingKeys } from "./keys-suite.ts";
import { differing, isEffective, modelEffects, modelPreview, petsOf } from "./plan-model.ts";
import { RandomChanges } from "./random-changes.ts";

const ROUNDS = sized({ quick: 15, long: 100, hours: 1_000 });
/** Each round compares the whole ledger, which grows. */
const TIMEOUT_MS = 60_000 + ROUNDS * 1_000;

export function describePlans(engine: Engine): void {
  describe("on random inventories", () => describeRandomPlans(engine));
  describePromises(engine);
}

function describeRandomPlans(engine: Engine): void {
  const test = databaseTests(engine, (store) => createActingKeys(store, "key1"));
  const what = "a preview is what is done, and a plan is applied exactly if its effects are still the same";
  test(
    `${what} (seed ${SEED})`,
    async (store) => {
      const random = new RandomChanges(randomFrom(SEED));
      for (let round = 0; round < ROUNDS; round++) {
        await store.commit([changeSet(random.changes(await petsOf(store), 12))]);
        await (random.chance(0.5) ? planRows(store, random) : planSet(store, random));
      }
      await expectConsistent(store);
    },
    TIMEOUT_MS,
  );
}

async function planRows(store: InventoryStore, random: RandomChanges): Promise<void> {
  const [rows, replace] = [random.rows(), random.chance(0.4)];
  const applyRows = async (options: Partial<ImportOptions>) => {
    await using stage = await store.stageImport();
    await stage.add(rows);
    return await stage.apply({ ...IMPORT, replace, ...options });
  };
  await expectPlan(store, { random, rows, replace, apply: applyRows });
}

/** In a group, and where a pet has changed since through the stage, as the service does. */
async function planSet(store: InventoryStore, random: RandomChanges): Promise<void> {
  const changes = random.changes(await petsOf(store), 8);
  const apply = async (options: Partial<ImportOptions>): Promise<ImportResult> => {
    const set: ChangeSet = changeSet(changes, options);
    const outcome = set.dryRun ? await store.preview(set) : (await store.commit([set]))[0]!;
    if (outcome.kind !== "outdated") return outcome;
    await using stage = await store.stageImport();
    await stage.add(changes.map(stagedRowOf));
    return await stage.apply({ ...set, replace: false });
  };
  await expectPlan(store, { random, rows: changes.map(stagedRowOf), replace: false, apply });
}

interface Planned {
  readonly random: RandomChanges;
  readonly rows: readonly StagedRow[];
  readonly replace: boolean;
  readonly apply: (options: Partial<ImportOptions>) => Promise<ImportResult>;
}

async function expectPlan(store: InventoryStore, { random, rows, replace, apply }: Planned): Promise<void> {
  const effectsOf = async () => modelEffects(await petsOf(store), rows, replace);
  const planned = await effectsOf();
  const rowsMax = random.chance(0.5) ? 1_000 : random.below(4);
  const previewed = await apply({ dryRun: true, previewRows: rowsMax });
  if (previewed.kind !== "applied") throw new Error(`the dry run was refused: ${previewed.kind}`);
  const { preview, position: planAt, kind: _, revision: __, ...counts } = previewed;
  expect(preview).toEqual(modelPreview(planned, rowsMax));
  const lengths = Object.entries(modelPreview(planned, Infinity)).map(([name, of]) => [name, of.length]);
  expect(counts).toEqual(Object.fromEntries(lengths));
  await interfere(store, random, rows);
  const now = await effectsOf();
  const different = differing(planned, now);
  const before = await everythingOf(store);
  const result = await apply({ planAt });
  if (different.length === 0) {
    expect(result).toMatchObject({ kind: "applied", ...counts });
    const pets = await petsOf(store);
    // A change of a label alone leaves the stock as it is now.
    for (const { petId, after, label } of now.filter(isEffective)) {
      expect(pets.get(petId)?.stock ?? null).toEqual(after);
      if (label !== undefined) expect(pets.get(petId)?.label ?? null).toEqual(label.after);
    }
    return;
  }
  expect(result).toMatchObject({ kind: "plan_changed", count: different.length });
  const { conflicts } = result as Extract<ImportResult, { kind: "plan_changed" }>;
  expect(conflicts.map(({ petId }) => petId)).toEqual(different);
  const pets = await petsOf(store);
  for (const { petId, present, label } of conflicts) {
    expect(present).toEqual(pets.get(petId)?.stock ?? null);
    if (label !== undefined) expect(label).toEqual(pets.get(petId)?.label ?? null);
  }
  expect(await everythingOf(store)).toEqual(before);
}

/** Nothing, changes of other pets, of any pets, or a change that is taken back. */
async function interfere(
  store: InventoryStore,
  random: RandomChanges,
  rows: readonly StagedRow[],
): Promise<void> {
  const kind = random.below(4);
  if (kind === 0) return;
  const named = new Set(rows.map(({ petId }) => petId));
  const pets = await petsOf(store);
  const some = random.changes(pets, 4).filter(({ petId }) => kind !== 1 || !named.has(petId));
  if (some.length === 0) return;
  await store.commit([changeSet(some)]);
  const { revision } = await positionOf(store);
  if (kind === 3) await store.undo({ revision, dryRun: false, by: IMPORT.by });
}

function describePromises(engine: Engine): void {
  const test = databaseTests(engine, async (store) => {
    await createActingKeys(store, "key1");
    await addPets(store);
  });
  const NOWHERE: Position = { revision: 1, nonce: "0123456789abcdef" };

  test("a plan at a position that is not in the history is refused, by the group as outdated", async (store) => {
    const changes: PetChange[] = [{ petId: 1n, quantity: 5 }];
    const before = await everythingOf(store);
    expect(await store.commit([changeSet(changes, { planAt: NOWHERE })])).toEqual([{ kind: "outdated" }]);
    await using stage = await store.stageImport();
    await stage.add(changes.map(stagedRowOf));
    const refused = { kind: "plan_changed", count: 0, conflicts: [] } as const;
    expect(await stage.apply({ ...IMPORT, planAt: NOWHERE })).toEqual(refused);
    expect(await everythingOf(store)).toEqual(before);
  });

  test("a plan that was applied is replayed by its key, although it has changed its own pets", async (store) => {
    const planAt = await positionOf(store);
    const set = keyedSet("a", [{ petId: 1n, quantity: 5 }], { planAt });
    const [applied] = await store.commit([set]);
    expect(applied).toMatchObject({ kind: "applied", updated: 1 });
    expect(await store.commit([set])).toMatchObject([{ kind: "replayed", updated: 1 }]);
    await using stage = await store.stageImport();
    await stage.add(set.changes.map(stagedRowOf));
    expect(await stage.apply({ ...set, replace: false })).toMatchObject({ kind: "replayed", updated: 1 });
  });

  test("in one group a change of a pet outdates the plan behind it, and one of another pet does not", async (store) => {
    const planAt = await positionOf(store);
    const [, outdated, applied] = await store.commit([
      setTo(1n, 9),
      changeSet([{ petId: 1n, quantity: 5 }], { planAt }),
      changeSet([{ petId: 2n, quantity: 5 }], { planAt }),
    ]);
    expect(outdated).toEqual({ kind: "outdated" });
    expect(applied).toMatchObject({ kind: "applied", updated: 1 });
  });

  test("a removed pet, whose change would be refused, changes the plan", async (store) => {
    const planAt = await positionOf(store);
    await store.commit([removePet(1n)]);
    await using stage = await store.stageImport();
    await stage.add([stagedRowOf({ petId: 1n, quantity: { by: 2 } }, 0)]);
    const refused = { kind: "plan_changed", count: 1, conflicts: [{ petId: 1n, present: null }] } as const;
    expect(await stage.apply({ ...IMPORT, planAt })).toEqual(refused);
  });
}

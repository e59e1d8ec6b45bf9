// Labels as a part of the one history, on every engine: where they meet tombstones, undo, groups, copies and readers of changes.

import { expect } from "bun:test";
import type { PetChange } from "../../src/inventory/change-set.ts";
import type { CommitUnit } from "../../src/inventory/commit-unit.ts";
import { type ImportRow, type ImportStage, labelStage } from "../../src/inventory/import.ts";
import { type Label, type LabelMembers, NO_MEMBERS } from "../../src/inventory/label.ts";
import type { RevisionUndo } from "../../src/inventory/revision-undo.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { type ApplySet, applyInGroup, applyStaged, changeSet as changeSetBy } from "./change-sets.ts";
import { databaseTests } from "./database-tests.ts";
import {
  COMMAND_ORIGIN,
  createPet,
  type Engine,
  expectConsistent,
  IMPORT,
  item,
  itemsOf,
  ledgerOf,
  positionOf,
  removePet,
  setTo,
  TestDatabase,
} from "./engine.ts";
import { expectWholeHistory, Folded, LabelLedger, shownBy } from "./label-ledger.ts";
import { undo, undoInGroup } from "./undo-suite.ts";

type UndoRevision = typeof undo;

/** Small change sets and undos are units of a group; large ones are applied set by set. */
const WAYS: readonly (readonly [way: string, apply: ApplySet, undo: UndoRevision])[] = [
  ["in a group", applyInGroup, undoInGroup],
  ["set by set", applyStaged, undo],
];

export function describeLabelHistories(engine: Engine): void {
  describeTombstones(engine);
  describeUndoOfLabels(engine);
  describeGroups(engine);
  describeChangesOfLabels(engine);
}

function describeTombstones(engine: Engine): void {
  const test = databaseTests(engine);

  test.each(WAYS)("a removed pet can be named, and stays removed: %s", async ({ store }, _, apply, back) => {
    await store.commit([createPet(1n, 5), removePet(1n)]);
    expect(await apply(store, changeSet([{ petId: 1n, label: { name: "Rex" } }]))).toMatchObject({
      ...COUNTS,
      relabelled: 1,
      revision: 3,
    });
    expect(await shownBy(store)).toEqual({ items: [], labels: [label(1n, { name: "Rex" })] });
    expect(await store.entry(1n)).toBeUndefined();
    const [movement] = await ledgerOf(store, { limit: 1 });
    expect(movement).toMatchObject({ before: null, after: null, previous: 2 });
    expect(movement!.label).toEqual({ before: null, after: members({ name: "Rex" }) });
    // A pet that comes back has its label.
    await store.commit([createPet(1n, 0)]);
    expect(await shownBy(store)).toEqual({ items: [item(1n, 0)], labels: [label(1n, { name: "Rex" })] });
    expect(await back(store, 3)).toMatchObject({ kind: "undone", relabelled: 1, updated: 0 });
    expect(await shownBy(store)).toEqual({ items: [item(1n, 0)], labels: [] });
    await expectWholeHistory(store);
  });

  test.each(WAYS)(
    "a pet is removed and renamed in one change, and comes back whole: %s",
    async ({ store }, _, apply, back) => {
      await store.commit([createPet(1n, 5, "sold"), createPet(2n, 6)]);
      await apply(store, changeSet([{ petId: 2n, label: { name: "Mia" } }]));
      const before = await shownBy(store);
      const gone = [
        { petId: 1n, remove: true, label: { name: "Late" } },
        { petId: 2n, remove: true, label: null },
      ];
      expect(await apply(store, changeSet(gone))).toMatchObject({ ...COUNTS, removed: 2, relabelled: 2 });
      expect(await shownBy(store)).toEqual({ items: [], labels: [label(1n, { name: "Late" })] });
      expect(await back(store, 4, { dryRun: true })).toMatchObject({ ...COUNTS, created: 2, relabelled: 2 });
      expect(await back(store, 4)).toMatchObject({ ...COUNTS, created: 2, relabelled: 2, revision: 5 });
      expect(await shownBy(store)).toEqual(before);
      await expectWholeHistory(store);
    },
  );

  test.each(WAYS)(
    "a pet that is in no inventory has a label, and only that: %s",
    async ({ store }, _, apply, back) => {
      const since = await positionOf(store);
      await apply(store, changeSet([{ petId: 9n, label: { low: 0 } }]));
      expect(await store.changesSince(since)).toMatchObject({ items: [] });
      expect(await itemsOf(store)).toEqual([]);
      const refused = await apply(store, changeSet([{ petId: 9n, by: 1 } as unknown as PetChange]));
      expect(refused).toMatchObject({ kind: "invalid", problems: [{ code: "pet_not_found" }] });
      const [missing] = await store.commit([setTo(9n, 1)]);
      expect(missing).toEqual({ kind: "not_found" });
      await apply(store, changeSet([{ petId: 9n, create: true, label: { low: 3 } }]));
      expect(await shownBy(store)).toEqual({ items: [item(9n, 0)], labels: [label(9n, { low: 3 })] });
      expect(await back(store, 2)).toMatchObject({ ...COUNTS, removed: 1, relabelled: 1 });
      expect(await shownBy(store)).toEqual({ items: [], labels: [label(9n, { low: 0 })] });
      await expectWholeHistory(store);
    },
  );
}

function describeUndoOfLabels(engine: Engine): void {
  const test = databaseTests(engine);

  test.each(WAYS)(
    "an undo, and the undo of that, take back exactly: %s",
    async ({ store }, _, apply, back) => {
      await store.commit([createPet(1n, 1)]);
      await apply(store, changeSet([{ petId: 1n, label: { name: "Rex", low: 2 } }]));
      const states = [await shownBy(store)];
      const mixed: readonly PetChange[] = [
        { petId: 1n, quantity: 7, status: "sold", label: { name: "Max", code: "0012" } },
        { petId: 2n, create: true, quantity: 3, label: { kind: "cat" } },
        { petId: 3n, label: { name: "Only a name" } },
      ];
      expect(await apply(store, changeSet(mixed))).toMatchObject({
        ...COUNTS,
        created: 1,
        updated: 1,
        relabelled: 3,
      });
      states.push(await shownBy(store));
      for (let round = 1; round <= 4; round++) {
        const revision = 2 + round;
        expect(await back(store, revision)).toMatchObject({ relabelled: 3, revision: revision + 1 });
        expect(await shownBy(store)).toEqual(states[(round + 1) % 2]!);
      }
      await expectWholeHistory(store);
    },
  );

  test.each(WAYS)(
    "a name is taken back of a pet that was sold since, and nothing else of it: %s",
    async ({ store }, _, apply, back) => {
      await store.commit([createPet(1n, 5), createPet(2n, 6)]);
      const names = [1n, 2n].map((petId) => ({ petId, label: { name: `Pet ${petId}` } }));
      await apply(store, changeSet(names));
      await store.commit([setTo(1n, 4), removePet(2n)]);
      expect(await back(store, 3)).toMatchObject({ ...COUNTS, relabelled: 2 });
      expect(await shownBy(store)).toEqual({ items: [item(1n, 4)], labels: [] });
      await expectWholeHistory(store);
    },
  );

  test.each(WAYS)(
    "an undo loses no newer label, and skips its pet where that is wanted: %s",
    async ({ store }, _, apply, back) => {
      await apply(store, changeSet([1n, 2n].map((petId) => ({ petId, label: { name: "Old" } }))));
      await apply(store, changeSet([{ petId: 1n, label: { name: "New" } }]));
      const before = await shownBy(store);
      expect(await back(store, 1)).toEqual({
        kind: "changed_since",
        count: 1,
        pets: [{ petId: 1n, revision: 2, present: null }],
      });
      expect(await shownBy(store)).toEqual(before);
      expect(await back(store, 1, { skipChanged: true })).toMatchObject({
        relabelled: 1,
        skipped: { count: 1 },
      });
      expect(await shownBy(store)).toEqual({ items: [], labels: [label(1n, { name: "New" })] });
      await expectWholeHistory(store);
    },
  );

  test.each(WAYS)(
    "a removed label comes back only while its pet is as it was: %s",
    async ({ store }, _, apply, back) => {
      await store.commit([createPet(1n, 1), createPet(2n, 2)]);
      const named = [1n, 2n].map((petId) => ({ petId, label: { name: "Rex" } }));
      await apply(store, changeSet(named));
      await apply(store, changeSet(named.map(({ petId }) => ({ petId, label: null }))));
      await store.commit([setTo(1n, 9)]);
      expect(await back(store, 4)).toMatchObject({ kind: "changed_since", count: 1 });
      expect(await back(store, 4, { skipChanged: true })).toMatchObject({ relabelled: 1 });
      expect((await shownBy(store)).labels).toEqual([label(2n, { name: "Rex" })]);
      await expectWholeHistory(store);
    },
  );

  test("the activity says of each revision whether an undo would succeed", async (store) => {
    await store.commit([createPet(1n, 1)]);
    await applyInGroup(store, changeSet([{ petId: 1n, label: { name: "Rex" } }]));
    await applyInGroup(store, changeSet([{ petId: 2n, label: { name: "Mia" } }]));
    await applyInGroup(store, changeSet([{ petId: 2n, label: null }]));
    await store.commit([setTo(1n, 2), createPet(2n, 2)]);
    const { revisions } = await store.revisions({ limit: 10 });
    for (const { revision, undoable, labels } of revisions) {
      const { kind } = await undoInGroup(store, revision, { dryRun: true });
      expect([revision, undoable]).toEqual([revision, kind === "undone"]);
      expect(labels).toBe([2, 3, 4].includes(revision) ? 1 : 0);
    }
  });
}

function describeGroups(engine: Engine): void {
  const test = databaseTests(engine);

  test("changes of one label in one group follow each other", async (store) => {
    const names = ["A", "B", null, "C"].map((name) => naming(1n, name));
    await store.commit([...names, naming(1n, "C"), createPet(1n, 5), naming(1n, "D")]);
    const chain = (await ledgerOf(store, { petId: 1n })).toReversed();
    expect(chain.map(({ revision, previous }) => [revision, previous])).toEqual(
      [1, 2, 3, 4, 5, 6].map((revision) => [revision, revision - 1]),
    );
    expect(chain.map(({ label: own }) => own && [own.before?.name, own.after?.name])).toEqual([
      [undefined, "A"],
      ["A", "B"],
      ["B", undefined],
      [undefined, "C"],
      undefined,
      ["C", "D"],
    ]);
    await expectWholeHistory(store);
  });

  test("a group that renames, undoes and renames does one after the other", async (store) => {
    await store.commit([createPet(1n, 1), naming(1n, "A"), naming(2n, "Mia")]);
    await store.commit([naming(1n, "B")]);
    const of = async (revision: number) => planned(store, revision);
    // Revision 4 is undone before the next rename, and not after it.
    const group = [await of(4), naming(1n, "C"), await of(4), await of(3), naming(2n, "Max"), await of(2)];
    const outcomes = await store.commit<CommitUnit>(group);
    const kinds = outcomes.map(({ kind }) => kind);
    expect(kinds).toEqual(["undone", "applied", "changed_since", "undone", "applied", "changed_since"]);
    expect((await shownBy(store)).labels).toEqual([label(1n, { name: "C" }), label(2n, { name: "Max" })]);
    const names = (await ledgerOf(store, { petId: 1n })).flatMap((each) => each.label?.after?.name ?? []);
    expect(names).toEqual(["C", "A", "B", "A"]);
    await expectWholeHistory(store);
  });

  test("of two changes in a group that expect one label the second is refused, with the label as it is", async (store) => {
    await store.commit([naming(1n, "A")]);
    const expecting = (name: string) => changeSet([{ petId: 1n, label: { name }, ifLabel: { name: "A" } }]);
    const [first, second] = await store.commit([expecting("B"), expecting("C")]);
    expect(first).toMatchObject({ kind: "applied", revision: 2 });
    expect(second).toEqual({
      kind: "conflicts",
      count: 1,
      conflicts: [{ place: 0, petId: 1n, present: null, label: members({ name: "B" }) }],
    });
    await expectWholeHistory(store);
  });

  test("rival stores lose no label and give each change its own revision", async (store, database) => {
    const stores = [store, await database.open()];
    const writing = stores.map(async (each, writer) => {
      for (let round = 1; round <= 20; round++)
        await each.commit([naming(1n, `${writer}-${round}`), naming(BigInt(10 + writer), `${round}`)]);
    });
    await Promise.all(writing);
    const ledger = await LabelLedger.of(store);
    const names = ledger.movements.map((each) => each.label?.after?.name ?? "");
    expect(names.toSorted()).toEqual(
      [0, 1]
        .flatMap((writer) => Array.from({ length: 20 }, (_, i) => [`${writer}-${i + 1}`, `${i + 1}`]).flat())
        .toSorted(),
    );
    await expectWholeHistory(store);
  });

  test("labels of an inventory that has moved are read-only", async (store) => {
    await store.commit([createPet(1n, 1), naming(1n, "A")]);
    const before = await shownBy(store);
    const undoing = await planned(store, 2);
    await store.retire({ at: 5, to: "sqlite:elsewhere.db" });
    const attempts = [
      () => store.commit([naming(1n, "B")]),
      () => store.commit<CommitUnit>([undoing]),
      () => undo(store, 2),
      () => applyStaged(store, changeSet([{ petId: 1n, label: null }])),
      () => importLabels(store, [{ petId: 1n, name: "C" }], { replace: true }),
    ];
    for (const attempt of attempts)
      expect(await attempt().catch((error: unknown) => error)).toMatchObject({ code: "retired" });
    expect(await shownBy(store)).toEqual(before);
    await expectConsistent(store);
  });

  test("a copy has the whole history of labels, and can undo it", async (source) => {
    await source.commit([createPet(1n, 1), naming(1n, "A"), naming(2n, "Mia")]);
    await source.commit([naming(2n, null), removePet(1n), naming(1n, "B")]);
    await using target = await TestDatabase.make(engine);
    await using stage = await target.store.stageCopy();
    await source.exportAll((batch) => stage.add(batch));
    expect((await stage.commit()).problems).toEqual([]);
    expect(await ledgerOf(target.store)).toEqual(await ledgerOf(source));
    await expectWholeHistory(target.store);
    expect(await undoInGroup(target.store, 6)).toMatchObject({ relabelled: 1 });
    expect(await target.store.labels.get(1n)).toEqual(label(1n, { name: "A" }));
    await expectWholeHistory(target.store);
  });
}

function describeChangesOfLabels(engine: Engine): void {
  const test = databaseTests(engine);

  test("from every position the changes lead to items and labels as they are, at once and in pages", async (store) => {
    const starts = [{ position: await positionOf(store), shown: await shownBy(store) }];
    const units: readonly (readonly CommitUnit[])[] = [
      [createPet(1n, 1), naming(1n, "A"), naming(5n, "Only a label")],
      [removePet(1n), naming(1n, "B")],
      [naming(5n, null), createPet(2n, 2)],
      [createPet(1n, 3), naming(1n, null), naming(1n, "C")],
      [changeSet([{ petId: 2n, remove: true, label: { name: "Gone" } }]), naming(6n, "New")],
      [naming(6n, null)],
    ];
    for (const group of units) {
      await store.commit(group);
      starts.push({ position: await positionOf(store), shown: await shownBy(store) });
    }
    const now = await shownBy(store);
    for (const { position, shown } of starts) {
      const changes = await store.changesSince(position, { labels: true });
      if (changes === "reload") throw new Error(`revision ${position.revision} is gone`);
      const atOnce = Folded.of(shown);
      atOnce.apply(changes);
      expect(atOnce.shown).toEqual(now);
      const inPages = Folded.of(shown);
      await store.readChanges(position, (page) => inPages.apply(page), { labels: true });
      expect(inPages.shown).toEqual(now);
    }
  });

  test("a change of a label alone gives no item, whichever way changes are read", async (store) => {
    await store.commit([createPet(1n, 1), createPet(2n, 2), removePet(2n)]);
    const since = await positionOf(store);
    await store.commit([1n, 2n, 3n].map((petId) => naming(petId, "A")));
    const { items, relabelled } = await changesAfter(store, since);
    expect(items).toEqual([]);
    expect(relabelled?.labels.map(({ petId }) => petId).toSorted()).toEqual([1n, 2n, 3n]);
    expect(await store.changesSince(since)).not.toHaveProperty("relabelled");
    await store.readChanges(since, (page) =>
      expect([page.items, page.removed, page.relabelled]).toEqual([[], [], undefined]),
    );
  });

  test("a small inventory with many changes of labels is read whole, and folds the same", async (store) => {
    await store.commit([createPet(1n, 1), createPet(2n, 2), createPet(3n, 3), naming(4n, "Only a label")]);
    const [since, folded] = [await positionOf(store), Folded.of(await shownBy(store))];
    await store.commit([removePet(3n), naming(3n, "Late"), naming(4n, null)]);
    for (let group = 0; group < 5; group++)
      await store.commit(Array.from({ length: 60 }, (_, i) => naming(BigInt(i % 3), `${group} ${i}`)));
    folded.apply(await changesAfter(store, since));
    expect(folded.shown).toEqual(await shownBy(store));
    await expectWholeHistory(store);
  });

  test("with a limit on movements, more changes of labels mean reload, and none is read", async (store) => {
    await store.commit([naming(1n, "A")]);
    const since = await positionOf(store);
    await importLabels(
      store,
      Array.from({ length: 5_000 }, (_, i) => ({ petId: BigInt(i), name: `Pet ${i}` })),
    );
    expect(await store.changesSince(since, { movementsMax: 100, labels: true })).toBe("reload");
    const folded = new Folded();
    await store.readChanges(since, (page) => folded.apply(page), { labels: true });
    expect(folded.shown).toEqual(await shownBy(store));
  });

  test("the position of labels moves with labels alone", async (store) => {
    await store.commit([createPet(1n, 1)]);
    await store.commit([naming(1n, "A"), setTo(1n, 2)]);
    const position = await store.labels.position();
    expect(position).toEqual(await positionOf(store));
    await store.commit([setTo(1n, 3)]);
    expect(await store.labels.position()).toEqual(position);
    await undoInGroup(store, 2);
    expect(await store.labels.position()).toEqual(await positionOf(store));
  });
}

/** By a command: a stage asks whether a key that acts exists. */
export function changeSet(changes: readonly PetChange[]) {
  return changeSetBy(changes, { by: COMMAND_ORIGIN });
}

const COUNTS = { created: 0, updated: 0, removed: 0, relabelled: 0 };

export function members(given: Partial<LabelMembers>): LabelMembers {
  return { ...NO_MEMBERS, ...given };
}

export function label(petId: bigint, given: Partial<LabelMembers>): Label {
  return { petId, ...members(given) };
}

/** A change set that gives a pet a name; null removes its label. */
export function naming(petId: bigint, name: string | null) {
  return changeSet([{ petId, label: name === null ? null : { name } }]);
}

/** An undo as a unit of a group. */
async function planned(store: InventoryStore, revision: number): Promise<RevisionUndo> {
  const plan = await store.planUndo({ revision, petsMax: 1_000 });
  if (plan.kind === "large") throw new Error(`revision ${revision} is large`);
  return { revision, plan, skipChanged: false, by: COMMAND_ORIGIN };
}

/** As `PUT /labels` and `petstock labels import` do. */
export async function importLabels(
  store: InventoryStore,
  given: readonly ({ readonly petId: bigint } & Partial<LabelMembers>)[],
  { replace = false }: { replace?: boolean } = {},
) {
  await using stage: ImportStage = await store.stageImport();
  const rows = given.map((each, index) => ({ ...each, line: index + 1 }) satisfies ImportRow & object);
  expect(await labelStage(stage, replace).add(rows)).toEqual([]);
  return await stage.apply({ ...IMPORT, replaceLabels: replace });
}

async function changesAfter(store: InventoryStore, since: Awaited<ReturnType<typeof positionOf>>) {
  const changes = await store.changesSince(since, { labels: true });
  if (changes === "reload") throw new Error(`revision ${since.revision} is gone`);
  return changes;
}

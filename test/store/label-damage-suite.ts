// The history of labels, on every engine, where a prune removes its old part, and where SQL of another program damages it.

import { expect } from "bun:test";
import { databaseTests } from "./database-tests.ts";
import { createPet, type Engine, expectConsistent, ledgerOf, removePet, setTo } from "./engine.ts";
import { importLabels, label, members, naming } from "./label-history-suite.ts";
import { shownBy } from "./label-ledger.ts";
import { pruneUpTo } from "./prune-suite.ts";
import { undoInGroup } from "./undo-suite.ts";

export function describeLabelDamage(engine: Engine): void {
  describePrunedLabels(engine);
  describeDamage(engine);
}

function describePrunedLabels(engine: Engine): void {
  const test = databaseTests(engine);

  test("a prune that is interrupted after any portion leaves a whole history, and the next one goes on", async (store, database) => {
    await store.commit([createPet(1n, 1), naming(1n, "A"), createPet(2n, 2), naming(2n, "B")]);
    await store.commit([removePet(1n), naming(2n, null), naming(3n, "Only a label"), naming(4n, "Passing")]);
    await store.commit([naming(4n, null), removePet(2n), createPet(5n, 5), naming(5n, "Old")]);
    await store.commit([naming(5n, "New"), naming(1n, "A2"), setTo(5n, 6)]);
    const before = await shownBy(store);
    await pruneUpTo(database, 12, { dryRun: true });
    for (let portions = 1, isOver = false; !isOver; portions++) {
      let left = portions;
      const onProgress = () => {
        if (--left === 0) throw new Error("interrupted");
      };
      const pruned = store.prune({ before: 13, dryRun: false, onProgress });
      isOver =
        (await pruned.then(
          () => true,
          (error: Error) => error.message !== "interrupted" && Promise.reject(error),
        )) === true;
      await expectConsistent(store);
      expect(await shownBy(store)).toEqual(before);
    }
    const left = await ledgerOf(store);
    expect(left.filter(({ revision }) => revision > 12)).toHaveLength(3);
    const renamed = left.find(({ petId, label: own }) => petId === 5n && own?.after?.name === "New");
    expect(renamed?.label?.before).toEqual(members({ name: "Old" }));
    expect(left.find(({ petId, revision }) => petId === 1n && revision > 12)?.label?.before).toEqual(
      members({ name: "A" }),
    );
    // Of pets that were removed and of labels that were removed nothing is left: they begin anew.
    await store.commit([naming(4n, "Again"), createPet(2n, 1), naming(2n, "Again"), createPet(3n, 1)]);
    await expectConsistent(store);
    expect(await undoInGroup(store, 13)).toMatchObject({ kind: "undone", relabelled: 1 });
    expect(await undoInGroup(store, 12)).toMatchObject({ kind: "pruned" });
    await expectConsistent(store);
  });

  test("a prune keeps a removed pet that has a label, and its label can go later", async (store, database) => {
    await store.commit([createPet(1n, 1), naming(1n, "A"), removePet(1n)]);
    await pruneUpTo(database, 3);
    expect(await shownBy(store)).toEqual({ items: [], labels: [label(1n, { name: "A" })] });
    await store.commit([naming(1n, null)]);
    await expectConsistent(store);
    await pruneUpTo(database, 4);
    expect(await shownBy(store)).toEqual({ items: [], labels: [] });
    expect(await ledgerOf(store)).toEqual([]);
    await store.commit([naming(1n, "B"), createPet(1n, 2)]);
    await expectConsistent(store);
  });
}

/** What another program could do to a database whose pet 1 has the labels A (revision 2), B (3) and C (5), and pet 2 none any more. */
const DAMAGE: readonly (readonly [what: string, sql: string, words: string])[] = [
  ["a pet whose label is lost", "DELETE FROM label_entry WHERE revision = 5", "pet 1"],
  ["a change of a label that is lost", "DELETE FROM label_entry WHERE revision = 3", "pet 1"],
  ["the first label that is lost", "DELETE FROM label_entry WHERE revision = 2", "pet 1"],
  [
    "a change of a label that names no label before",
    "UPDATE label_entry SET previous = NULL WHERE revision = 5",
    "pet 1",
  ],
  [
    "a change of a label that names another one",
    "UPDATE label_entry SET previous = 2 WHERE revision = 5",
    "pet 1",
  ],
  ["a first label that names one before", "UPDATE label_entry SET previous = 1 WHERE revision = 2", "pet 1"],
  ["a pet that has lost its label", "UPDATE inventory SET label_revision = NULL WHERE pet_id = 1", "pet 1"],
  ["a pet that has an old label", "UPDATE inventory SET label_revision = 3 WHERE pet_id = 1", "pet 1"],
  ["a pet that has a removed label", "UPDATE inventory SET label_revision = 7 WHERE pet_id = 2", "pet 2"],
  ["a label that is empty", "UPDATE label_entry SET name = NULL WHERE revision = 5", "pet 1"],
  ["a removal that left a label", "UPDATE label_entry SET name = 'X' WHERE revision = 7", "pet 2"],
  [
    "a label without a movement",
    "INSERT INTO label_entry (revision, pet_id, name) VALUES (5, 3, 'X')",
    "pet 3",
  ],
  ["labels of a pet that are all lost", "DELETE FROM label_entry WHERE pet_id = 2", "revision 6"],
  [
    "a change of a label that changes nothing",
    "UPDATE label_entry SET name = 'A' WHERE revision = 3",
    "revision 3",
  ],
  ["a count of labels that is wrong", "UPDATE revision_request SET labels = 3 WHERE labels = 2", "labels"],
];

function describeDamage(engine: Engine): void {
  const test = databaseTests(engine, async (store) => {
    await store.commit([createPet(1n, 1), naming(1n, "A"), naming(1n, "B"), setTo(1n, 2), naming(1n, "C")]);
    await store.commit([naming(2n, "Passing"), naming(2n, null)]);
    await importLabels(store, [
      { petId: 7n, name: "Seven" },
      { petId: 8n, name: "Eight" },
    ]);
  });

  test.each(DAMAGE)("verify finds %s", async ({ store, database }, _, sql, words) => {
    await expectConsistent(store);
    await database.tamper(sql);
    const { problems } = await store.verify();
    expect(problems.join("\n")).toContain(words);
  });
}

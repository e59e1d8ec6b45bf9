// A restore between two transactions of a prune replaces the history. The prune must then remove nothing: rows that were old
// in the first history may be the newest of the restored one.

import { expect, setDefaultTimeout, spyOn, test } from "bun:test";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { TaskConnection } from "../../src/sqlite/file/task-connection.ts";
import { createPet, everythingOf, expectConsistent, setTo } from "../store/engine.ts";
import { PROGRAM } from "../support/petstock.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { backUp, openSqlite, runSql, storeErrorOf } from "./embedded.ts";

setDefaultTimeout(60_000);

const PRUNED = "the history changed during the prune";

/**
 * Brings an empty inventory to revision 12, with a backup of revision 6. The time of each commit is its revision. Returns a
 * function that restores the backup.
 */
async function makeHistory(store: InventoryStore, folder: TemporaryFolder): Promise<() => void> {
  const [path, backup] = [folder.file("petstock.db"), folder.file("a.backup")];
  await store.commit([createPet(1n, 0), createPet(2n, 0)]);
  const adjust = async (upTo: number) => {
    for (let quantity = 3; quantity <= upTo; quantity++) await store.commit([setTo(1n, quantity)]);
    runSql(path, "UPDATE commit_mark SET at = revision");
  };
  await adjust(6);
  await backUp(path, backup);
  await adjust(12);
  const command = [...PROGRAM, "restore", backup, "--yes", "--database", `sqlite:${path}`];
  // Synchronously: the prune continues meanwhile otherwise.
  return () => expect(Bun.spawnSync(command).exitCode).toBe(0);
}

test.each([
  ["a commit that the backup lacks", 12, 6],
  ["the backup's newest commit", 6, 6],
  ["a commit that both have, with older ones", 4, 6],
])(
  "between two transactions, where the history was to begin with %s, it ends the prune",
  async (_, begins, revision) => {
    using folder = new TemporaryFolder();
    await using store = await openSqlite(folder.file("petstock.db"));
    const restore = await makeHistory(store, folder);
    let reports = 0;
    const onProgress = () => void (++reports === 1 && restore());
    const error = await storeErrorOf(store.prune({ before: begins + 1, dryRun: false, onProgress }));
    expect({ reports, message: error.message }).toEqual({
      reports: 1,
      message: expect.stringContaining(PRUNED),
    });
    const restored = await everythingOf(store);
    expect([restored.position.revision, restored.movements.length]).toEqual([revision, revision]);
    await expectConsistent(store);
    await store.prune({ before: begins + 1, dryRun: false });
    await expectConsistent(store);
    expect((await everythingOf(store)).items).toEqual(restored.items);
  },
);

test("after the last commit went, where an earlier prune had removed all older ones, it does so too", async () => {
  using folder = new TemporaryFolder();
  await using store = await openSqlite(folder.file("petstock.db"));
  const restore = await makeHistory(store, folder);
  // The backup has the commit with which the history starts, and the older ones.
  await store.prune({ before: 5, dryRun: false });
  const { write } = TaskConnection.prototype;
  using spy = spyOn(TaskConnection.prototype, "write");
  const restoreAfterCommits = function <T>(this: TaskConnection, work: () => T): T {
    // The first transaction waits for writers, the second finds no commit to remove.
    if (spy.mock.calls.length === 3) restore();
    return write.call(this, work) as T;
  };
  spy.mockImplementation(restoreAfterCommits);
  const error = await storeErrorOf(store.prune({ before: 5, dryRun: false }));
  expect(error.message).toContain(PRUNED);
  const restored = await everythingOf(store);
  expect([restored.position.revision, restored.movements.length]).toEqual([6, 6]);
  await expectConsistent(store);
});

test("before the first transaction that removes anything it does so too, and the newest commit stays", async () => {
  using folder = new TemporaryFolder();
  await using store = await openSqlite(folder.file("petstock.db"));
  const restore = await makeHistory(store, folder);
  const { write } = TaskConnection.prototype;
  using spy = spyOn(TaskConnection.prototype, "write");
  spy.mockImplementationOnce(function <T>(this: TaskConnection, work: () => T): T {
    restore();
    return write.call(this, work) as T;
  });
  const error = await storeErrorOf(store.prune({ before: 100, dryRun: false }));
  expect(error.message).toContain(PRUNED);
  const restored = await everythingOf(store);
  expect([restored.position.revision, restored.movements.length]).toEqual([6, 6]);
  await expectConsistent(store);
});

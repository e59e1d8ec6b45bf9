// Crafted backups whose labels do not belong to their history, or hold what petstock never writes, are refused; a whole one is not.

import { expect, setDefaultTimeout, test } from "bun:test";
import { SqliteBackups } from "../../src/sqlite/backup/backups.ts";
import { changeSet } from "../store/change-sets.ts";
import { COMMAND_ORIGIN, createPet, setTo } from "../store/engine.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { filesIn, openSqlite, petstockAt, runSql, storeErrorOf } from "./embedded.ts";

setDefaultTimeout(60_000);

/** Pet 1 was named A (revision 2) and B (4), pet 2 for a moment (5 and 6), and pet 9 is in no inventory (7). */
async function labelledAt(path: string): Promise<void> {
  await using store = await openSqlite(path);
  const naming = (petId: bigint, name: string | null) =>
    changeSet([{ petId, label: name === null ? null : { name, low: 1 } }], { by: COMMAND_ORIGIN });
  await store.commit([createPet(1n, 1), naming(1n, "A"), setTo(1n, 5), naming(1n, "B")]);
  await store.commit([naming(2n, "Passing"), naming(2n, null), naming(9n, "Only a label")]);
}

async function refusalOf(sql: string): Promise<string> {
  using folder = new TemporaryFolder();
  const [path, backup] = [folder.file("petstock.db"), folder.file("a.backup")];
  await petstockAt(path);
  await labelledAt(backup);
  const unchecked = "PRAGMA ignore_check_constraints = ON";
  runSql(backup, "PRAGMA journal_mode = DELETE", unchecked, sql);
  const before = filesIn(folder.path);
  const backups = new SqliteBackups({ path, lockTimeoutMs: 5_000 });
  const { code, message } = await storeErrorOf(backups.open(backup, AbortSignal.timeout(50_000)));
  expect(code).toBe("unusable");
  expect(message).toEndWith("; nothing was changed");
  expect(filesIn(folder.path)).toEqual(before);
  return message;
}

const LEDGER = "its ledger does not fold to its stock";
const ROW = "has a row that petstock never writes";

test.each<[string, string, string]>([
  ["whose last label is lost", "DELETE FROM label_entry WHERE revision = 4", LEDGER],
  ["whose earlier label is lost", "DELETE FROM label_entry WHERE revision = 2", LEDGER],
  ["whose labels of one pet are lost", "DELETE FROM label_entry WHERE pet_id = 2", LEDGER],
  ["whose pet has an earlier label", "UPDATE inventory SET label_revision = 2 WHERE pet_id = 1", LEDGER],
  ["whose pet has no label", "UPDATE inventory SET label_revision = NULL WHERE pet_id = 9", LEDGER],
  [
    "with a label of no movement",
    "INSERT INTO label_entry VALUES (3, 7, 'X', NULL, NULL, NULL, NULL)",
    LEDGER,
  ],
  ["whose pet has a label of the future", "UPDATE inventory SET label_revision = 99 WHERE pet_id = 1", ROW],
  ["with a label before itself", "UPDATE label_entry SET previous = 4 WHERE revision = 4", ROW],
  ["with an empty name", "UPDATE label_entry SET name = '' WHERE revision = 4", ROW],
  ["with a line break", "UPDATE label_entry SET name = 'a' || char(10) || 'b' WHERE revision = 2", ROW],
  ["with a long code", "UPDATE label_entry SET code = hex(zeroblob(101)) WHERE revision = 4", ROW],
  [
    "with a low quantity below zero",
    "UPDATE label_entry SET low = -1 WHERE revision = 4",
    "CHECK constraint failed",
  ],
  ["with a count of no labels", "INSERT INTO revision_request VALUES (2, NULL, NULL, NULL, 0)", ROW],
])("a backup %s is refused", async (_, sql, words) => {
  expect(await refusalOf(sql)).toContain(words);
});

test("a whole backup is restored with labels, and their changes can be undone", async () => {
  using folder = new TemporaryFolder();
  const [path, backup] = [folder.file("petstock.db"), folder.file("a.backup")];
  await petstockAt(path);
  await labelledAt(backup);
  runSql(backup, "PRAGMA journal_mode = DELETE");
  const backups = new SqliteBackups({ path, lockTimeoutMs: 5_000 });
  {
    const signal = AbortSignal.timeout(50_000);
    await using restore = await backups.open(backup, signal);
    await restore.restore(() => {}, signal);
  }
  await using store = await openSqlite(path, { create: false });
  expect((await store.labels.page({ limit: 9 })).map(({ petId, name }) => [petId, name])).toEqual([
    [1n, "B"],
    [9n, "Only a label"],
  ]);
  expect(await store.undo({ revision: 4, dryRun: false, by: COMMAND_ORIGIN })).toMatchObject({
    relabelled: 1,
  });
  expect(await store.labels.get(1n)).toMatchObject({ name: "A" });
  expect((await store.verify()).problems).toEqual([]);
});

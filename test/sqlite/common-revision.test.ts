// Up to which revision a backup and a database have a common history, so that a restore says what will be lost.

import { expect, setDefaultTimeout, setSystemTime, test } from "bun:test";
import { copyFileSync } from "node:fs";
import { SqliteBackups } from "../../src/sqlite/backup/backups.ts";
import { setTo } from "../store/engine.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { backUp, openSqlite, petstockAt, runSql } from "./embedded.ts";

setDefaultTimeout(60_000);

const HOUR_MS = 3_600_000;

/** One revision for each quantity, `fromNowMs` later by the clock. */
async function commitTo(path: string, fromNowMs: number, ...quantities: readonly number[]): Promise<void> {
  await using store = await openSqlite(path);
  for (const [index, quantity] of quantities.entries()) {
    setSystemTime(Date.now() + fromNowMs + index);
    await store.commit([setTo(1n, quantity)]).finally(() => setSystemTime());
  }
}

async function commonOf(path: string, other: string): Promise<number | undefined> {
  const backup = `${other}.backup`;
  await backUp(other, backup);
  const signal = AbortSignal.timeout(50_000);
  await using restore = await new SqliteBackups({ path, lockTimeoutMs: 5_000 }).open(backup, signal);
  return (await restore.plan()).common;
}

test("histories that part after a commit under a clock that was ahead have nothing in common after that", async () => {
  using folder = new TemporaryFolder();
  const [here, there] = [folder.file("here.db"), folder.file("there.db")];
  await petstockAt(here);
  await commitTo(here, 24 * HOUR_MS, 100); // revision 51
  await commitTo(here, 0, 101); // revision 52, marked with the time of 51
  copyFileSync(here, there);
  await commitTo(here, HOUR_MS, 102, 103);
  await commitTo(there, 2 * HOUR_MS, 202, 203, 204);
  expect(await commonOf(here, there)).toBe(52);
});

test("a pruned history still has its commits in common with a backup from before", async () => {
  using folder = new TemporaryFolder();
  const [here, there] = [folder.file("here.db"), folder.file("there.db")];
  await petstockAt(here);
  await commitTo(here, HOUR_MS, 100, 101);
  copyFileSync(here, there);
  runSql(here, "DELETE FROM ledger_entry WHERE revision = 52 AND pet_id = 1");
  expect(await commonOf(here, there)).toBe(52);
});

// Changes of labels on SQLite: on a thread of their own, compared before the write lock is taken.

import { expect, setDefaultTimeout, test } from "bun:test";
import { Database } from "bun:sqlite";
import type { LabelRow } from "../../src/inventory/label.ts";
import { applyLabels, compareLabels, stagedLabelOf } from "../../src/ledger/labels.ts";
import { names } from "../../src/ledger/sql.ts";
import { runWork } from "../../src/sqlite/run-work.ts";
import type { SqliteStore } from "../../src/sqlite/store.ts";
import { createPet } from "../store/engine.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { dyingWorker, openSqlite, storeErrorOf } from "./embedded.ts";

setDefaultTimeout(60_000);

const REX: LabelRow = { petId: 1n, name: "Rex", line: 1 };
const OPTIONS = { replace: false, dryRun: false } as const;

async function put(store: SqliteStore, ...rows: readonly LabelRow[]) {
  await using stage = await store.labels.stage();
  await stage.add(rows);
  return await stage.apply(OPTIONS);
}

test.each([
  ["openLabelStage 1 throws", "unavailable", 0],
  ["addRows 1 exits", "unavailable", 0],
  ["applyStage 1 throws", "outcome_unknown", 0],
  ["applyStage 1 throws-after", "outcome_unknown", 1],
] as const)("a thread that dies at %s fails its change alone: %s", async (death, code, labels) => {
  using folder = new TemporaryFolder();
  const path = folder.file("petstock.db");
  await using store = await openSqlite(path, { startWorker: dyingWorker(death) });
  expect((await storeErrorOf(put(store, REX))).code).toBe(code);
  expect(await store.commit([createPet(1n, 1)])).toMatchObject([{ kind: "updated" }]);
  expect((await store.labels.page({ limit: 10 })).labels).toHaveLength(labels);
  await store.ping();
});

test("labels that have changed since the comparison are compared again, under the lock", async () => {
  using folder = new TemporaryFolder();
  const path = folder.file("petstock.db");
  await using store = await openSqlite(path);
  using db = new Database(path, { safeIntegers: true, strict: true });
  db.run("CREATE TEMP TABLE staged (pet_id INTEGER PRIMARY KEY, name, kind, code, low, given)");
  const { petId, name, kind, code, low, given } = stagedLabelOf(REX);
  db.query("INSERT INTO staged VALUES (?, ?, ?, ?, ?, ?)").run(petId, name, kind, code, low, given);
  const change = { ...OPTIONS, staged: names("staged") };
  const compared = runWork(db, compareLabels(change));
  expect(compared).toMatchObject({ created: 1, updated: 0, unchanged: 0 });

  await put(store, { petId: 1n, name: "Max", line: 1 });
  expect(runWork(db, applyLabels(change, compared))).toMatchObject({ created: 0, updated: 1, unchanged: 0 });
  const expected = { ...change, ifCounter: [compared.counter] };
  expect(runWork(db, applyLabels(expected, compared))).toMatchObject({ kind: "changed_since" });
  expect((await store.labels.get(1n))?.name).toBe("Rex");
});

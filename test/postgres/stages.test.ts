// The rows of uploads, in tables that all share: they last as long as their upload, and no upload is applied without a part of them.

import { expect, setDefaultTimeout, test } from "bun:test";
import type { ImportStage } from "../../src/inventory/import.ts";
import { expectConsistent, IMPORT, importRows, item, itemsOf, rows } from "../store/engine.ts";
import { undo } from "../store/undo-suite.ts";
import { makeDatabase, type TestDatabase } from "../support/postgres-database.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { TestClock } from "../support/test-clock.ts";
import { until } from "../support/until.ts";
import { codeOf, openNewStore, openStore } from "./opened-store.ts";

setDefaultTimeout(60_000);

function apply(stage: ImportStage) {
  return stage.apply(IMPORT);
}

/** As if the time had passed. */
async function makeOld(database: TestDatabase): Promise<void> {
  await database.run("UPDATE stage SET touched_at = touched_at - interval '1 hour'");
}

test("an upload that rests is kept by its beats, and is applied in the end", async () => {
  const clock = new TestClock(["stageBeatMs"]);
  await using setting = await openNewStore({ clock });
  const { database, store } = setting;
  await using stage = await store.stageImport();
  await stage.add(rows([1n, 1], [2n, 2]));
  await makeOld(database);
  await clock.expire("stageBeatMs");
  await until("the beat", async () => {
    const young = await database.run("SELECT 1 FROM stage WHERE touched_at > now() - interval '10 minutes'");
    return young.length === 1;
  });
  // Begins with a sweep.
  await importRows(store, rows([3n, 3]));
  expect(await apply(stage)).toMatchObject({ kind: "applied", created: 2 });
  expect(await itemsOf(store)).toEqual([item(1n, 1), item(2n, 2), item(3n, 3)]);
});

test.each([
  ["in the order of their ids", rows([3n, 3], [4n, 4])],
  ["in no order", rows([1n, 3], [0n, 4])],
])("an upload that was swept takes no more rows, %s, and is not applied", async (_, more) => {
  await using setting = await openNewStore();
  const { database, store } = setting;
  await using stage = await store.stageImport();
  await stage.add(rows([1n, 1], [2n, 2]));
  await makeOld(database);
  await importRows(store, rows([9n, 9]));
  expect(await database.run("SELECT 1 FROM staged_row")).toEqual([]);
  expect(await codeOf(stage.add(more))).toBe("unavailable");
  expect(await database.run("SELECT 1 FROM staged_row")).toEqual([]);
  expect(await codeOf(apply(stage))).toBe("unavailable");
  expect(await itemsOf(store)).toEqual([item(9n, 9)]);
});

test("an upload that is being applied is not swept", async () => {
  await using setting = await openNewStore();
  const { database, store } = setting;
  await using rival = await openStore(database.url);
  await using stage = await store.stageImport();
  await stage.add(rows([1n, 1]));
  const held = await database.transaction("LOCK TABLE ledger_entry IN ACCESS EXCLUSIVE MODE");
  const applied = apply(stage);
  await until("the import to wait", async () => {
    const waiting = await database.run(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return waiting.length === 1;
  });
  await makeOld(database);
  await using _ = await rival.stageImport();
  await held[Symbol.asyncDispose]();
  expect(await applied).toMatchObject({ kind: "applied", created: 1 });
});

test("after a crash of PostgreSQL an upload is refused, not applied in part, and nothing of it is left", async () => {
  await using server = await PostgresServer.start();
  await using database = await makeDatabase(server);
  await using store = await openStore(database.url, { retryOpen: true });
  {
    await using stage = await store.stageImport();
    await stage.add(rows([1n, 1], [2n, 2]));
    // The sent rows are on their way to the disk; unlogged tables are emptied all the same.
    await database.run("CHECKPOINT");
    await server.stop("immediate");
    await server.startAgain();
    await until("the store to find its server", async () => (await codeOf(store.ping())) === "done");
    expect(await codeOf(stage.add(rows([3n, 3])))).toBe("unavailable");
    expect(await codeOf(apply(stage))).toBe("unavailable");
  }
  expect(await itemsOf(store)).toEqual([]);
  expect(await database.run("SELECT 1 FROM staged_row")).toEqual([]);
  expect(await importRows(store, rows([1n, 1]))).toMatchObject({ created: 1 });
  await expectConsistent(store);
});

test("an undo of labels whose difference was swept before the lock changes nothing", async () => {
  await using setting = await openNewStore();
  const { database, store } = setting;
  await importRows(store, [{ petId: 1n, quantity: 1, label: { name: "Rex" }, line: 2 }]);
  const locked = await database.transaction("SELECT 1 FROM write_lock FOR UPDATE");
  const undone = undo(store, 1);
  await until("the difference", async () => (await database.run("SELECT 1 FROM staged_change")).length > 0);
  await makeOld(database);
  await using rival = await openStore(database.url);
  await using _ = await rival.stageImport();
  expect(await database.run("SELECT 1 FROM staged_change")).toEqual([]);
  await locked[Symbol.asyncDispose]();
  expect(await codeOf(undone)).toBe("unavailable");
  expect(await itemsOf(store)).toEqual([item(1n, 1)]);
});

test("rows are taken, and removed, while commits wait for a standby that is away", async () => {
  await using server = await PostgresServer.start();
  await using database = await makeDatabase(server);
  await using store = await openStore(database.url);
  await server.run("ALTER SYSTEM SET synchronous_standby_names = 'away'");
  await server.run("SELECT pg_reload_conf()");
  let commit: Promise<unknown> | undefined;
  const waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
  await until("a commit to wait", async () => {
    // Those before the server knows the setting end at once.
    commit ??= database
      .run("SELECT pg_logical_emit_message(true, 'test', '')")
      .finally(() => (commit = undefined));
    return (await database.run(waits)).length === 1;
  });
  {
    await using stage = await store.stageImport();
    expect(await stage.add(rows([1n, 1], [2n, 2]))).toEqual([]);
    expect(await stage.apply({ ...IMPORT, dryRun: true })).toMatchObject({ kind: "applied", created: 2 });
  }
  expect(await database.run("SELECT 1 FROM stage")).toEqual([]);
  expect(await database.run(waits)).toHaveLength(1);
  await server.run("ALTER SYSTEM RESET synchronous_standby_names");
  await server.run("SELECT pg_reload_conf()");
  await commit;
});

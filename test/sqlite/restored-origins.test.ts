// A restore replaces the origins of movements while services have the database open: an id may then name another origin.

import { expect, setDefaultTimeout, test } from "bun:test";
import type { Origin } from "../../src/inventory/movement.ts";
import { SqliteBackups } from "../../src/sqlite/backup/backups.ts";
import { createPet, expectConsistent, ledgerOf, setTo } from "../store/engine.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { backUp, openSqlite } from "./embedded.ts";

setDefaultTimeout(60_000);

const key = (name: string): Origin => ({ actor: `key:${name}`, keyId: name, requestId: null });

test("a store that is open during a restore writes the right origins afterwards", async () => {
  using folder = new TemporaryFolder();
  const [path, other] = [folder.file("petstock.db"), folder.file("other.db")];
  const backup = folder.file("other.backup");
  {
    await using source = await openSqlite(other);
    await source.commit([createPet(1n, 1), setTo(1n, 2, { by: key("b") }), setTo(1n, 3, { by: key("a") })]);
  }
  await backUp(other, backup);
  await using store = await openSqlite(path);
  await store.commit([createPet(1n, 1), setTo(1n, 2, { by: key("a") }), setTo(1n, 3, { by: key("b") })]);
  {
    const signal = AbortSignal.timeout(50_000);
    await using restore = await new SqliteBackups({ path, lockTimeoutMs: 5_000 }).open(backup, signal);
    await restore.restore(() => {}, signal);
  }
  await store.commit([setTo(1n, 4, { by: key("a") }), setTo(1n, 5, { by: key("c") })]);
  const actors = (await ledgerOf(store)).map(({ by }) => by.actor);
  expect(actors).toEqual(["key:c", "key:a", "key:a", "key:b", "cli:clerk"]);
  await expectConsistent(store);
});

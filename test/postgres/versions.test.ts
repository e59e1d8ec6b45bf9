// The supported versions of PostgreSQL: each has everything that the engine uses. 18 comes from npm; the others are tested
// where Debian's packages are installed. `PETSTOCK_POSTGRES=FOLDER` runs any test on the programs of another version.

import { existsSync } from "node:fs";
import { expect, setDefaultTimeout, test } from "bun:test";
import {
  COMMAND_ORIGIN,
  ledgerOf,
  createPet,
  expectConsistent,
  IMPORT,
  importRows,
  item,
  itemsOf,
  kinds,
  idempotencyKey,
  positionOf,
  rows,
  setTo,
} from "../store/engine.ts";
import { keyRecord } from "../store/keys-suite.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { openStore } from "./opened-store.ts";

setDefaultTimeout(120_000);

const OLDER = [15, 16, 17].map((version) => ({ version, programs: `/usr/lib/postgresql/${version}` }));
const MISSING = OLDER.filter(({ programs }) => !existsSync(`${programs}/bin/postgres`));
for (const { version, programs } of MISSING)
  console.log(`skipped: PostgreSQL ${version} is missing (${programs}, Debian's postgresql-${version})`);

for (const each of OLDER) {
  test.skipIf(MISSING.includes(each))(`PostgreSQL ${each.version} works`, () =>
    doAllOn(each.version, each.programs),
  );
}

test("the version from npm works", () => doAllOn(undefined, undefined));

async function doAllOn(version: number | undefined, programs: string | undefined): Promise<void> {
  await using server = await PostgresServer.start({
    settings: { fsync: "off" },
    ...(programs !== undefined && { programs }),
  });
  const [row] = await server.run("SELECT current_setting('server_version_num')::int / 10000 AS version");
  if (version !== undefined) expect(row).toEqual({ version });
  await using store = await openStore(server.url());
  await using other = await openStore(server.url());

  const start = await positionOf(store);
  expect(kinds(await store.commit([createPet(1n, 1), createPet(2n, 2)]))).toEqual(["updated", "updated"]);
  expect(kinds(await other.commit([idempotencyKey("a", 1n, 5)]))).toEqual(["updated"]);
  expect(kinds(await store.commit([idempotencyKey("a", 1n, 5), setTo(9n, 1)]))).toEqual([
    "replayed",
    "not_found",
  ]);
  expect(await importRows(store, rows([2n, 7], [3n, 3]), { ...IMPORT, replace: true })).toMatchObject({
    created: 1,
    updated: 1,
    removed: 1,
  });
  expect(await other.changesSince(start)).toMatchObject({
    items: expect.arrayContaining([item(2n, 7), item(3n, 3)]),
    removed: [1n],
  });
  expect(await store.undo({ revision: 4, dryRun: false, by: COMMAND_ORIGIN })).toMatchObject({
    kind: "undone",
    revision: 5,
  });
  expect(await itemsOf(other)).toEqual([item(1n, 5), item(2n, 2)]);

  await store.keys.create(keyRecord(1));
  expect(await other.keys.list()).toHaveLength(1);
  expect((await store.storageUse()).databaseBytes).toBeGreaterThan(0);
  expect(await store.removeExpired({ from: 0, before: Date.now() + 1, max: 10 })).toMatchObject({
    removed: 1,
  });
  await store.prune({ before: Date.now() + 1, dryRun: false });
  expect(await ledgerOf(store, { limit: 10 })).toHaveLength(2);
  await expectConsistent(other);
  await store.retire({ at: 7000, to: "elsewhere" });
  await expect(other.ping()).rejects.toMatchObject({ code: "retired" });
}

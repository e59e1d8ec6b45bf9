// The parts of a database address and of the environment that count, as docs/scaling.md describes.

import { expect, setDefaultTimeout, test } from "bun:test";
import { petstockProcess } from "../support/petstock.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import { PASSWORD, USER } from "../support/postgres-installation.ts";
import { openStore } from "./opened-store.ts";

setDefaultTimeout(60_000);

test.each([
  ["", "petstock"],
  ["?application_name=till%201", "till 1"],
])("with %p sessions have the name %p", async (query, name) => {
  await using database = await makeDatabase(await sharedServer());
  await using store = await openStore(database.url + query);
  await store.ping();
  const sessions = await database.run(
    "SELECT DISTINCT application_name FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  expect(sessions).toEqual([{ application_name: name }]);
});

test("user and password may come from the environment; no other variable leads to another database", async () => {
  await using database = await makeDatabase(await sharedServer());
  const { port } = database.server;
  const bare = `postgres://127.0.0.1:${port}/${database.name}`;
  const run = async (url: string, env: Record<string, string>) =>
    (await petstockProcess(["migrate"], { env: { DATABASE_URL: url, ...env } })).exitCode;
  const elsewhere = { PGHOST: "nowhere.invalid", PGPORT: "1", PGDATABASE: "nowhere" };
  expect(await run(database.url, { ...elsewhere, PGUSER: "nobody", PGPASSWORD: "wrong" })).toBe(0);
  expect(await run(bare, { ...elsewhere, PGUSER: USER, PGPASSWORD: PASSWORD })).toBe(0);
  expect(await run(bare, { PGUSER: USER, PGPASSWORD: "wrong" })).toBe(1);
});

test.each([
  ["PGSSLMODE", "require"],
  // Bun's driver reads them, whatever server they name.
  ["TLS_DATABASE_URL", "postgres://elsewhere.invalid/other"],
  ["TLS_POSTGRES_DATABASE_URL", "postgres://elsewhere.invalid/other"],
])("%s counts if the address has no sslmode", async (variable, value) => {
  await using database = await makeDatabase(await sharedServer());
  const run = (query: string) =>
    petstockProcess(["migrate", "--database", database.url + query], { env: { [variable]: value } });
  const { exitCode, stderr } = await run("");
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining("encryption")]);
  expect((await run("?sslmode=disable")).exitCode).toBe(0);
});

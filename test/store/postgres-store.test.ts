// The PostgreSQL engine passes the suite, on a real server.

import { afterAll, setDefaultTimeout } from "bun:test";
import { PostgresStore } from "../../src/postgres/store.ts";
import { makeDatabase, sharedServer, type TestDatabase } from "../support/postgres-database.ts";
import type { TemporaryFolder } from "../support/temporary-folder.ts";
import { describeStore } from "./conformance.ts";
import type { Engine, OpenOptions } from "./engine.ts";

// The first test waits for the server to be made, which a busy machine takes its time for.
setDefaultTimeout(60_000);

const databases = new Map<TemporaryFolder, Promise<TestDatabase>>();
let template: Promise<TestDatabase> | undefined;

function openStore({ url }: TestDatabase, options: OpenOptions = {}): Promise<PostgresStore> {
  return PostgresStore.open({ ...options, urls: [url], lockTimeoutMs: 5_000, retryOpen: false });
}

/** With the schema in it: copying is faster than migrating. */
async function makeTemplate(): Promise<TestDatabase> {
  const database = await makeDatabase(await sharedServer());
  const store = await openStore(database);
  await store[Symbol.asyncDispose]();
  return database;
}

function databaseOf(folder: TemporaryFolder): Promise<TestDatabase> {
  const known = databases.get(folder);
  if (known !== undefined) return known;
  template ??= makeTemplate();
  const made = template.then(copyOf);
  databases.set(folder, made);
  return made;
}

/** A copy has the nonce of what it was copied from, and so the same history; a database of its own has not. */
async function copyOf({ server, name }: TestDatabase): Promise<TestDatabase> {
  const database = await makeDatabase(server, name);
  await database.run("UPDATE commit_mark SET nonce = substr(md5(random()::text), 1, 16)");
  return database;
}

const postgres: Engine = {
  open: async (folder, options) => openStore(await databaseOf(folder), options),
  async tamper(folder, sql) {
    await (await databaseOf(folder)).run(sql);
  },
  async remove(folder) {
    const database = await databases.get(folder);
    databases.delete(folder);
    await database?.[Symbol.asyncDispose]();
  },
};

describeStore("PostgreSQL", postgres);

afterAll(async () => (await template)?.[Symbol.asyncDispose]());

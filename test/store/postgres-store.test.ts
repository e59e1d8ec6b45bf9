// The PostgreSQL engine passes the suite, on a real server.

import { afterAll, setDefaultTimeout } from "bun:test";
import { PostgresStore } from "../../src/postgres/store.ts";
import { sharedServer, type TestDatabase } from "../support/postgres-database.ts";
import { PostgresPool } from "../support/postgres-pool.ts";
import { sized } from "../support/sizes.ts";
import type { TemporaryFolder } from "../support/temporary-folder.ts";
import { ALL_PARTS, describeStore, LARGER_PARTS } from "./conformance.ts";
import type { Engine, OpenOptions } from "./engine.ts";

// The first test waits until the server has been made, which takes long on a busy machine.
setDefaultTimeout(60_000);

interface Taken {
  readonly database: TestDatabase;
  isSpoiled: boolean;
}

const taken = new Map<TemporaryFolder, Promise<Taken>>();
let pool: Promise<PostgresPool> | undefined;

function openStore(url: string, options: OpenOptions = {}): Promise<PostgresStore> {
  return PostgresStore.open({ ...options, urls: [url], lockTimeoutMs: 5_000, retryOpen: false });
}

async function makePool(): Promise<PostgresPool> {
  return PostgresPool.make(await sharedServer(), async (url) => {
    const store = await openStore(url);
    await store[Symbol.asyncDispose]();
  });
}

async function take(): Promise<Taken> {
  pool ??= makePool();
  return { database: await (await pool).take(), isSpoiled: false };
}

function databaseOf(folder: TemporaryFolder): Promise<Taken> {
  const known = taken.get(folder);
  if (known !== undefined) return known;
  const made = take();
  taken.set(folder, made);
  return made;
}

const postgres: Engine = {
  open: async (folder, options) => openStore((await databaseOf(folder)).database.url, options),
  async tamper(folder, sql) {
    const used = await databaseOf(folder);
    // Any other statement changes the schema.
    used.isSpoiled ||= !/^\s*(UPDATE|INSERT|DELETE)\b/.test(sql);
    await used.database.run(sql);
  },
  async remove(folder) {
    const used = await taken.get(folder);
    taken.delete(folder);
    if (used !== undefined) await (await pool)?.give(used.database, used);
  },
};

describeStore("PostgreSQL", postgres, sized({ quick: ALL_PARTS, long: LARGER_PARTS, hours: ALL_PARTS }));

afterAll(async () => (await pool)?.[Symbol.asyncDispose]());

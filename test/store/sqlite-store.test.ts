// The embedded engine passes the suite, with its writer on a thread of its own and without.

import { Database } from "bun:sqlite";
import { join } from "node:path";
import { SqliteStore } from "../../src/sqlite/store.ts";
import type { TemporaryFolder } from "../support/temporary-folder.ts";
import { describeStore } from "./conformance.ts";
import type { Engine } from "./engine.ts";

const WRITER = join(import.meta.dir, "../../src/sqlite-writer.ts");

function sqlite(startWorker?: () => Worker): Engine {
  const pathIn = (folder: TemporaryFolder) => folder.file("petstock.db");
  return {
    open: (folder, options) =>
      SqliteStore.open({
        ...options,
        path: pathIn(folder),
        lockTimeoutMs: 5_000,
        create: true,
        ...(startWorker !== undefined && { startWorker }),
      }),
    async tamper(folder, sql) {
      using db = new Database(pathIn(folder), { readwrite: true });
      db.run(sql);
    },
    async remove() {},
  };
}

describeStore(
  "SQLite with its writer on a thread",
  sqlite(() => new Worker(WRITER)),
);
describeStore("SQLite with its writer on the caller's thread", sqlite());

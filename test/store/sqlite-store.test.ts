// The embedded engine passes the suite, with its writer on a thread of its own and without.
// A thread only passes on what the writer does on the caller's thread. So the quick half tries there what depends on the thread: commits,
// groups, work that takes long, random histories of everything, and the end; the long half tries other parts.

import { Database } from "bun:sqlite";
import { setDefaultTimeout } from "bun:test";
import { SqliteStore, type SqliteStoreOptions } from "../../src/sqlite/store.ts";
import { sized } from "../support/sizes.ts";
import type { TemporaryFolder } from "../support/temporary-folder.ts";
import { startWorker } from "../support/writer-worker.ts";
import { ALL_PARTS, describeStore, LARGER_PARTS, type Part } from "./conformance.ts";
import type { Engine } from "./engine.ts";

setDefaultTimeout(60_000);

function sqlite(writer: Pick<SqliteStoreOptions, "startWorker"> = {}): Engine {
  const pathIn = (folder: TemporaryFolder) => folder.file("petstock.db");
  return {
    open: (folder, options) =>
      SqliteStore.open({
        ...options,
        ...writer,
        path: pathIn(folder),
        lockTimeoutMs: 5_000,
        create: true,
      }),
    async tamper(folder, sql) {
      using db = new Database(pathIn(folder), { readwrite: true });
      db.run(sql);
    },
    async remove() {},
  };
}

const ON_A_THREAD: readonly Part[] = [
  "commit",
  "change sets",
  "equal requests",
  "imports",
  "plans",
  "undo in groups",
  "labels",
  "random histories",
  "closing",
];
/** The work of the writer that is in no part above, or only in random histories. The other parts read, which needs no writer. */
const OTHERS_ON_A_THREAD: readonly Part[] = ["undo", "prune", "keys", "copies", "retirement"];
describeStore(
  "SQLite with its writer on a thread",
  sqlite({ startWorker }),
  sized({ quick: ON_A_THREAD, long: [...OTHERS_ON_A_THREAD, ...LARGER_PARTS], hours: ALL_PARTS }),
);
describeStore(
  "SQLite with its writer on the caller's thread",
  sqlite(),
  sized({ quick: ALL_PARTS, long: LARGER_PARTS, hours: ALL_PARTS }),
);

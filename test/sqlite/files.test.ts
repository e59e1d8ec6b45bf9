// Files that are damaged or not petstock databases are refused with a clear message, and left byte for byte unchanged.

import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import {
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
  closeSync,
} from "node:fs";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { createPet, expectConsistent, itemsOf, setTo } from "../store/engine.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import {
  filesIn,
  MODES,
  openSqlite,
  petstockAt,
  petstockIn,
  runSql,
  startWorker,
  storeErrorOf,
} from "./embedded.ts";

const PAGE_BYTES = 4096;

function overwritePage(path: string, { page, skip = 0 }: { page: number; skip?: number }): void {
  const file = openSync(path, "r+");
  writeSync(
    file,
    Buffer.alloc(PAGE_BYTES - skip, 0xa5),
    0,
    PAGE_BYTES - skip,
    (page - 1) * PAGE_BYTES + skip,
  );
  closeSync(file);
}

interface Refusal {
  readonly prepare: (path: string) => unknown;
  readonly words: RegExp;
  /** Below the test's folder. */
  readonly name?: string;
  readonly create?: boolean;
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  "a file in a folder that does not exist": {
    prepare: () => {},
    name: "no/such/petstock.db",
    words: /the folder .*no\/such does not exist/,
  },
  "a file that does not exist, without create": {
    prepare: () => {},
    create: false,
    words: /there is no database at .*petstock\.db/,
  },
  "an empty file, without create": {
    prepare: (path) => writeFileSync(path, ""),
    create: false,
    words: /there is no database at .*petstock\.db/,
  },
  "a folder": { prepare: (path) => mkdirSync(path), words: /is not a regular file/ },
  "random bytes": {
    prepare: (path) => writeFileSync(path, crypto.getRandomValues(new Uint8Array(10_000))),
    words: /no SQLite database/,
  },
  "a text file": {
    prepare: (path) => writeFileSync(path, "petId,quantity\n1,2\n"),
    words: /no SQLite database/,
  },
  "a database of another program": {
    prepare: (path) => runSql(path, "CREATE TABLE inventory (id)", "INSERT INTO inventory VALUES (1)"),
    words: /another program/,
  },
  "a database of another program, in WAL mode": {
    prepare: (path) => runSql(path, "PRAGMA journal_mode = WAL", "CREATE TABLE t (id)"),
    words: /another program/,
  },
  "a database with another program's application id, without tables": {
    prepare: (path) => runSql(path, "PRAGMA application_id = 42"),
    words: /another program/,
  },
  "a database of a newer petstock": {
    prepare: async (path) => {
      await petstockAt(path);
      runSql(path, "PRAGMA user_version = 99");
    },
    words: /newer petstock \(schema 99.*update petstock/,
  },
  "a copy of a newer petstock's database, not in WAL mode": {
    prepare: async (path) => {
      await petstockAt(path);
      runSql(path, "PRAGMA user_version = 99", "PRAGMA journal_mode = DELETE");
    },
    words: /newer petstock/,
  },
  "a database whose first page was overwritten": {
    prepare: async (path) => {
      await petstockAt(path);
      overwritePage(path, { page: 1 });
    },
    words: /no SQLite database/,
  },
  "a database whose first page was overwritten after its header": {
    prepare: async (path) => {
      await petstockAt(path);
      overwritePage(path, { page: 1, skip: 100 });
    },
    words: /corrupt; restore a backup/,
  },
};

for (const [mode, options] of MODES) {
  describe(`a store ${mode}`, () => {
    test.each(Object.entries(REFUSALS))("refuses %s, and leaves it unchanged", async (_, refusal) => {
      using folder = new TemporaryFolder();
      const path = folder.file(refusal.name ?? "petstock.db");
      await refusal.prepare(path);
      const before = filesIn(folder.path);
      const error = await storeErrorOf(openSqlite(path, { ...options, create: refusal.create ?? true }));
      expect(error.message).toMatch(refusal.words);
      expect(error.message).toContain(path);
      expect(error.code).toBe("unusable");
      expect(filesIn(folder.path)).toEqual(before);
    });

    test("initializes an empty file, and creates a missing one", async () => {
      using folder = new TemporaryFolder();
      writeFileSync(folder.file("empty.db"), "");
      for (const name of ["empty.db", "missing.db"]) {
        await using store = await openSqlite(folder.file(name), options);
        expect(await store.commit([createPet(1n, 1)])).toMatchObject([{ kind: "updated", revision: 1 }]);
      }
    });

    test.each([
      ["the stock", "inventory"],
      ["the ledger", "ledger_entry"],
    ])("reports a corrupt page of %s as unusable, and writes nothing more", async (_, table) => {
      using folder = new TemporaryFolder();
      const path = await petstockIn(folder);
      overwritePage(path, { page: rootPage(path, table) });
      const before = readFileSync(path);
      {
        await using store = await openSqlite(path, options);
        const work = [store.commit([setTo(1n, 99)]), store.commit([createPet(99n, 9)]), store.verify()];
        for (const failure of await Promise.all(work.map(storeErrorOf))) {
          expect(failure.code).toBe("unusable");
          expect(failure.message).toMatch(/corrupt; restore a backup/);
        }
      }
      expect(readFileSync(path).equals(before)).toBe(true);
    });
  });
}

describe("verify of a damaged database", () => {
  test("fails for each overwritten page", async () => {
    using folder = new TemporaryFolder();
    const sound = folder.file("sound.db");
    await petstockAt(sound);
    const bytes = readFileSync(sound);
    expect(bytes.length).toBeGreaterThan(5 * PAGE_BYTES);
    for (let page = 2; page <= bytes.length / PAGE_BYTES; page++) {
      const path = folder.file(`page-${page}.db`);
      writeFileSync(path, bytes);
      overwritePage(path, { page });
      expect(await resultOfVerify(path)).not.toBe("sound");
    }
    expect(await resultOfVerify(sound)).toBe("sound");
  });

  test("fails for a truncated file", async () => {
    using folder = new TemporaryFolder();
    const sound = folder.file("sound.db");
    await petstockAt(sound);
    const bytes = readFileSync(sound);
    for (let pages = 1; pages < bytes.length / PAGE_BYTES; pages++) {
      const path = folder.file(`pages-${pages}.db`);
      writeFileSync(path, bytes);
      truncateSync(path, pages * PAGE_BYTES);
      expect(await resultOfVerify(path)).not.toBe("sound");
    }
  });
});

describe("a refused file", () => {
  test("leaves no writer thread running", async () => {
    using folder = new TemporaryFolder();
    writeFileSync(folder.file("petstock.db"), "no database");
    let ended = false;
    const start = () => {
      const worker = startWorker();
      worker.addEventListener("close", () => void (ended = true));
      return worker;
    };
    await storeErrorOf(openSqlite(folder.file("petstock.db"), { startWorker: start }));
    await until("the thread to end", () => ended);
  });

  test("can be replaced by a good one, which opens", async () => {
    using folder = new TemporaryFolder();
    const path = folder.file("petstock.db");
    runSql(path, "PRAGMA journal_mode = WAL", "CREATE TABLE t (id)");
    await storeErrorOf(openSqlite(path));
    await petstockAt(folder.file("good.db"));
    writeFileSync(path, readFileSync(folder.file("good.db")));
    await using store = await openSqlite(path);
    expect(await itemsOf(store)).toHaveLength(50);
    await expectConsistent(store);
  });
});

function rootPage(path: string, table: string): number {
  using db = new Database(path, { readonly: true });
  const [row] = db.query("SELECT rootpage FROM sqlite_schema WHERE name = ?").values(table);
  return Number(row?.[0]);
}

/** `sound`, or the first problem, or why verify failed. */
async function resultOfVerify(path: string): Promise<string> {
  let store: InventoryStore | undefined;
  try {
    store = await openSqlite(path);
    const { problems } = await store.verify();
    return problems[0] ?? "sound";
  } catch (error) {
    return `none: ${String(error)}`;
  } finally {
    await store?.[Symbol.asyncDispose]();
  }
}

// petstock restore: the inventory becomes that of the backup, the previous one is kept, and earlier tags of lists are invalid.

import { Database } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import { filesIn, runSql } from "../sqlite/embedded.ts";
import { CLI_ACTOR } from "../support/login-name.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { csvOf, expectRefusal, Inventory } from "./inventory.ts";

setDefaultTimeout(60_000);

const ROWS = ["1,1,available", "2,2,available", "9007199254740993,3,pending"];

const KEPT = /^petstock\.db\.before-restore-\d{8}T\d{6}\.\d{3}Z$/;

function keptIn(inventory: Inventory): string[] {
  return readdirSync(inventory.folder.path).filter((name) => name.includes(".before-restore-"));
}

/** Opens a connection that keeps commits in the write-ahead log. */
function keptOpen({ path }: Inventory): Database {
  const db = new Database(path);
  db.query("SELECT 1 FROM inventory").values();
  return db;
}

/** `Inventory.state`, the ledger's lines and the keys. */
async function everythingOf(inventory: Inventory) {
  const [state, history, keys] = await Promise.all([
    inventory.state(),
    inventory.runOrThrow(["history", "--json", "--limit", "1000000"]),
    inventory.runOrThrow(["keys", "list", "--json"]),
  ]);
  return {
    ...state,
    history: history.stdout,
    keys: JSON.parse(keys.stdout) as { id: string; state: string }[],
  };
}

const changed = (before: { position: { revision: number } }) => ({
  revision: before.position.revision,
  nonce: expect.any(String),
});

test("stock and ledger are those of the backup, with a new nonce; the previous inventory is kept, and can be restored", async () => {
  using inventory = await Inventory.of(...ROWS);
  await inventory.runOrThrow(["set", "1", "--quantity", "5"]);
  const early = await everythingOf(inventory);
  await inventory.runOrThrow(["backup", "a.backup"]);
  const bytes = filesIn(inventory.folder.path)["a.backup"]!;
  await inventory.runOrThrow(["set", "1", "--quantity", "6"]);
  // Removes two pets.
  await inventory.runOrThrow(["import", "-", "--format", "csv", "--replace"], { stdin: csvOf(["2,9,sold"]) });
  const late = await everythingOf(inventory);

  const { stdout, stderr } = await inventory.runOrThrow(["restore", "a.backup", "--yes", "--json"]);
  const restored = await everythingOf(inventory);
  expect(restored).toEqual({ ...early, position: changed(early) });
  expect(restored.position.nonce).not.toBe(early.position.nonce);
  const [kept = "", ...more] = keptIn(inventory);
  expect({ kept, more }).toEqual({ kept: expect.stringMatching(KEPT), more: [] });
  expect(stderr).toContain(`${inventory.path} is at revision 4: 2 revisions after 2 will be lost.`);
  expect(stderr).toEndWith(
    `Restored: revision 2, 3 pets; 2 revisions lost.\nThe previous inventory is kept in ${inventory.folder.file(kept)}.\n`,
  );
  expect(JSON.parse(stdout)).toMatchObject({
    revision: 2,
    revisionBefore: 4,
    revisionsLost: 2,
    revisionsGained: 0,
    keptIn: inventory.folder.file(kept),
    dryRun: false,
  });
  expect(statSync(inventory.folder.file(kept)).mode & 0o777).toBe(0o600);
  expect(readdirSync(inventory.folder.path).toSorted()).toEqual([
    "a.backup",
    "petstock.db",
    kept,
    "petstock.db.last-backup",
  ]);
  expect(filesIn(inventory.folder.path)["a.backup"]).toBe(bytes);

  // Restores the previous inventory: both histories are the same up to the backup.
  const again = await inventory.runOrThrow(["restore", kept, "--yes"]);
  expect(again.stderr).toContain(
    "is at revision 2: nothing will be lost, and 2 revisions will be added from the backup.",
  );
  expect(await everythingOf(inventory)).toEqual({ ...late, position: changed(late) });
});

test("a key revoked since stays revoked, a key created since stays valid, a key only in the backup is added", async () => {
  using inventory = await Inventory.of(...ROWS);
  await inventory.runOrThrow(["keys", "create", "--name", "old"]);
  await inventory.runOrThrow(["backup", "a.backup"]);
  const [{ id }] = (await everythingOf(inventory)).keys as unknown as [{ id: string }];
  await inventory.runOrThrow(["keys", "revoke", id]);
  await inventory.runOrThrow(["keys", "create", "--name", "new"]);
  const { keys } = await everythingOf(inventory);
  const { stderr } = await inventory.runOrThrow(["restore", "a.backup", "--yes"]);
  expect(stderr).not.toContain("API key");
  expect((await everythingOf(inventory)).keys).toEqual(keys);
  expect(keys.map(({ state }) => state).toSorted()).toEqual(["active", "revoked"]);

  using other = await Inventory.of("7,7,sold");
  await other.runOrThrow(["keys", "create", "--name", "other"]);
  const own = (await everythingOf(other)).keys;
  const file = inventory.folder.file("a.backup");
  const result = await other.runOrThrow(["restore", file, "--yes"]);
  expect(result.stderr).toContain("of another history: its whole inventory will be lost");
  expect(result.stderr).toContain("1 API key will be added from the backup.");
  const after = await everythingOf(other);
  expect(after.csv).toBe(csvOf(ROWS));
  expect(after.keys).toEqual(
    expect.arrayContaining([...own, expect.objectContaining({ id, state: "active" })]),
  );
});

test("a key that only the backup has still says who made it, and which key it replaced", async () => {
  using inventory = await Inventory.of(...ROWS);
  await inventory.runOrThrow(["keys", "create", "--name", "till"]);
  await inventory.runOrThrow(["backup", "a.backup"]);
  const [{ id } = { id: "" }] = (await everythingOf(inventory)).keys;
  await inventory.runOrThrow(["keys", "rotate", id]);
  await inventory.runOrThrow(["backup", "b.backup"]);
  const [, successor] = (await everythingOf(inventory)).keys;
  using other = new Inventory();
  await other.runOrThrow(["restore", inventory.folder.file("a.backup"), "--yes"]);
  await other.runOrThrow(["restore", inventory.folder.file("b.backup"), "--yes"]);
  const [old, added] = (await everythingOf(other)).keys;
  // The old key stays as it is here: the rotation is a fact of the new one alone.
  expect(old).toMatchObject({ id, expiresAt: null });
  expect(added).toEqual(successor!);
  expect(added).toMatchObject({ replaces: id, createdBy: { actor: CLI_ACTOR, keyId: null } });
});

test("the plan says how many of the added keys are admins, who may create keys", async () => {
  using inventory = await Inventory.of(...ROWS);
  const create = (...args: string[]) => inventory.runOrThrow(["keys", "create", ...args]);
  for (const name of ["first", "second", "past"]) await create("--name", name, "--role", "admin");
  await create("--name", "till");
  const past = (await everythingOf(inventory)).keys as unknown as { id: string; name: string }[];
  await inventory.runOrThrow(["keys", "revoke", past.find(({ name }) => name === "past")!.id]);
  await inventory.runOrThrow(["backup", "a.backup"]);
  const file = inventory.folder.file("a.backup");
  using other = await Inventory.of("7,7,sold");
  using empty = new Inventory();
  for (const target of [other, empty]) {
    const { stdout, stderr } = await target.runOrThrow(["restore", file, "--dry-run", "--json"]);
    expect(stderr).toContain("4 API keys will be added from the backup, 2 of them with the role admin.");
    expect(JSON.parse(stdout)).toMatchObject({ keysAdded: 4, adminsAdded: 2 });
  }
});

test("a repeated update is replayed if the backup has it, and applied again if not", async () => {
  await using service = await TestService.start({ rows: ROWS });
  const key = await service.makeKey();
  const [early, late] = [{ "Idempotency-Key": "early" }, { "Idempotency-Key": "late" }];
  const database = ["--database", service.databaseUrl];
  using inventory = new Inventory();
  await service.update(key, 1, 5, early);
  await inventory.runOrThrow(["backup", "a.backup", ...database]);
  await service.update(key, 2, 6, late);
  await inventory.runOrThrow(["restore", "a.backup", "--yes", ...database]);
  expect((await service.list(key)).json).toMatchObject([{ quantity: 5 }, { quantity: 2 }, { quantity: 3 }]);
  expect((await service.update(key, 1, 5, early)).headers.get("Idempotency-Replayed")).toBe("true");
  const again = await service.update(key, 2, 6, late);
  expect([again.status, again.headers.get("Idempotency-Replayed")]).toEqual([200, null]);
  expect((await service.list(key)).json).toMatchObject([{ quantity: 5 }, { quantity: 6 }, { quantity: 3 }]);
});

test("--dry-run reports what would be lost, and changes nothing", async () => {
  using inventory = await Inventory.of(...ROWS);
  await inventory.runOrThrow(["backup", "a.backup"]);
  await inventory.runOrThrow(["set", "1", "--quantity", "5"]);
  const before = filesIn(inventory.folder.path);
  const { stdout, stderr } = await inventory.runOrThrow(["restore", "a.backup", "--dry-run", "--json"]);
  expect(stderr).toMatch(/^a\.backup, written 20\S+Z: revision 1 of 20\S+Z, 3 pets and 3 movements\.\n/);
  expect(stderr).toEndWith("at revision 2: 1 revision after 1 will be lost.\nNothing was changed.\n");
  expect(JSON.parse(stdout)).toMatchObject({ revisionsLost: 1, keptIn: null, dryRun: true, pets: 3 });
  expect(filesIn(inventory.folder.path)).toEqual(before);
});

test("a database without its history is refused by every command but restore", async () => {
  using inventory = await Inventory.of(...ROWS);
  await inventory.runOrThrow(["keys", "create", "--name", "till"]);
  await inventory.runOrThrow(["backup", "a.backup"]);
  const whole = await everythingOf(inventory);
  runSql(inventory.path, "DELETE FROM commit_mark");
  const words = [`${inventory.path}: the database has lost its history`, "restore a backup"];
  for (const command of [["verify"], ["set", "1", "--quantity", "9"], ["backup", "b.backup"]]) {
    expectRefusal(await inventory.run(command), { exitCode: 1, words });
  }
  expectRefusal(await inventory.runProcess(["serve"]), { exitCode: 1, words });
  const { stderr } = await inventory.runOrThrow(["restore", "a.backup", "--yes"]);
  expect(stderr).toContain(`${inventory.path} has no history: its whole inventory will be lost.`);
  expect(keptIn(inventory)).toHaveLength(1);
  expect(await everythingOf(inventory)).toEqual({ ...whole, position: changed(whole) });
});

test("a service ends with the reason if its database loses its history", async () => {
  await using service = await TestService.start({ rows: ROWS });
  const key = await service.makeKey();
  expect((await service.list(key)).status).toBe(200);
  runSql(service.databasePath, "DELETE FROM commit_mark");
  expect(await service.list(key)).toMatchObject({ status: 503, code: "unavailable" });
  expect(await service.exited).toBe(1);
  const last = await until("the reason", () => service.log.find(({ msg }) => msg === "database_failed"));
  expect(last["cause"]).toContain("has lost its history");
});

test("without --yes and without a terminal it does nothing", async () => {
  using inventory = await Inventory.of(...ROWS);
  await inventory.runOrThrow(["backup", "a.backup"]);
  const before = filesIn(inventory.folder.path);
  expectRefusal(await inventory.run(["restore", "a.backup"]), { exitCode: 2, words: ["--yes", "--dry-run"] });
  expect(filesIn(inventory.folder.path)).toEqual(before);
});

test("a copied database is restored with the commits of its log", async () => {
  using inventory = await Inventory.of(...ROWS);
  using other = await Inventory.of("7,7,sold");
  {
    using _ = keptOpen(other);
    await other.runOrThrow(["set", "7", "--quantity", "8"]);
    for (const part of ["", "-wal"])
      await Bun.write(inventory.folder.file(`copy.db${part}`), Bun.file(other.path + part));
  }
  expect(statSync(inventory.folder.file("copy.db-wal")).size).toBeGreaterThan(0);
  await inventory.runOrThrow(["restore", "copy.db", "--yes"]);
  expect(await inventory.csv()).toBe(csvOf(["7,8,sold"]));
});

describe("without a database", () => {
  test("it is created from the backup, with its keys and a new nonce", async () => {
    using inventory = await Inventory.of(...ROWS);
    await inventory.runOrThrow(["keys", "create", "--name", "till"]);
    await inventory.runOrThrow(["backup", "a.backup"]);
    const before = await everythingOf(inventory);
    rmSync(inventory.path);
    const { stderr } = await inventory.runOrThrow(["restore", "a.backup", "--yes"]);
    expect(stderr).toContain("does not exist yet; it is created from the backup.");
    expect(readdirSync(inventory.folder.path).toSorted()).toEqual([
      "a.backup",
      "petstock.db",
      "petstock.db.last-backup",
    ]);
    const after = await everythingOf(inventory);
    expect(after).toEqual({ ...before, position: changed(before) });
    expect(after.position.nonce).not.toBe(before.position.nonce);
  });

  test.each(["-wal", "-journal"])(
    "the log (%s) of another database is neither used nor moved",
    async (part) => {
      using inventory = await Inventory.of(...ROWS);
      await inventory.runOrThrow(["backup", "a.backup"]);
      {
        using _ = keptOpen(inventory);
        await inventory.runOrThrow(["set", "1", "--quantity", "99"]);
        renameSync(`${inventory.path}-wal`, inventory.folder.file("log"));
      }
      rmSync(inventory.path);
      renameSync(inventory.folder.file("log"), inventory.path + part);
      const before = filesIn(inventory.folder.path);
      for (const how of ["--dry-run", "--yes"]) {
        const words = [
          `${inventory.path}${part} is the log of a database that no longer exists`,
          "move the log away",
        ];
        expectRefusal(await inventory.run(["restore", "a.backup", how]), { exitCode: 1, words });
        expect(filesIn(inventory.folder.path)).toEqual(before);
      }
      renameSync(inventory.path + part, inventory.folder.file("log"));
      await inventory.runOrThrow(["restore", "a.backup", "--yes"]);
      expect((await inventory.state()).csv).toBe(csvOf(ROWS));
    },
  );

  test("but with an empty file, the backup is restored into the file", async () => {
    using inventory = await Inventory.of(...ROWS);
    await inventory.runOrThrow(["keys", "create", "--name", "till"]);
    await inventory.runOrThrow(["backup", "a.backup"]);
    const whole = await everythingOf(inventory);
    rmSync(inventory.path);
    runSql(inventory.path, "PRAGMA journal_mode = WAL");
    const { stderr } = await inventory.runOrThrow(["restore", "a.backup", "--yes"]);
    expect(stderr).toContain("has no history");
    expect(stderr).toContain("1 API key will be added from the backup.");
    expect(await everythingOf(inventory)).toEqual({ ...whole, position: changed(whole) });
  });

  test("a missing folder is named in the error; that of the default database is created", async () => {
    using inventory = await Inventory.of(...ROWS);
    await inventory.runOrThrow(["backup", "a.backup"]);
    const elsewhere = { env: { DATABASE_URL: "sqlite:no/such.db" } };
    const finished = await inventory.run(["restore", "a.backup", "--yes"], elsewhere);
    expectRefusal(finished, { exitCode: 1, words: ["no/such.db", "no such file or directory"] });
    await inventory.runOrThrow(["restore", "a.backup", "--yes"], { env: { DATABASE_URL: "" } });
    expect(readdirSync(inventory.folder.file("data"))).toEqual(["petstock.db"]);
  });
});

test("a database behind a link stays in its place, and the previous inventory is kept beside it", async () => {
  using inventory = await Inventory.of(...ROWS);
  await inventory.runOrThrow(["backup", "a.backup"]);
  using links = new Inventory();
  symlinkSync(inventory.path, links.path);
  symlinkSync(inventory.folder.file("a.backup"), links.folder.file("link.backup"));
  await links.runOrThrow(["set", "1", "--quantity", "5"]);
  await links.runOrThrow(["restore", "link.backup", "--yes"]);
  expect(keptIn(inventory)).toHaveLength(1);
  expect(readdirSync(links.folder.path).toSorted()).toEqual(["link.backup", "petstock.db"]);
  expect((await inventory.state()).csv).toBe(csvOf(ROWS));
});

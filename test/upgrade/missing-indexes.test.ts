// An index that was dropped by hand: nothing is refused for it, and it is created again at the next start or named with the statement
// that creates it.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { INDEXES as SQLITE_INDEXES } from "../../src/ledger/indexes.ts";
import { INDEXES as POSTGRES_INDEXES } from "../../src/postgres/migrations.ts";
import { petstock } from "../support/petstock.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { postgresEngine, rawPostgres, sqliteEngine } from "./engines.ts";
import { KEY, makeShop, type RawDatabase, STOCK } from "./shop.ts";

setDefaultTimeout(120_000);

const namesOf = (indexes: typeof SQLITE_INDEXES) => indexes.map(({ name }) => name);
const NAMES = { sqlite: namesOf(SQLITE_INDEXES), postgres: namesOf(POSTGRES_INDEXES) };

const COUNT = {
  sqlite: "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
  postgres: `
    SELECT count(*) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE c.relnamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = i.indexrelid)`,
};

function run(database: Pick<RawDatabase, "url">, ...args: readonly string[]) {
  return petstock([...args, "--database", database.url]);
}

/** The statement that a message for operators has. */
function statementIn(text: string): string {
  const [, statement] = /or the statement (CREATE INDEX [^;]+;)/.exec(text) ?? [];
  if (statement === undefined) throw new Error(`no statement in ${text}`);
  return statement;
}

describe.each([sqliteEngine(), postgresEngine])("$name", (engine) => {
  const names = NAMES[engine.name];
  const indexes = (database: RawDatabase) => database.number(COUNT[engine.name]);

  test("these are all indexes that no constraint makes", async () => {
    await using database = await makeShop(engine);
    expect(await indexes(database)).toBe(names.length);
  });

  test.each(names)(
    "without %s verify says which statement creates it, and that statement does",
    async (name) => {
      await using database = await makeShop(engine);
      await database.run(`DROP INDEX ${name}`);
      const verified = await run(database, "verify", "--json");
      expect(verified.exitCode).toBe(1);
      expect(JSON.parse(verified.stdout)).toMatchObject({ problems: [], missingIndexes: [{ name }] });
      expect(verified.stderr).toContain(`the index "${name}" of `);
      expect(verified.stderr).toContain("The ledger folds to stock and labels: ");
      await database.run(statementIn(verified.stderr));
      expect((await run(database, "verify")).exitCode).toBe(0);
      expect(await indexes(database)).toBe(names.length);
    },
  );

  test.each(names)("without %s migrate creates it, and its dry run only says so", async (name) => {
    await using database = await makeShop(engine);
    await database.run(`DROP INDEX ${name}`);
    const planned = await run(database, "migrate", "--dry-run");
    expect(planned.stderr).toContain(`Would create the missing index "${name}" of `);
    expect(await indexes(database)).toBe(names.length - 1);
    const migrated = await run(database, "migrate", "--json");
    expect(JSON.parse(migrated.stdout)).toMatchObject({ from: 1, to: 1, createdIndexes: [name] });
    expect((await run(database, "verify")).exitCode).toBe(0);
  });

  test("without any of them commands work, and the next start creates them and says so", async () => {
    await using database = await makeShop(engine);
    for (const name of names) await database.run(`DROP INDEX ${name}`);
    const { stdout } = await run(database, "list", "--json");
    expect(stdout.trim().split("\n")).toEqual(STOCK);
    expect((await run(database, "set", "1", "--quantity", "6")).exitCode).toBe(0);
    expect((await run(database, "list", "--code", "4006381333931")).stdout).toContain("7");
    expect(await indexes(database)).toBe(0);
    await using service = await TestService.start({ database: database.url });
    const created = service.log.filter(({ msg }) => msg === "index_created");
    expect(created.map(({ index }) => index)).toEqual(expect.arrayContaining(names));
    expect(await indexes(database)).toBe(names.length);
    expect((await service.update(KEY, 1, 7, { "Idempotency-Key": "one" })).status).toBe(200);
    expect((await run(database, "verify")).exitCode).toBe(0);
  });
});

test.each(NAMES.sqlite)(
  "sqlite: without %s a backup is made, restores, and names the statement",
  async (name) => {
    await using database = await makeShop(sqliteEngine());
    using folder = new TemporaryFolder();
    await database.run(`DROP INDEX ${name}`);
    const backup = folder.file("shop.backup");
    const { exitCode, stderr } = await run(database, "backup", backup);
    expect(exitCode).toBe(0);
    expect(statementIn(stderr)).toStartWith(`CREATE INDEX ${name} ON `);
    const restored = { url: `sqlite:${folder.file("restored.db")}` };
    expect((await run(restored, "restore", backup, "--yes")).exitCode).toBe(0);
    expect((await run(restored, "verify")).exitCode).toBe(0);
    await database.run(statementIn(stderr));
    expect((await run(database, "verify")).exitCode).toBe(0);
  },
);

test("postgres: a service that has only rights over data starts without them, and its log has the statements of the owner", async () => {
  const made = await makeDatabase(await sharedServer());
  await using database = await makeShop({ name: "postgres", make: async () => rawPostgres(made) });
  const role = `${made.name}_data`;
  const url = database.url.replace(/\/\/[^@]+@/, `//${role}:SECRET@`);
  await database.run(`CREATE ROLE ${role} LOGIN PASSWORD 'SECRET'`);
  await database.run(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`);
  try {
    for (const name of NAMES.postgres) await database.run(`DROP INDEX ${name}`);
    await using service = await TestService.start({ database: url });
    const missing = service.log.filter(({ msg }) => msg === "index_missing");
    expect(missing.map(({ index }) => index)).toEqual(NAMES.postgres);
    expect((await service.update(KEY, 1, 7)).status).toBe(200);
    const refused = await petstock(["migrate", "--database", url]);
    expect(refused.exitCode).toBe(1);
    expect(statementIn(refused.stderr)).toBe(String(missing[0]!["statement"]));
    expect(refused.stderr).toContain("42501");
    for (const { statement } of missing) await database.run(String(statement));
    expect((await petstock(["verify", "--database", url])).exitCode).toBe(0);
    expect(await service.stop()).toBe(0);
  } finally {
    await database.run(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  }
});

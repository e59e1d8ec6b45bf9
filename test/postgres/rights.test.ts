// A role without ownership: after the owner's first command, the rights that docs/scaling.md grants suffice for everything that a
// service and its commands do, and nothing needs more.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PetstockAdmin } from "../../src/client/client.ts";
import { database as addressSetting } from "../../src/database-address.ts";
import { openStore } from "../../src/engines.ts";
import { petstock, petstockOrThrow } from "../support/petstock.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

setDefaultTimeout(60_000);

const DOCUMENT = join(import.meta.dir, "../../docs/scaling.md");
const PASSWORD = "SECRET";

const folder = new TemporaryFolder();
const database = await makeDatabase(await sharedServer());
/** The role's name; roles are the whole server's. */
const role = `${database.name}_service`;
/** The database's address for the role. */
const url = database.url.replace(/\/\/[^@]+@/, `//${role}:${PASSWORD}@`);

beforeAll(async () => {
  // Nothing comes from PostgreSQL's defaults for everybody.
  await database.run(
    `REVOKE ALL ON DATABASE ${database.name} FROM PUBLIC; REVOKE ALL ON SCHEMA public FROM PUBLIC`,
  );
  for (const statement of grants()) await database.run(statement);
});

afterAll(async () => {
  await database.run(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  await database[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** The statements of the document, for this database and its owner. */
function grants(): string[] {
  const [, block = ""] = /<!-- rights -->\n+```sql\n([^`]+)```/.exec(readFileSync(DOCUMENT, "utf8")) ?? [];
  const statements = block.split(";\n").filter((each) => each.trim() !== "");
  expect(statements.length).toBeGreaterThan(3);
  const owner = new URL(database.url).username;
  return statements.map((each) =>
    each
      .replaceAll(/\bpetstock_service\b/g, role)
      .replaceAll(/\bDATABASE petstock\b/g, `DATABASE ${database.name}`)
      .replaceAll(/\bROLE petstock\b/g, `ROLE ${owner}`),
  );
}

function run(args: readonly string[], stdin?: string) {
  return petstockOrThrow(args, { env: { DATABASE_URL: url }, ...(stdin !== undefined && { stdin }) });
}

test("an empty database needs its owner first, and the refusal says so", async () => {
  const { exitCode, stderr } = await petstock(["keys", "create", "--name", "till"], {
    env: { DATABASE_URL: url },
  });
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/owner/);
  await petstockOrThrow(["import", "-", "--format", "csv"], {
    env: { DATABASE_URL: database.url },
    stdin: "petId,quantity,status\n1,5,available\n2,5,available\n3,5,sold\n",
  });
});

test("a service does everything with them", async () => {
  await using service = await TestService.start({ database: url, folder });
  const apiKey = await service.makeKey("--role", "admin");
  const admin = new PetstockAdmin({ url: service.url, apiKey });
  expect((await service.update(apiKey, 1, 6, { "Idempotency-Key": "one" })).status).toBe(200);
  const { revision } = await admin.applyChanges({ reason: "received", changes: [{ petId: 2n, by: 3 }] });
  await admin.undo(revision!);
  await admin.applyRows("petId,quantity,status\n1,7,available\n4,1,available\n", { replace: true });
  const many = Array.from({ length: 2_000 }, (_, i) => `${i},1,available\n`).join("");
  const large = await admin.applyRows(`petId,quantity,status\n${many}`);
  await admin.undo(large.revision!);
  await admin.putLabels([{ petId: 1n, name: "Rex" }]);
  await admin.putLabels("petId,name\n4,Mia\n");
  const made = await admin.createKey({ name: "till", role: "clerk" });
  const rotated = await admin.rotateKey(made.id);
  await admin.revokeKey(rotated.id);
  for (const path of [
    "/v1/inventory",
    "/admin/v1/totals",
    "/admin/v1/revisions",
    "/admin/v1/movements",
    "/admin/v1/labels",
  ])
    expect((await service.ask("GET", path, { key: apiKey })).status).toBe(200);
  expect(service.words).not.toContain("permission denied");
});

test("so do the commands, from prune to verify, and a move to another place", async () => {
  await run(["set", "1", "--quantity", "9"]);
  await run(["adjust", "1", "--by", "-2", "--reason", "sold"]);
  const { stdout } = await run(["history", "--json"]);
  await run(["undo", String(JSON.parse(stdout.split("\n")[0]!).revision)]);
  await run(
    ["import", "-", "--format", "csv", "--replace"],
    "petId,quantity,status\n1,1,sold\n5,5,available\n",
  );
  await run(["labels", "import", "-", "--format", "csv", "--replace"], "petId,name\n5,Kim\n");
  await run(["remove", "5"]);
  expect((await run(["export"])).stdout).toBe("petId,quantity,status\n1,1,sold\n");
  {
    // The command keeps the last hour.
    await using store = await openStore({
      database: addressSetting.parse(url),
      lockTimeoutMs: 10_000,
      create: false,
    });
    await store.prune({ before: Number.MAX_SAFE_INTEGER, dryRun: false });
  }
  await run(["prune", "--before", "2020-01-01"]);
  await run(["verify"]);
  await run(["move", "--from", url, "--to", `sqlite:${folder.file("moved.db")}`]);
});

test("they are not more than data: the role changes no table, and makes none", async () => {
  await using sql = new Bun.SQL(url, { max: 1 });
  for (const statement of [
    "DROP TABLE inventory",
    "ALTER TABLE inventory ADD COLUMN x int",
    "CREATE TABLE x ()",
  ])
    expect(
      await sql.unsafe(statement).then(
        () => "done",
        (error: { errno: string }) => error.errno,
      ),
    ).toBe("42501");
});

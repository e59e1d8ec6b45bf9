// Every command does the same on PostgreSQL as on SQLite: the same output, byte for byte, and the same exit codes.

import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { type Finished, petstock } from "../support/petstock.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

setDefaultTimeout(60_000);

const SAMPLE = join(import.meta.dir, "../../examples/sample-inventory.csv");
const LARGE_ID = "9223372036854775807";

const folder = new TemporaryFolder();
const database = await makeDatabase(await sharedServer());

afterAll(async () => {
  await database[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** The result of a command without times, nonces and random ids. */
function comparable({ exitCode, stdout, stderr }: Finished): Finished {
  const plain = (text: string) =>
    text
      .replaceAll(/"(at|createdAt|lastUsedAt)":\d+/g, '"$1":0')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "TIME")
      .replaceAll(/"nonce":"[0-9a-f]+"/g, '"nonce":"-"')
      .replaceAll(/\b(\d+)-[0-9a-f]{16}\b/g, "$1-NONCE")
      .replaceAll(/petstock_[0-9A-Za-z]+/g, "KEY");
  return { exitCode, stdout: plain(stdout), stderr: plain(stderr) };
}

/** Runs a command on both engines, and expects the same result, which it gives. */
async function both(args: readonly string[], stdin?: string): Promise<Finished> {
  const run = (url: string) =>
    petstock(args, { env: { DATABASE_URL: url }, ...(stdin !== undefined && { stdin }) });
  const [sqlite, postgres] = await Promise.all([
    run(`sqlite:${folder.file("petstock.db")}`),
    run(database.url),
  ]);
  expect(comparable(postgres)).toEqual(comparable(sqlite));
  return postgres;
}

function importRows(rows: readonly string[], ...options: string[]): Promise<Finished> {
  return both(["import", "-", "--format", "csv", ...options], ["petId,quantity,status", ...rows].join("\n"));
}

// Each test continues with the inventory of the one before.
describe("on both engines alike", () => {
  test("import takes the sample inventory, and reports the same", async () => {
    const { stderr } = await both(["import", SAMPLE]);
    expect(stderr).toMatch(/^Imported: \d{4} created, 0 updated, 0 removed, 0 unchanged \(revision 1\)\.$/m);
    expect((await both(["import", SAMPLE, "--json"])).stdout).toContain('"created":0');
  });

  test("set changes quantity and status, creates, and refuses", async () => {
    expect((await both(["set", "734980", "--quantity", "3", "--status", "sold"])).exitCode).toBe(0);
    expect((await both(["set", LARGE_ID, "--quantity", "2147483647", "--create"])).exitCode).toBe(0);
    expect((await both(["set", "5", "--quantity", "1"])).exitCode).toBe(1);
    expect((await both(["set", "5", "--quantity", "2147483648"])).exitCode).toBe(2);
  });

  test("import names duplicates, compares, guards and replaces", async () => {
    expect((await importRows(["1,1,sold", "2,2,sold", "1,3,sold"])).stderr).toContain("line 2");
    expect((await importRows(["1,1,sold"], "--dry-run")).stderr).toContain("1 created");
    expect((await importRows(["1,1,sold"], "--if-unchanged-since", "1")).exitCode).toBe(3);
    expect((await importRows(["1,1,sold", "-7,0,", `${LARGE_ID},5,`], "--replace")).exitCode).toBe(0);
    expect((await both(["export"])).stdout).toBe(
      `petId,quantity,status\n-7,0,available\n1,1,sold\n${LARGE_ID},5,available\n`,
    );
    // Removed pets come back.
    expect((await both(["import", SAMPLE])).exitCode).toBe(0);
  });

  test.each(["csv", "ndjson", "json"])(
    "export gives the same bytes as %s, which import takes back",
    async (format) => {
      const { stdout } = await both(["export", "--format", format]);
      const again = await both(["import", "-", "--format", format, "--replace", "--json"], stdout);
      expect(JSON.parse(again.stdout)).toMatchObject({ created: 0, updated: 0, removed: 0 });
    },
  );

  test("history lists every change, and verify proves it", async () => {
    expect((await both(["history", LARGE_ID])).stdout.trimEnd().split("\n")).toHaveLength(3);
    const all = (await both(["history", "--json", "--limit", "1000000"])).stdout.trimEnd().split("\n");
    expect((await both(["verify"])).exitCode).toBe(0);
    const { movements, problems } = JSON.parse((await both(["verify", "--json"])).stdout);
    expect({ movements, problems }).toEqual({ movements: all.length, problems: [] });
  });

  test("adjust, remove, undo, prune and the filters of history", async () => {
    const [before, revision] = [(await both(["export"])).stdout, await newest()];
    for (const args of ["adjust 1 --by 4", "adjust 1 --by=-100", "remove -7 --json", "remove 12345"]) {
      await both(args.split(" "));
    }
    expect((await both(["undo", String(revision + 1), "--dry-run", "--json"])).exitCode).toBe(0);
    expect((await both(["undo", String(revision + 2), "--json"])).stderr).toContain("1 created");
    expect((await both(["undo", "1"])).exitCode).toBe(3);
    expect((await both(["undo", "99"])).exitCode).toBe(1);
    expect((await both(["undo", String(revision + 1)])).exitCode).toBe(0);
    expect((await both(["export"])).stdout).toBe(before);
    for (const args of [
      "--reason undo",
      "--key till",
      "1 --since 1h",
      "--until 1h",
      "--revision 2-3 --limit 9000",
    ]) {
      expect((await both(["history", "--json", ...args.split(" ")])).exitCode).toBe(0);
    }
    for (const args of [["--dry-run"], ["--json"]]) {
      // Long before both databases were made.
      expect((await both(["prune", "--before", "2020-01-01", ...args])).stderr).toContain("0 movements");
    }
    expect((await both(["verify"])).exitCode).toBe(0);
  });

  test("keys are made, listed and revoked", async () => {
    const make = await Promise.all(
      [`sqlite:${folder.file("petstock.db")}`, database.url].map((url) =>
        petstock(["keys", "create", "--name", "till", "--expires", "90d"], { env: { DATABASE_URL: url } }),
      ),
    );
    for (const { exitCode, stdout } of make) expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 });
    const [{ id, state }] = await keys();
    expect(state).toBe("active");
    const revoke = () => petstock(["keys", "revoke", id], { env: { DATABASE_URL: database.url } });
    expect((await revoke()).exitCode).toBe(0);
    const [{ state: after }] = await keys();
    expect(after).toBe("revoked");
    expect((await both(["keys", "revoke", "no-such-id"])).exitCode).toBe(1);
  });
});

async function newest(): Promise<number> {
  return JSON.parse((await both(["history", "--json", "--limit", "1"])).stdout).revision;
}

async function keys(): Promise<[{ id: string; state: string }]> {
  const { stdout } = await petstock(["keys", "list", "--json"], { env: { DATABASE_URL: database.url } });
  return JSON.parse(stdout);
}

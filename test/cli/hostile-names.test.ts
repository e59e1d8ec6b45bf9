// Names that control a terminal or reverse the direction of a line, in a database, in arguments and in paths: every command and
// log escapes them. petstock does not create such names, but a database may come from anywhere.

import { Database } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { makeKey } from "../../src/keys/format.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { csvOf, Inventory } from "./inventory.ts";
import { onTerminal } from "./on-terminal.ts";
import { serveToItsEnd } from "./serve-to-its-end.ts";

setDefaultTimeout(60_000);

/** Sets the title, clears the screen (C0 and C1), hides text, reverses the line, forges a line, rings. */
const HOSTILE =
  "a\u001b]0;pwned\u0007\u001b[2J\u009b8m\u007f\u202eb\u2066c\u200e\u2028\u2029\u0085\r\npetstock: all is well\u{e0041}";
const UNSAFE = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const ESCAPED =
  "a\\u001b]0;pwned\\u0007\\u001b[2J\\u009b8m\\u007f\\u202eb\\u2066c\\u200e\\u2028\\u2029\\u0085\\r\\npetstock";

const inventory = shared(await Inventory.of("1,1,available", "2,2,sold"));
await inventory.runOrThrow(["set", "1", "--quantity", "4"]);
for (const name of ["till", "猫カフェ", "e\u0301te\u0301"]) {
  await inventory.runOrThrow(["keys", "create", "--name", name]);
}
rewrite(
  inventory.path,
  HOSTILE,
  "UPDATE api_key SET name = $text, account = $text WHERE name = 'till'",
  "UPDATE origin SET actor = $text || id, reason = $text, key_id = $text",
  "UPDATE ledger_entry SET request_id = $text, status_after = $text",
);

/** Puts a text into a database, as another program could. */
function rewrite(path: string, text: string, ...statements: readonly string[]): void {
  using db = new Database(path, { strict: true });
  db.run("PRAGMA ignore_check_constraints = ON");
  for (const statement of statements) db.query(statement).run({ text });
}

function expectHarmless({ stdout, stderr }: { stdout: string; stderr: string }): void {
  expect(stdout).not.toMatch(UNSAFE);
  expect(stderr).not.toMatch(UNSAFE);
  // The name does not forge a line of petstock.
  expect(stdout + stderr).not.toMatch(/^petstock: all is well/m);
}

describe("names in a database are shown with escapes", () => {
  test.each(["keys list", "history", "verify"])("petstock %s", async (line) => {
    const finished = await inventory.run(line.split(" "));
    expectHarmless(finished);
    expect(finished.stdout + finished.stderr).toContain(ESCAPED);
  });

  test.each(["keys list", "history", "verify"])(
    "petstock %s --json, whose escapes are those of JSON",
    async (line) => {
      const finished = await inventory.run([...line.split(" "), "--json"]);
      expectHarmless(finished);
      expect(JSON.stringify(Bun.JSONL.parse(finished.stdout))).toContain(
        JSON.stringify(HOSTILE).slice(1, -1),
      );
    },
  );

  test("columns are aligned by what is visible: wide letters, combining accents, escapes", async () => {
    const { stdout } = await inventory.runOrThrow(["keys", "list"]);
    const [header = "", ...rows] = stdout.trimEnd().split("\n");
    const placeOf = (line: string, word: string) => Bun.stringWidth(line.slice(0, line.indexOf(word)));
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(placeOf(row, "clerk")).toBe(placeOf(header, "ROLE"));
  });
});

test("an unknown status is neither exported nor shown without escapes, and can be corrected", async () => {
  using own = await Inventory.of("1,1,available", "2,2,sold");
  rewrite(own.path, HOSTILE, "UPDATE inventory SET status = $text WHERE pet_id = 2");
  for (const format of ["csv", "json", "ndjson"]) {
    const exported = await own.run(["export", "--format", format]);
    expectHarmless(exported);
    expect(exported.exitCode).toBe(1);
    expect(exported.stdout).toBe("");
    expect(exported.stderr).toMatch(/^petstock: pet 2 has the status "a[^\n]+set 2 --status STATUS"\n$/);
  }
  const set = await own.run(["set", "2", "--quantity", "2", "--json"]);
  expectHarmless(set);
  await own.runOrThrow(["set", "2", "--status", "sold"]);
  expect(await own.csv()).toBe("petId,quantity,status\n1,1,available\n2,2,sold\n");
});

describe("arguments and paths are shown with escapes", () => {
  const NAME = "evil\u001b]0;pwned\u0007\u009b2J\u202e.csv";

  test.each<[what: string, args: readonly string[]]>([
    ["a command", [HOSTILE]],
    ["an option", ["verify", `--${HOSTILE}`]],
    ["a choice", ["history", "--reason", HOSTILE]],
    ["an id", ["set", HOSTILE, "--quantity", "1"]],
    ["a key's id", ["keys", "revoke", HOSTILE]],
    ["a key's name", ["keys", "create", "--name", HOSTILE]],
    ["a setting", ["verify", "--lock-timeout", HOSTILE]],
    ["a missing file", ["import", NAME]],
    ["a database", ["verify", "--database", `sqlite:${HOSTILE}`]],
    ["a backup", ["restore", HOSTILE, "--yes"]],
    ["a folder that is missing", ["export", "--output", `${HOSTILE}/a.csv`]],
    ["an address", ["ready", "--url", HOSTILE]],
  ])("%s", async (_, args) => {
    const finished = await inventory.run(args);
    expect(finished.exitCode).not.toBe(0);
    expectHarmless(finished);
    expect(finished.stderr).toMatch(/^petstock: [^\n]+\n$/);
  });

  test("a file that is read, written and backed up", async () => {
    await inventory.write(NAME, csvOf(["1,x,sold"]));
    for (const args of [
      ["import", NAME],
      ["export", "--output", NAME],
      ["backup", `${NAME}.backup`],
      ["restore", `${NAME}.backup`, "--dry-run"],
    ]) {
      const finished = await inventory.run(args);
      expectHarmless(finished);
      expect(finished.stderr).not.toBe("");
    }
  });
});

describe("labels of a service, which another program may have written", async () => {
  const LABEL = "R\u001b]0;pwned\u0007\u009b2Jex\u202e";

  const service = shared(await TestService.start({ rows: ["1,5,available"] }));
  const manager = await service.makeKey("--role", "manager");
  const body = JSON.stringify({ labels: [{ petId: 1, name: "Rex" }] });
  const headers = { Authorization: `Bearer ${manager}`, "Content-Type": "application/json" };
  expect((await fetch(`${service.url}/admin/v1/labels`, { method: "PUT", headers, body })).status).toBe(200);
  rewrite(service.databasePath, LABEL, "UPDATE label_entry SET name = $text");

  test.each(["csv", "ndjson", "json"])("are exported to a terminal as %s with escapes", async (format) => {
    for (const where of [
      { PETSTOCK_URL: service.url, PETSTOCK_API_KEY: await service.makeKey() },
      { DATABASE_URL: service.databaseUrl },
    ]) {
      const args = ["labels", "export", "--format", format];
      const { text, exitCode } = await onTerminal(args, { env: where, last: /Exported/ });
      expect(exitCode).toBe(0);
      expect(text).toContain("R\\u001b]0;pwned\\u0007\\u009b2Jex\\u202e");
      expect(text).not.toMatch(/\u001b\]0|[\u0007\u009b\u202e]/);
    }
  });

  test("are shown by history with escapes", async () => {
    const env = { DATABASE_URL: service.databaseUrl };
    for (const flags of [[], ["--json"]]) {
      const finished = await inventory.run(["history", "1", ...flags], { env });
      expectHarmless(finished);
      expect(finished.stdout).toContain("pwned");
    }
  });

  test("are exported to a pipe and to a file as they are", async () => {
    const env = { PETSTOCK_URL: service.url, PETSTOCK_API_KEY: await service.makeKey(), DATABASE_URL: "" };
    const { stdout } = await inventory.runOrThrow(["labels", "export"], { env });
    expect(stdout).toContain(`1,"${LABEL}",`);
    await inventory.runOrThrow(["labels", "export", "--output", "labels.csv"], { env });
    expect(await Bun.file(`${inventory.folder.path}/labels.csv`).text()).toBe(stdout);
  });
});

test("a progress bar shows a file's name with escapes", async () => {
  const name = "{rows}\u001b]0;pwned\u0007\u009b2J\u202e.csv";
  await inventory.write(name, csvOf(["1,1,sold"]));
  const { text, exitCode } = await onTerminal(["import", name, "--dry-run"], {
    cwd: inventory.folder.path,
    env: { DATABASE_URL: inventory.url },
    last: /Would be:/,
  });
  expect(exitCode).toBe(0);
  expect(text).toContain("Reading {rows}\\u001b]0;pwned\\u0007\\u009b2J\\u202e.csv ");
  expect(text).not.toMatch(/\u001b\]0|[\u0007\u009b\u202e]/);
});

describe("no message shows a password or an API key that was typed in the wrong place", () => {
  const KEY = makeKey();
  const PASSWORD = "s3cret/p@ss";

  test.each<[what: string, args: readonly string[]]>([
    ["a mistyped flag", [`--databse=postgres://till:${PASSWORD}@db.example/stock`]],
    ["a file", ["import", `postgres://till:${PASSWORD}@db.example/stock`]],
    ["an address of a service", ["ready", "--url", `ftp://till:${PASSWORD}@till.example`]],
    ["a parameter", ["import", "postgres://db.example/stock?user=till&password=s3cret"]],
    ["a database", ["verify", "--database", `postgres://till:${PASSWORD}@127.0.0.1:1/stock`]],
    ["a key instead of its id", ["keys", "revoke", KEY]],
    ["a key as a command", [KEY]],
    ["a key as a name", ["keys", "create", "--name", `till ${KEY}`]],
  ])("%s", async (_, args) => {
    const finished = await inventory.run(args);
    expect(finished.exitCode).not.toBe(0);
    expect(finished.stderr).toMatch(/^petstock: \S/);
    expect(finished.stdout + finished.stderr).not.toMatch(/s3cret|p@ss/);
    expect(finished.stdout + finished.stderr).not.toContain(KEY.slice(9, 30));
  });

  test("the placeholders of an address in an error stay", async () => {
    const { stderr } = await inventory.run(["verify", "--database", "postgres://"]);
    expect(stderr).toContain("postgres://USER:PASSWORD@HOST:PORT/DATABASE");
  });
});

test.each(["json", "pretty"])("a log in %s shows names with escapes", async (format) => {
  using own = await Inventory.of("1,1,available");
  const { stdout } = await own.runOrThrow(["keys", "create", "--name", "till", "--expires", "1d"]);
  rewrite(own.path, HOSTILE, "UPDATE api_key SET name = $text");
  const headers = { Authorization: `Bearer ${stdout.trim()}` };
  let request: Promise<Response> | undefined;
  const finished = await serveToItsEnd(["--port", "0", "--log-format", format], {
    env: { DATABASE_URL: own.url },
    isEnough: (words) => {
      const [url] = /http:\/\/[0-9.:]+(?=")/.exec(words) ?? [];
      // The service warns of an expiring key when it is used.
      if (url !== undefined) request ??= fetch(`${url}/v1/inventory`, { headers });
      return words.includes("key_expires_soon");
    },
  });
  expect((await request)?.status).toBe(200);
  expect(finished.exitCode).toBe(0);
  expectHarmless(finished);
  expect(finished.stderr).toContain(ESCAPED);
});

// petstock copy: the inventory moves house with all it has, its old keys count at the new place, and the old one is read
// and changes no more.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { petstock, petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { csvOf, expectRefusal } from "./inventory.ts";
import { copyArgs, type EngineName, House } from "./move.ts";

setDefaultTimeout(60_000);

const ROWS = ["-9223372036854775808,0,sold", "1,1,available", "2,2,available", "9007199254740993,3,pending"];
const WAYS: readonly (readonly [EngineName, EngineName])[] = [
  ["SQLite", "PostgreSQL"],
  ["PostgreSQL", "SQLite"],
  ["SQLite", "SQLite"],
  ["PostgreSQL", "PostgreSQL"],
];

test("from SQLite to PostgreSQL and back to SQLite, nothing is lost and old keys count", async () => {
  await using first = await House.of("SQLite", ...ROWS);
  const key = await first.makeKey();
  await first.makeKey("--read-only", "--expires", "90d", "--account", "shop");
  // A tombstone, and an update that was sent with a key of its own.
  await first.runOrThrow(["import", "-", "--format", "csv", "--replace"], csvOf(ROWS.slice(0, 3)));
  const once = { "Idempotency-Key": "4b1f" };
  let tag: string;
  {
    await using service = await first.serve();
    expect((await service.update(key, 2, 7, once)).status).toBe(200);
    tag = (await service.list(key)).headers.get("ETag")!;
    expect(await service.stop()).toBe(0);
  }
  const before = await first.state();
  await using second = await House.empty("PostgreSQL");
  const { stdout } = await petstockOrThrow(copyArgs(first, second, "--json"));
  const middle = await second.state();
  expect(middle).toEqual({ ...before, position: { revision: 3, nonce: expect.any(String) } });
  expect(middle.position.nonce).not.toBe(before.position.nonce);
  expect(JSON.parse(stdout)).toEqual({
    from: first.name,
    to: second.name,
    position: middle.position,
    pets: 3,
    movements: 6,
    keys: 2,
    retired: true,
  });
  {
    await using service = await second.serve();
    const list = await service.list(key, { "If-None-Match": tag });
    expect(list.status).toBe(200);
    expect(list.headers.get("ETag")).not.toBe(tag);
    const again = await service.update(key, 2, 7, once);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect((await service.update(key, 2, 8)).status).toBe(200);
    expect((await service.update(key, "9007199254740993", 1)).code).toBe("pet_not_found");
    expect(await service.stop()).toBe(0);
  }
  await using third = await House.empty("SQLite");
  const late = await second.state();
  expect(late.position.revision).toBe(4);
  await petstockOrThrow(copyArgs(second, third));
  const after = await third.state();
  expect(after).toEqual({ ...late, position: { revision: 4, nonce: expect.any(String) } });
  expect(await first.state()).toEqual(before);
});

describe.each(WAYS)("from a %s database with a service on it, under load, to %s", (from, to) => {
  test("every acknowledged update is there, and later ones get 503 while lists go on", async () => {
    await using source = await House.of(from, ...ROWS);
    const key = await source.makeKey();
    await using service = await source.serve();
    await using target = await House.empty(to);
    const last = new Map<number, number>();
    // One writer for each pet, so that the last acknowledged quantity is the one that must be there.
    const loads = [1, 2].map(async (petId) => {
      for (let quantity = 10; ; quantity++) {
        const answer = await service.update(key, petId, quantity);
        if (answer.status !== 200) return answer;
        last.set(petId, quantity);
      }
    });
    await until("updates on their way", () => last.size === 2 && last.get(1)! > 30);
    const { stderr } = await petstockOrThrow(copyArgs(source, target));
    expect(stderr).toContain(`${source.name} is retired`);
    for (const answer of await Promise.all(loads)) {
      expect(answer).toMatchObject({ status: 503, code: "unavailable" });
      expect(answer.text).toContain("The inventory has moved to another database; nothing was changed.");
    }
    const csv = csvOf([ROWS[0]!, `1,${last.get(1)},available`, `2,${last.get(2)},available`, ROWS[3]!]);
    expect((await target.state()).csv).toBe(csv);
    expect((await service.update(key, 1, 5)).status).toBe(503);
    expect((await service.list(key)).json).toHaveLength(4);
    // Requests belong at the other database: no load balancer sends any here.
    expect((await service.ask("GET", "/readyz")).status).toBe(503);
    expect(await source.csv()).toBe(csv);
    await target.runOrThrow(["set", "1", "--quantity", "5"]);
  });
});

describe.each(["SQLite", "PostgreSQL"] as const)("a retired %s database", (engine) => {
  test("refuses every command that changes it, saying when it was retired and where to", async () => {
    await using source = await House.of(engine, ...ROWS);
    await source.makeKey();
    await using target = await House.empty("PostgreSQL");
    await petstockOrThrow(copyArgs(source, target));
    const before = await source.state();
    const [{ id }] = before.keys;
    const commands: (readonly [string[], string?])[] = [
      [["set", "1", "--quantity", "5"]],
      [["set", "77", "--quantity", "5", "--create"]],
      [["import", "-", "--format", "csv"], csvOf(["1,9,available"])],
      [["keys", "create", "--name", "till"]],
      [["keys", "revoke", id]],
    ];
    for (const [args, stdin] of commands) {
      const finished = await source.run(args, stdin);
      const since = new Date().toISOString().slice(0, 10);
      expectRefusal(finished, { exitCode: 1, words: ["was retired on 20", since.slice(0, 7), target.name] });
      expect(finished.stderr).not.toContain(new URL(target.url).password);
    }
    expect(await source.state()).toEqual(before);
  });

  test("is served: the log says where it has moved, and lists are answered", async () => {
    await using source = await House.of(engine, ...ROWS);
    const key = await source.makeKey();
    await using target = await House.empty("SQLite");
    await petstockOrThrow(copyArgs(source, target));
    await using service = await source.serve();
    const [moved, listening] = ["inventory_moved", "listening"].map((name) =>
      service.log.findIndex(({ msg }) => msg === name),
    );
    expect(moved).toBeGreaterThanOrEqual(0);
    expect(moved!).toBeLessThan(listening!);
    expect(service.log[moved!]).toMatchObject({
      level: "warn",
      since: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      to: target.name,
    });
    expect((await service.list(key)).json).toHaveLength(4);
    expect((await service.update(key, 1, 5)).code).toBe("unavailable");
    for (const query of ["", "?exclude=database"]) {
      const { status, text } = await service.ask("GET", `/readyz${query}`);
      expect(status).toBe(503);
      expect(text).toContain("Not ready: the inventory has moved to another database.");
    }
  });
});

test("--keep-source leaves the old one in use, under a tag that is not the copy's", async () => {
  await using source = await House.of("SQLite", ...ROWS);
  const before = await source.state();
  await using target = await House.empty("SQLite");
  const { stderr, stdout } = await petstockOrThrow(copyArgs(source, target, "--keep-source", "--json"));
  expect(stderr).toContain(`${source.name} is left as it is`);
  expect(JSON.parse(stdout)).toMatchObject({ retired: false });
  const copied = await target.state();
  expect(copied.csv).toBe(before.csv);
  expect(copied.position.nonce).not.toBe(before.position.nonce);
  expect(await source.state()).toEqual(before);
  await source.runOrThrow(["set", "1", "--quantity", "5"]);
  await target.runOrThrow(["set", "1", "--quantity", "6"]);
  expect(await source.csv()).toContain("\n1,5,available\n");
  expect(await target.csv()).toContain("\n1,6,available\n");
});

describe("what is refused", () => {
  test("a target that holds something, which stays as it is, and so does the source", async () => {
    await using source = await House.of("SQLite", ...ROWS);
    await using full = await House.of("PostgreSQL", "1,5,available");
    await using keyed = await House.empty("SQLite");
    await keyed.makeKey();
    for (const [target, held] of [
      [full, "revision 1"],
      [keyed, "1 API key"],
    ] as const) {
      const before = await target.state();
      const finished = await petstock(copyArgs(source, target));
      expectRefusal(finished, { exitCode: 1, words: [target.name, "is not empty", held] });
      expect(await target.state()).toEqual(before);
    }
    await source.runOrThrow(["set", "1", "--quantity", "5"]);
  });

  test("a second move, to the same place or to another", async () => {
    await using source = await House.of("SQLite", ...ROWS);
    await using target = await House.empty("PostgreSQL");
    await using other = await House.empty("SQLite");
    await petstockOrThrow(copyArgs(source, target));
    const after = await target.csv();
    const again = await petstock(copyArgs(source, target));
    expectRefusal(again, {
      exitCode: 1,
      words: [source.name, `has moved to ${target.name} already`, "revision 1"],
    });
    const elsewhere = await petstock(copyArgs(source, other));
    expectRefusal(elsewhere, {
      exitCode: 1,
      words: [`has moved to ${target.name} already`, "--keep-source"],
    });
    expect(await target.csv()).toEqual(after);
    await petstockOrThrow(copyArgs(source, other, "--keep-source"));
    expect(await other.csv()).toBe(after);
  });

  test("the same database twice, however it is written", async () => {
    await using source = await House.of("SQLite", ...ROWS);
    using folder = new TemporaryFolder();
    const path = source.url.slice("sqlite:".length);
    symlinkSync(path, folder.file("link.db"));
    const postgres = "postgres://a:secret@db.example/petstock";
    for (const [from, to] of [
      [source.url, source.url],
      [source.url, `sqlite://${path}`],
      [source.url, `sqlite:${folder.file("link.db")}`],
      [postgres, "postgres://b@db.example:5432/petstock"],
      ["postgres://one.example,two.example/petstock", "postgres://two.example/petstock"],
    ] as const) {
      const finished = await petstock(["copy", "--from", from, "--to", to]);
      expectRefusal(finished, { exitCode: 2, words: ["--from and --to name the same database"] });
    }
  });

  test.each([
    ["--from", "mysql:x", "sqlite:b.db"],
    ["--to", "sqlite:a.db", "mysql:x"],
  ])("an address in %s that is none", async (flag, from, to) => {
    using folder = new TemporaryFolder();
    const finished = await petstock(["copy", "--from", from, "--to", to], { cwd: folder.path });
    expectRefusal(finished, { exitCode: 2, words: [`${flag}: `] });
  });

  test("a source that is not there, and a PostgreSQL database that is not there", async () => {
    await using source = await House.of("SQLite", ...ROWS);
    await using target = await House.empty("PostgreSQL");
    const missing = `${target.url}_missing`;
    for (const [from, to] of [
      [source.url.replace("petstock.db", "missing.db"), target.url],
      [source.url, missing],
      [missing, `${source.url}.new`],
    ] as const) {
      const finished = await petstock(["copy", "--from", from, "--to", to]);
      expectRefusal(finished, { exitCode: 1, words: [] });
      expect(finished.stderr).toMatch(/there is no (?:such )?database/);
    }
    await source.runOrThrow(["set", "1", "--quantity", "5"]);
  });

  test("a source whose ledger does not fold, before anything is retired", async () => {
    await using source = await House.of("PostgreSQL", ...ROWS);
    await using target = await House.empty("SQLite");
    await source.database.run("UPDATE inventory SET quantity = 9 WHERE pet_id = 1");
    const finished = await petstock(copyArgs(source, target));
    expectRefusal(finished, { exitCode: 1, words: ["does not fold", source.name, "petstock verify"] });
    await source.runOrThrow(["set", "2", "--quantity", "5"]);
  });
});

test("a service that waits at the new place has the inventory as soon as it is there", async () => {
  await using source = await House.of("SQLite", ...ROWS);
  const key = await source.makeKey();
  await using target = await House.empty("PostgreSQL");
  await using service: TestService = await target.serve();
  expect((await service.list(key)).code).toBe("invalid_api_key");
  await petstockOrThrow(copyArgs(source, target));
  // The key is asked for of the database at once, the list catches up with it.
  const { json } = await service.list(key);
  expect(json).toHaveLength(4);
  expect((await service.update(key, 1, 5)).status).toBe(200);
});

// petstock move: the target has the whole inventory and its keys; the source is retired and read-only.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { petstock, petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { csvOf, expectRefusal } from "./inventory.ts";
import { EngineDatabase, type EngineName, ENGINES, moveArgs } from "./engine-database.ts";

setDefaultTimeout(60_000);

const ROWS = ["-9223372036854775808,0,sold", "1,1,available", "2,2,available", "9007199254740993,3,pending"];
const WAYS: readonly (readonly [EngineName, EngineName])[] = [
  ["SQLite", "PostgreSQL"],
  ["PostgreSQL", "SQLite"],
  ["SQLite", "SQLite"],
  ["PostgreSQL", "PostgreSQL"],
];

test("a move from SQLite to PostgreSQL and back to SQLite loses nothing, and API keys stay valid", async () => {
  await using first = await EngineDatabase.of("SQLite", ...ROWS);
  const key = await first.makeKey();
  await first.makeKey("--read-only", "--expires", "90d", "--account", "shop");
  // A removed pet, and an update with an Idempotency-Key.
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
  await using second = await EngineDatabase.empty("PostgreSQL");
  const { stdout } = await petstockOrThrow(moveArgs(first, second, "--json"));
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
    labels: 0,
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
  await using third = await EngineDatabase.empty("SQLite");
  const late = await second.state();
  expect(late.position.revision).toBe(4);
  await petstockOrThrow(moveArgs(second, third));
  const after = await third.state();
  expect(after).toEqual({ ...late, position: { revision: 4, nonce: expect.any(String) } });
  expect(await first.state()).toEqual(before);
});

describe.each(WAYS)("a move from %s, under a service with load, to %s", (from, to) => {
  test("keeps every acknowledged update; later updates get 503, lists are still answered", async () => {
    await using source = await EngineDatabase.of(from, ...ROWS);
    const key = await source.makeKey();
    await using service = await source.serve();
    await using target = await EngineDatabase.empty(to);
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
    const { stderr } = await petstockOrThrow(moveArgs(source, target));
    expect(stderr).toContain(`${source.name} is retired`);
    for (const answer of await Promise.all(loads)) {
      expect(answer).toMatchObject({ status: 503, code: "unavailable" });
      expect(answer.text).toContain("The inventory has moved to another database; nothing was changed.");
    }
    const csv = csvOf([ROWS[0]!, `1,${last.get(1)},available`, `2,${last.get(2)},available`, ROWS[3]!]);
    expect((await target.state()).csv).toBe(csv);
    expect((await service.update(key, 1, 5)).status).toBe(503);
    expect((await service.list(key)).json).toHaveLength(4);
    // Not ready, so that load balancers send no requests here.
    expect((await service.ask("GET", "/readyz")).status).toBe(503);
    expect(await source.csv()).toBe(csv);
    await target.runOrThrow(["set", "1", "--quantity", "5"]);
  });
});

describe.each(ENGINES)("a retired %s database", (engine) => {
  test("refuses every command that would change it, and says when and to where the inventory moved", async () => {
    await using source = await EngineDatabase.of(engine, ...ROWS);
    await source.makeKey();
    await using target = await EngineDatabase.empty("PostgreSQL");
    await petstockOrThrow(moveArgs(source, target));
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

  test("is served read-only: lists are answered, and the log says to where the inventory moved", async () => {
    await using source = await EngineDatabase.of(engine, ...ROWS);
    const key = await source.makeKey();
    await using target = await EngineDatabase.empty("SQLite");
    await petstockOrThrow(moveArgs(source, target));
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

test("the alias copy moves, too", async () => {
  await using source = await EngineDatabase.of("SQLite", ...ROWS);
  await using target = await EngineDatabase.empty("SQLite");
  const before = await source.csv();
  const { stderr } = await petstockOrThrow(["copy", "--from", source.url, "--to", target.url]);
  expect(stderr).toContain(`${source.name} is retired`);
  expect(await target.csv()).toBe(before);
});

test("--keep-source leaves the source in use, and source and copy have different tags", async () => {
  await using source = await EngineDatabase.of("SQLite", ...ROWS);
  const before = await source.state();
  await using target = await EngineDatabase.empty("SQLite");
  const { stderr, stdout } = await petstockOrThrow(moveArgs(source, target, "--keep-source", "--json"));
  expect(stderr).toContain(`${source.name} is unchanged`);
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

describe("a move is refused for", () => {
  test("a target that is not empty; target and source stay unchanged", async () => {
    await using source = await EngineDatabase.of("SQLite", ...ROWS);
    await using full = await EngineDatabase.of("PostgreSQL", "1,5,available");
    await using keyed = await EngineDatabase.empty("SQLite");
    await keyed.makeKey();
    for (const [target, held] of [
      [full, "revision 1"],
      [keyed, "1 API key"],
    ] as const) {
      const before = await target.state();
      const finished = await petstock(moveArgs(source, target));
      expectRefusal(finished, { exitCode: 1, words: [target.name, "is not empty", held] });
      expect(await target.state()).toEqual(before);
    }
    await source.runOrThrow(["set", "1", "--quantity", "5"]);
  });

  test("a second move, to the same place or to another", async () => {
    await using source = await EngineDatabase.of("SQLite", ...ROWS);
    await using target = await EngineDatabase.empty("PostgreSQL");
    await using other = await EngineDatabase.empty("SQLite");
    await petstockOrThrow(moveArgs(source, target));
    const after = await target.csv();
    const again = await petstock(moveArgs(source, target));
    expectRefusal(again, {
      exitCode: 1,
      words: [source.name, `has moved to ${target.name} already`, "revision 1"],
    });
    const elsewhere = await petstock(moveArgs(source, other));
    expectRefusal(elsewhere, {
      exitCode: 1,
      words: [`has moved to ${target.name} already`, "--keep-source"],
    });
    expect(await target.csv()).toEqual(after);
    await petstockOrThrow(moveArgs(source, other, "--keep-source"));
    expect(await other.csv()).toBe(after);
  });

  test("a source that is also the target, in any spelling", async () => {
    await using source = await EngineDatabase.of("SQLite", ...ROWS);
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
      const finished = await petstock(["move", "--from", from, "--to", to]);
      expectRefusal(finished, { exitCode: 2, words: ["--from and --to name the same database"] });
    }
  });

  test.each([
    ["--from", "mysql:x", "sqlite:b.db"],
    ["--to", "sqlite:a.db", "mysql:x"],
  ])("an invalid address in %s", async (flag, from, to) => {
    using folder = new TemporaryFolder();
    const finished = await petstock(["move", "--from", from, "--to", to], { cwd: folder.path });
    expectRefusal(finished, { exitCode: 2, words: [`${flag}: `] });
  });

  test("a source that does not exist, and a PostgreSQL target that does not exist", async () => {
    await using source = await EngineDatabase.of("SQLite", ...ROWS);
    await using target = await EngineDatabase.empty("PostgreSQL");
    const missing = `${target.url}_missing`;
    for (const [from, to] of [
      [source.url.replace("petstock.db", "missing.db"), target.url],
      [source.url, missing],
      [missing, `${source.url}.new`],
    ] as const) {
      const finished = await petstock(["move", "--from", from, "--to", to]);
      expectRefusal(finished, { exitCode: 1, words: [] });
      expect(finished.stderr).toMatch(/there is no (?:such )?database/);
    }
    await source.runOrThrow(["set", "1", "--quantity", "5"]);
  });

  test("a source whose ledger does not fold, before anything is retired", async () => {
    await using source = await EngineDatabase.of("PostgreSQL", ...ROWS);
    await using target = await EngineDatabase.empty("SQLite");
    await source.database.run("UPDATE inventory SET quantity = 9 WHERE pet_id = 1");
    const finished = await petstock(moveArgs(source, target));
    expectRefusal(finished, { exitCode: 1, words: ["does not fold", source.name, "petstock verify"] });
    await source.runOrThrow(["set", "2", "--quantity", "5"]);
  });
});

test("a service that already runs on the target serves the inventory once the move is committed", async () => {
  await using source = await EngineDatabase.of("SQLite", ...ROWS);
  const key = await source.makeKey();
  await using target = await EngineDatabase.empty("PostgreSQL");
  await using service: TestService = await target.serve();
  expect((await service.list(key)).code).toBe("invalid_api_key");
  await petstockOrThrow(moveArgs(source, target));
  // The service looks the unknown key up in the database at once, and its list catches up.
  const { json } = await service.list(key);
  expect(json).toHaveLength(4);
  expect((await service.update(key, 1, 5)).status).toBe(200);
});

// Work on the ledger gives the same on both databases: values, nested queries, order, errors.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  execute,
  type Integer,
  list,
  names,
  only,
  type Query,
  rows,
  sql,
  type Value,
  type Work,
} from "../../src/ledger/sql.ts";
import { connect } from "../../src/sqlite/file/connect.ts";
import { runWork as runOnSqlite } from "../../src/sqlite/run-work.ts";
import { type Engine, ENGINES } from "./engines.ts";

// The first test waits for the PostgreSQL server to be made.
setDefaultTimeout(60_000);

const TABLE = sql`CREATE TABLE pet (id bigint PRIMARY KEY, name text)`;

function* put(id: Value, name: Value): Work<number> {
  return yield* execute(sql`INSERT INTO pet VALUES (${id}, ${name})`);
}

const allPets = sql<{ id: Integer; name: string | null }>`SELECT id, name FROM pet ORDER BY id`;

test("a template's text is made once, and nested queries number their values in the order of the text", () => {
  const statement = (limit: number) => sql`SELECT 1 LIMIT ${limit}`;
  expect(statement(1).bind("$n")).toEqual({ text: "SELECT 1 LIMIT $1", values: [1] });
  expect(statement(2).bind("$n")).toEqual({ text: "SELECT 1 LIMIT $1", values: [2] });
  const inner: Query = sql`(SELECT ${2n}, ${sql`${"three"}`})`;
  expect(sql`${1} IN ${inner} OR ${4}`.bind("$n")).toEqual({
    text: "$1 IN (SELECT $2, $3) OR $4",
    values: [1, 2n, "three", 4],
  });
  const either = (part: Query) => sql`SELECT ${part}`;
  expect(either(sql`1`).bind("$n").text).toBe("SELECT 1");
  expect(either(sql`2`).bind("$n").text).toBe("SELECT 2");
});

test("SQLite gets placeholders without names, each of which it would compare with all the others", () => {
  const query = sql`DELETE FROM pet WHERE id IN (${list([1n, 2n])}) AND name = ${"Tom"}`;
  const text = "DELETE FROM pet WHERE id IN (?, ?) AND name = ?";
  expect(query.bind("?")).toEqual({ text, values: [1n, 2n, "Tom"] });
  const statement = (limit: number) => sql`SELECT 1 LIMIT ${limit}`;
  expect(statement(1).bind("?").text).toBe("SELECT 1 LIMIT ?");
  expect(statement(1).bind("$n").text).toBe("SELECT 1 LIMIT $1");
  expect(statement(2).bind("?")).toEqual({ text: "SELECT 1 LIMIT ?", values: [2] });
});

test("on SQLite a statement with many values takes no longer than many statements with few", () => {
  using db = connect(":memory:");
  runOnSqlite(db, execute(TABLE));
  const ids = Array.from({ length: 30_000 }, (_, index) => BigInt(index));
  const remove = (some: readonly bigint[]) =>
    runOnSqlite(db, execute(sql`DELETE FROM pet WHERE id IN (${list(some)})`));
  const few = processorTimeOf(() => {
    for (let from = 0; from < ids.length; from += 1_000) remove(ids.slice(from, from + 1_000));
  });
  // Measured: 1.4, and 125 with placeholders that have names.
  expect(processorTimeOf(() => remove(ids)) / few).toBeLessThan(8);
});

function processorTimeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

test("names become part of the text, and a name that needs quotes is refused", () => {
  const query = sql`SELECT ${names("id", "name")} FROM ${names("temp.pet")} WHERE id = ${1n}`;
  expect(query.bind("$n")).toEqual({ text: "SELECT id, name FROM temp.pet WHERE id = $1", values: [1n] });
  for (const invalid of ["", "1a", "a b", 'a"', "a;", "Pet"])
    expect(() => names("id", invalid)).toThrow(`not a name of a table or column: ${invalid}`);
});

describe.each(ENGINES)("work on %s", (_, open) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await open();
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  test.each<[Value, string]>([
    [9_223_372_036_854_775_807n, "bigint"],
    [-9_223_372_036_854_775_808n, "bigint"],
    [9_007_199_254_740_993n, "bigint"],
    [0n, "bigint"],
    [1_800_000_000_000, "bigint"],
    [Number.MAX_SAFE_INTEGER, "bigint"],
    [null, "bigint"],
    ["", "text"],
    [`it's "quoted", \\ and $1 ?; -- ä 🐈`, "text"],
    [null, "text"],
  ])("gives back %p as %s exactly", async (value, type) => {
    await using session = await engine.begin();
    const cast = type === "bigint" ? sql`CAST(${value} AS bigint)` : sql`CAST(${value} AS text)`;
    const { back } = await session.run(only(sql<{ back: Value }>`SELECT ${cast} AS back`));
    expect(back).toEqual(typeof value === "number" ? BigInt(value) : value);
  });

  test("keeps the values of nested queries in their places", async () => {
    await using session = await engine.begin();
    function* work() {
      yield* execute(TABLE);
      for (const id of [1n, 2n, 3n, 4n]) yield* put(id, `pet ${id}`);
      const named = (name: string) => sql`name = ${name}`;
      const among = sql`(SELECT id FROM pet WHERE ${named("pet 2")} OR ${named("pet 4")})`;
      return yield* rows(
        sql<{
          id: Integer;
        }>`SELECT id FROM pet WHERE id > ${0n} AND id IN ${among} AND id < ${4n} LIMIT ${10}`,
      );
    }
    expect(await session.run(work())).toEqual([{ id: 2n }]);
  });

  test("runs statements in the order of the work, and counts what they change", async () => {
    await using session = await engine.begin();
    function* work() {
      yield* execute(TABLE);
      yield* put(1n, "first");
      yield* put(2n, null);
      const updated = yield* execute(sql`UPDATE pet SET name = ${"second"} WHERE id > ${1n}`);
      const afterUpdate = yield* rows(allPets);
      const returned = yield* rows(sql<{ id: Integer }>`DELETE FROM pet WHERE id = ${2n} RETURNING id`);
      const deleted = yield* execute(sql`DELETE FROM pet WHERE id <= ${100n}`);
      const none = yield* execute(sql`DELETE FROM pet WHERE id <= ${100n}`);
      return { updated, afterUpdate, returned, deleted, none, left: yield* rows(allPets) };
    }
    expect(await session.run(work())).toEqual({
      updated: 1,
      afterUpdate: [
        { id: 1n, name: "first" },
        { id: 2n, name: "second" },
      ],
      returned: [{ id: 2n }],
      deleted: 1,
      none: 0,
      left: [],
    });
  });

  test("throws a statement's error where the work yielded it", async () => {
    await using session = await engine.begin();
    const steps: string[] = [];
    function* work() {
      try {
        yield* execute(TABLE);
        steps.push("made");
        yield* rows(sql`SELECT id FROM no_such_table`);
        steps.push("never");
      } finally {
        steps.push("ended");
      }
    }
    await expect(session.run(work())).rejects.toThrow(/no_such_table/);
    expect(steps).toEqual(["made", "ended"]);
  });

  test("ends with the work's own error, and runs nothing after it", async () => {
    await using session = await engine.begin();
    await session.run(execute(TABLE));
    function* work(): Work<void> {
      yield* put(1n, "before");
      throw new Error("the work gave up");
    }
    await expect(session.run(work())).rejects.toThrow("the work gave up");
    expect(await session.run(rows(allPets))).toEqual([{ id: 1n, name: "before" }]);
  });

  test("names the statement that returned no row, or several, instead of one", async () => {
    await using session = await engine.begin();
    const numbers = sql`(SELECT 1 AS n UNION ALL SELECT 2 AS n) AS numbers`;
    await expect(session.run(only(sql`SELECT n FROM ${numbers} WHERE n > ${2}`))).rejects.toThrow(
      /gave no row instead of one: SELECT n FROM .* WHERE n > \$1/,
    );
    await expect(session.run(only(sql`SELECT n FROM ${numbers}`))).rejects.toThrow(/gave several rows/);
    expect(await session.run(only(sql`SELECT n FROM ${numbers} WHERE n = ${2}`))).toHaveProperty("n");
  });
});

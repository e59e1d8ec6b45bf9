// A commit follows the newest commit read under the lock, on both databases; if that was replaced, nothing is
// written.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { appendCommit, historyStart } from "../../src/ledger/commits.ts";
import { execute, type Integer, rows, sql, type Work } from "../../src/ledger/sql.ts";
import { type Engine, ENGINES } from "./engines.ts";

// The first test waits for the PostgreSQL server to be made.
setDefaultTimeout(60_000);

const FIRST = { revision: 3, nonce: "00000000000000aa" };

function* makeHistory(): Work<void> {
  yield* execute(
    sql`CREATE TABLE commit_mark (revision bigint PRIMARY KEY, nonce text NOT NULL, at bigint NOT NULL)`,
  );
  yield* execute(sql`INSERT INTO commit_mark VALUES (${FIRST.revision}, ${FIRST.nonce}, ${1000})`);
}

const commits = () =>
  rows(sql<{ revision: Integer; at: Integer }>`SELECT revision, at FROM commit_mark ORDER BY revision`);

describe.each(ENGINES)("commits on %s", (_engine, open) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await open();
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  test("follow the newest one", async () => {
    await using session = await engine.begin();
    await session.run(makeHistory());
    await session.run(appendCommit(FIRST, { revision: 5, at: 1_800_000_000_000 }));
    expect(await session.run(commits())).toEqual([
      { revision: 3n, at: 1000n },
      { revision: 5n, at: 1_800_000_000_000n },
    ]);
    expect(await session.run(historyStart())).toBe(3);
  });

  test.each([
    ["has another nonce", { ...FIRST, nonce: "00000000000000ab" }],
    ["is another revision", { ...FIRST, revision: 2 }],
  ])("are refused where the newest one %s by now", async (_, known) => {
    await using session = await engine.begin();
    await session.run(makeHistory());
    const refused = session.run(appendCommit(known, { revision: 5, at: 2000 }));
    await expect(refused).rejects.toMatchObject({ code: "unavailable" });
    expect(await session.run(commits())).toEqual([{ revision: 3n, at: 1000n }]);
  });
});

// A commit follows the newest commit read under the lock, on both databases; if that was replaced, nothing is
// written.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { appendCommit, historyStart, TOTALS, totalsOfRow, type TotalsRow } from "../../src/ledger/commits.ts";
import { execute, type Integer, names, rows, sql, type Work } from "../../src/ledger/sql.ts";
import { type Engine, ENGINES } from "./engines.ts";

// The first test waits for the PostgreSQL server to be made.
setDefaultTimeout(60_000);

const INT64_MAX = 2n ** 63n - 1n;
const NEXT = {
  revision: 5,
  at: 2000,
  movements: 2,
  change: { inStock: 1, available: -1, pending: 1, sold: 1, in: 6, out: 2 },
};
const FIRST = { revision: 3, nonce: "00000000000000aa" };

function* makeHistory(): Work<void> {
  yield* execute(
    sql`CREATE TABLE commit_mark (
      revision bigint PRIMARY KEY, nonce text NOT NULL, at bigint NOT NULL, quantity bigint, in_stock bigint,
      available bigint, pending bigint, sold bigint, total_in bigint, total_out bigint, movements bigint)`,
  );
  yield* execute(sql`INSERT INTO commit_mark VALUES
    (${FIRST.revision}, ${FIRST.nonce}, ${1000}, 10, 2, 2, 0, 1, ${INT64_MAX - 1n}, 7, 3)`);
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
    await session.run(appendCommit(FIRST, { ...NEXT, at: 1_800_000_000_000 }));
    expect(await session.run(commits())).toEqual([
      { revision: 3n, at: 1000n },
      { revision: 5n, at: 1_800_000_000_000n },
    ]);
    expect(await session.run(historyStart())).toBe(3);
  });

  test("carry the totals after them; the sums of all units wrap around", async () => {
    await using session = await engine.begin();
    await session.run(makeHistory());
    await session.run(appendCommit(FIRST, NEXT));
    const totals = await session.run(
      rows(sql<TotalsRow>`SELECT ${names(...TOTALS)} FROM commit_mark ORDER BY revision`),
    );
    expect(totals.map(totalsOfRow)).toEqual([
      {
        quantity: 10n,
        inStock: 2n,
        available: 2n,
        pending: 0n,
        sold: 1n,
        totalIn: INT64_MAX - 1n,
        totalOut: 7n,
      },
      {
        quantity: 14n,
        inStock: 3n,
        available: 1n,
        pending: 1n,
        sold: 2n,
        totalIn: -(2n ** 63n) + 4n,
        totalOut: 9n,
      },
    ]);
  });

  test.each([
    ["has another nonce", { ...FIRST, nonce: "00000000000000ab" }],
    ["is another revision", { ...FIRST, revision: 2 }],
  ])("are refused where the newest one %s by now", async (_, known) => {
    await using session = await engine.begin();
    await session.run(makeHistory());
    const refused = session.run(appendCommit(known, NEXT));
    await expect(refused).rejects.toMatchObject({ code: "unavailable" });
    expect(await session.run(commits())).toEqual([{ revision: 3n, at: 1000n }]);
  });
});

// An undo that was computed before the lock, on both engines: it does what one that is computed under it does, whatever has changed
// between the two.

import { expect, test } from "bun:test";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { type Query, names, rows as readRows, sql, type Work } from "../../src/ledger/sql.ts";
import { temporaryTable } from "../../src/ledger/stored-difference.ts";
import { applyUndo, checkUndo, recheckUndo, type WantedUndo } from "../../src/ledger/undo.ts";
import { changeSet } from "../store/change-sets.ts";
import { COMMAND_ORIGIN, positionOf } from "../store/engine.ts";
import { petsOf } from "../store/plan-model.ts";
import { RandomChanges } from "../store/random-changes.ts";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import { type Engine, ENGINES } from "./engines.ts";

/** At least; until each kind has been seen. */
const ROUNDS = sized({ quick: 40, long: 200, hours: 2_000 });
const TIMEOUT_MS = 60_000 + ROUNDS * 1_000;

const STORED = temporaryTable(names("reversed"));

test.each(ENGINES)(
  `%s: after any changes an undo that was computed before them does the same (seed ${SEED})`,
  async (_, open) => {
    await using engine = await open();
    await using store = await engine.openStore();
    const random = new RandomChanges(randomFrom(SEED));
    const seen = { stored: 0, refused: 0, skipping: 0, outdated: 0 };
    const hasSeenAll = () => Object.values(seen).every((count) => count > 0);
    for (let round = 0; round < ROUNDS || !hasSeenAll(); round++) {
      const wanted = await changedRevision(store, random);
      const possible = await engine.run(checkUndo(wanted, await positionOf(store), STORED));
      if (random.chance(0.7)) await store.commit([changeSet(random.changes(await petsOf(store), 2))]);
      if (possible.kind !== "possible") continue;
      const { revision: newest } = await positionOf(store);
      const rechecked = await undone(engine, store, (now) => recheckUndo(wanted, now, possible), wanted);
      const again = await undone(
        engine,
        store,
        (now) => checkUndo(wanted, now, temporaryTable(names("now"))),
        wanted,
      );
      expect(rechecked.result).toEqual(again.result);
      const { kind, revision, skipped } = rechecked.result;
      if (possible.stored !== undefined) seen.stored++;
      if (rechecked.isOutdated) seen.outdated++;
      if (kind !== "undone") seen.refused++;
      else if (revision > newest && skipped > 0) seen.skipping++;
    }
  },
  TIMEOUT_MS,
);

/** Changes pets, and gives the undo of that. */
async function changedRevision(store: InventoryStore, random: RandomChanges): Promise<WantedUndo> {
  await store.commit([changeSet(random.changes(await petsOf(store), 12))]);
  const { revision } = await positionOf(store);
  if (random.chance(0.3)) await store.commit([changeSet(random.changes(await petsOf(store), 2))]);
  return {
    revision,
    skipChanged: random.chance(0.5),
    dryRun: false,
    by: COMMAND_ORIGIN,
    recordsMax: 10,
  };
}

type Check = ReturnType<typeof recheckUndo>;

/** What the undo would write, if it is possible, with its result; and whether some of its pets had to be computed again. */
async function undone(
  engine: Engine,
  store: InventoryStore,
  check: (newest: Awaited<ReturnType<typeof positionOf>>) => Check,
  wanted: WantedUndo,
) {
  const newest = await positionOf(store);
  await using session = await engine.begin();
  const possible = await session.run(check(newest));
  if (possible.kind !== "possible")
    return { result: { kind: possible.kind, revision: 0, skipped: 0 }, isOutdated: false };
  const result = await session.run(applyUndo(wanted, possible, { newest }));
  if (result.kind !== "undone") throw new Error(`the undo is ${result.kind}`);
  const { skipped, position: _, ...counts } = result;
  const written = await session.run(writtenAfter(newest.revision));
  return {
    result: { ...counts, skipped: skipped.count, written },
    isOutdated: possible.outdated !== undefined,
  };
}

function* writtenAfter(revision: number): Work<unknown> {
  const all = (table: Query) => readRows(sql`SELECT * FROM ${table} ORDER BY pet_id`);
  const marks = sql`
    SELECT revision, quantity, in_stock, available, pending, sold, total_in, total_out, movements
    FROM commit_mark WHERE revision > ${revision}`;
  const entries = yield* all(sql`movement WHERE revision > ${revision}`);
  return {
    movements: entries.map((entry) => ({ ...(entry as object), at: undefined })),
    pets: yield* all(sql`inventory`),
    labels: yield* all(sql`label`),
    marks: yield* readRows(marks),
  };
}

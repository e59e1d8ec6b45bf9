// Rows of labels that were compared before the lock, on both engines: what has changed since is compared again, and nothing else.

import { expect, test } from "bun:test";
import type { StagedRow } from "../../src/inventory/import.ts";
import type { Difference } from "../../src/ledger/difference.ts";
import {
  type ComparedRows,
  compareRows,
  differenceOf,
  differenceSince,
  type ImportedRows,
} from "../../src/ledger/import-difference.ts";
import { execute, list, names, type Query, rows as readRows, sql } from "../../src/ledger/sql.ts";
import { STAGE_COLUMNS, stagedValuesOf } from "../../src/ledger/stage-columns.ts";
import { temporaryTable } from "../../src/ledger/stored-difference.ts";
import { summarize } from "../../src/ledger/summary.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { changeSet } from "../store/change-sets.ts";
import { addPets, positionOf, setTo } from "../store/engine.ts";
import { petsOf } from "../store/plan-model.ts";
import { RandomChanges } from "../store/random-changes.ts";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import { type Engine, ENGINES } from "./engines.ts";

const ROUNDS = sized({ quick: 30, long: 150, hours: 1_500 });
const TIMEOUT_MS = 60_000 + ROUNDS * 1_000;

const RENAMED: readonly StagedRow[] = [
  { petId: 1n, line: 2, label: { name: "Rex" } },
  { petId: 2n, line: 3, quantity: 7, label: { name: "Max" } },
];

test.each(ENGINES)("%s: only pets of the rows are compared again", async (_, open) => {
  await using engine = await open();
  await using store = await engine.openStore();
  await addPets(store);
  const { imported, compared } = await compare(engine, store, { rows: RENAMED });
  await store.commit([setTo(3n, 9)]);
  expect(await differenceNow(engine, store, imported, compared)).toMatchObject({ recompared: undefined });
  await expectAsComparedNow(engine, store, imported, compared);
  await store.commit([setTo(2n, 8)]);
  const difference = await differenceNow(engine, store, imported, compared);
  const others = await readAll(engine, difference.query);
  expect(others.map(({ pet_id }) => pet_id)).toEqual([1n]);
  await expectAsComparedNow(engine, store, imported, compared);
});

test.each(ENGINES)("%s: with replace all pets are compared again", async (_, open) => {
  await using engine = await open();
  await using store = await engine.openStore();
  await addPets(store);
  const { imported, compared } = await compare(engine, store, { rows: RENAMED, replace: true });
  await store.commit([setTo(3n, 9)]);
  await expectAsComparedNow(engine, store, imported, compared);
});

test.each(ENGINES)(
  `%s: after any changes it is what a comparison gives now (seed ${SEED})`,
  async (_, open) => {
    await using engine = await open();
    await using store = await engine.openStore();
    const random = new RandomChanges(randomFrom(SEED));
    for (let round = 0; round < ROUNDS; round++) {
      await store.commit([changeSet(random.changes(await petsOf(store), 12))]);
      const labelled = { petId: 99n, line: 99, label: { name: `of round ${round}` } };
      const rows = [...random.rows(), labelled];
      const others = { [random.chance(0.5) ? "replace" : "replaceLabels"]: random.chance(0.5) };
      const { imported, compared } = await compare(engine, store, { rows, ...others });
      const some = random.changes(await petsOf(store), 4);
      if (random.chance(0.8)) await store.commit([changeSet(some)]);
      await expectAsComparedNow(engine, store, imported, compared);
    }
  },
  TIMEOUT_MS,
);

interface Wanted extends Partial<Pick<ImportedRows, "replace" | "replaceLabels">> {
  readonly rows: readonly StagedRow[];
}

async function compare(engine: Engine, store: InventoryStore, { rows, ...others }: Wanted) {
  await stage(engine, rows);
  const staged = { rows: names("staged"), hasLabels: true };
  const imported: ImportedRows = { staged, replace: false, ...others };
  const at = await positionOf(store);
  const work = compareRows({ ...imported, isConditional: false }, temporaryTable(names("compared")), at);
  const compared = await engine.run(work);
  if (compared === undefined) throw new Error("the rows were refused");
  return { imported, compared };
}

async function stage(engine: Engine, rows: readonly StagedRow[]): Promise<void> {
  await engine.run(execute(sql`DROP TABLE IF EXISTS staged`));
  const columns = Object.entries(STAGE_COLUMNS).map(([name, type]) => sql`${names(name)} ${names(type)}`);
  await engine.run(execute(sql`CREATE TEMP TABLE staged (${joined(columns)})`));
  for (const row of rows) {
    const { columns: given, values } = stagedValuesOf([row]);
    await engine.run(execute(sql`INSERT INTO staged (${names(...given)}) VALUES (${list(values[0]!)})`));
  }
}

function joined(parts: readonly Query[]): Query {
  return parts.reduce((all, part) => sql`${all}, ${part}`);
}

async function differenceNow(
  engine: Engine,
  store: InventoryStore,
  imported: ImportedRows,
  compared: ComparedRows,
) {
  return await engine.run(differenceSince(imported, compared, await positionOf(store)));
}

async function expectAsComparedNow(
  engine: Engine,
  store: InventoryStore,
  imported: ImportedRows,
  compared: ComparedRows,
): Promise<void> {
  const difference = await differenceNow(engine, store, imported, compared);
  const now = differenceOf(imported);
  expect(await allRows(engine, difference)).toEqual(await allRows(engine, now));
  if (!("summary" in difference)) throw new Error("all was compared again");
  expect(difference.summary).toEqual(await engine.run(summarize(now.query)));
}

async function allRows(engine: Engine, difference: Difference & { readonly recompared?: Query | undefined }) {
  const { query, recompared } = difference;
  const parts = recompared === undefined ? [query] : [query, recompared];
  const all = await Promise.all(parts.map((part) => readAll(engine, part)));
  return all.flat().toSorted((one, other) => Number(one.pet_id - other.pet_id));
}

async function readAll(engine: Engine, query: Query): Promise<readonly { readonly pet_id: bigint }[]> {
  return await engine.run(readRows(sql<{ pet_id: bigint }>`SELECT * FROM ${query} ORDER BY pet_id`));
}

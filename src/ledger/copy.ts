// Copies an inventory: reads its tables in batches, and turns the copied history into the target's own.

import type { Awaitable } from "../inventory/awaitable.ts";
import {
  BATCH_ROWS,
  COPIED_TABLES,
  type CopiedTable,
  NotEmptyError,
  type OnRowBatch,
  type Row,
} from "../inventory/copy.ts";
import { makeNonce } from "../inventory/nonce.ts";
import type { Position } from "../inventory/position.ts";
import { moveKeyCounter } from "./keys.ts";
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
} from "./sql.ts";

/** Reads the tables of a copy in batches, by ascending key. `run` runs work in one snapshot. */
export async function readTables(
  run: (work: Work<readonly Row[]>) => Awaitable<readonly Row[]>,
  onBatch: OnRowBatch,
): Promise<void> {
  const [counted] = await run(rows(COUNT_ROWS));
  const rowsInAll = Number(counted?.["count"]);
  for (const table of COPIED_TABLES) {
    let batch = await run(readFirst(table));
    while (batch.length > 0) {
      await onBatch({ table, rows: batch }, rowsInAll);
      batch = batch.length < BATCH_ROWS ? [] : await run(readAfter(table, batch.at(-1) as Row));
    }
  }
}

/** All of a copy, for its progress: of a ledger with a commit for each movement, the movements are half of it. */
const COUNT_ROWS = sql<Row>`SELECT ${COPIED_TABLES.map(countOf).reduce((sum, each) => sql`${sum} + ${each}`)} AS count`;

function countOf({ name }: CopiedTable): Query {
  return sql`(SELECT count(*) FROM ${names(name)})`;
}

function readFirst({ name, key, columns }: CopiedTable): Work<readonly Row[]> {
  return rows(sql<Row>`
    SELECT ${names(...columns)} FROM ${names(name)} ORDER BY ${names(...key)} LIMIT ${BATCH_ROWS}`);
}

function readAfter({ name, key, columns }: CopiedTable, last: Row): Work<readonly Row[]> {
  const keyOfLast = list(key.map((column) => last[column] as Value));
  return rows(sql<Row>`
    SELECT ${names(...columns)} FROM ${names(name)} WHERE (${names(...key)}) > (${keyOfLast})
    ORDER BY ${names(...key)} LIMIT ${BATCH_ROWS}`);
}

/** Prepares the target, whose newest commit is `newest`, for a copy. Throws NotEmptyError. */
export function* prepareTarget(newest: Position): Work<void> {
  const { keys } = yield* only(sql<{ keys: Integer }>`SELECT count(*) AS keys FROM api_key`);
  const held = { revision: newest.revision, keys: Number(keys) };
  if (held.revision + held.keys > 0) throw new NotEmptyError(held);
  // The copy has the source's: a mark was made by the first migration, origins by work that changed nothing.
  yield* execute(sql`DELETE FROM commit_mark`);
  yield* execute(sql`DELETE FROM origin`);
}

/**
 * After a whole history was written from elsewhere: gives the newest commit a nonce of its own, so that tags of the source's
 * lists are not valid here, and moves the counter of keys, so that servers read them again. A hook that had been told all goes on from there.
 */
export function* adoptHistory(): Work<void> {
  const nonce = makeNonce();
  yield* execute(sql`
    UPDATE hook SET nonce = ${nonce} WHERE EXISTS (
      SELECT 1 FROM commit_mark
      WHERE commit_mark.revision = hook.revision AND commit_mark.nonce = hook.nonce
        AND commit_mark.revision = (SELECT max(revision) FROM commit_mark))`);
  yield* execute(sql`
    UPDATE commit_mark SET nonce = ${nonce} WHERE revision = (SELECT max(revision) FROM commit_mark)`);
  yield* moveKeyCounter();
}

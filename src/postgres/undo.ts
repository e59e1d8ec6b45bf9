// Undoes a revision: checks in a transaction that reads, and so delays no writer; then undoes it under the lock of all writers.

import type { ReservedSQL } from "bun";
import { IDEMPOTENCY_RECORDS_MAX } from "../inventory/idempotency.ts";
import type { UndoOptions, UndoResult } from "../inventory/undo.ts";
import {
  applyUndo,
  checkUndo,
  type PossibleUndo,
  previewUndo,
  recheckUndo,
  type WantedUndo,
} from "../ledger/undo.ts";
import { readNewest } from "./newest-commit.ts";
import { planJoins } from "./plan-joins.ts";
import type { Primary } from "./primary.ts";
import { runWork } from "./run-work.ts";
import { lockedTransaction, readTransaction } from "./transactions.ts";
import type { WriterOptions } from "./writer.ts";

/** Throws a StoreError. */
export async function undo(
  primary: Primary,
  { lockTimeoutMs, recordsMax = IDEMPOTENCY_RECORDS_MAX }: WriterOptions,
  undone: UndoOptions,
): Promise<UndoResult> {
  const options = { ...undone, recordsMax };
  const { result, pets } = await readTransaction(primary, (sql) => check(sql, options));
  if (result.kind !== "possible") return result;
  return lockedTransaction({ primary, lockTimeoutMs, what: "the undo" }, (sql) =>
    undoPossible(sql, options, { possible: result, pets }),
  );
}

interface Checked {
  /** `possible` unless it is a dry run. */
  readonly result: PossibleUndo | UndoResult;
  /** How many pets the revision changed. */
  readonly pets: number;
}

async function check(sql: ReservedSQL, options: WantedUndo): Promise<Checked> {
  const newest = await readNewest(sql);
  const [{ pets }] = await sql<[{ pets: number }]>`
    SELECT count(*)::integer AS pets FROM ledger_entry WHERE revision = ${options.revision}`;
  await planJoins(sql, pets);
  const work = options.dryRun ? previewUndo(options, newest) : checkUndo(options, newest);
  return { result: await runWork<PossibleUndo | UndoResult>(sql, work), pets };
}

async function undoPossible(
  sql: ReservedSQL,
  options: WantedUndo,
  { possible, pets }: { possible: PossibleUndo; pets: number },
): Promise<UndoResult> {
  const newest = await readNewest(sql);
  const result = await runWork(sql, recheckUndo(options, newest, possible));
  if (result.kind !== "possible") return result;
  // Only now: what the check reads is looked up by key.
  await planJoins(sql, pets);
  return runWork(sql, applyUndo(options, result, { newest }));
}

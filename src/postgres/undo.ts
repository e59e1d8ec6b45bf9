// Undoes a revision: checks in a transaction that delays no writer; then undoes it under the lock of all writers.

import type { ReservedSQL } from "bun";
import { IDEMPOTENCY_RECORDS_MAX } from "../inventory/idempotency.ts";
import type { UndoOptions, UndoResult } from "../inventory/undo.ts";
import type { DifferenceTable } from "../ledger/stored-difference.ts";
import {
  applyUndo,
  checkUndo,
  type PossibleUndo,
  previewUndo,
  recheckUndo,
  type WantedUndo,
} from "../ledger/undo.ts";
import { readNewest } from "./newest-commit.ts";
import { planByKey, planJoins } from "./plan-joins.ts";
import type { Primary } from "./primary.ts";
import { runWork } from "./run-work.ts";
import { Session } from "./session.ts";
import { Stage } from "./stage.ts";
import { readTransaction } from "./transactions.ts";
import type { WriterOptions } from "./writer.ts";

/** Throws a StoreError. */
export async function undo(
  primary: Primary,
  { lockTimeoutMs, recordsMax = IDEMPOTENCY_RECORDS_MAX }: WriterOptions,
  undone: UndoOptions,
): Promise<UndoResult> {
  const options = { ...undone, recordsMax };
  if (options.dryRun) return readTransaction(primary, (sql) => preview(sql, options));
  await using stage = await Stage.open(primary);
  await using session = await Session.open(primary);
  return await session.ask(async () => {
    await session.beginUnlocked("REPEATABLE READ");
    const { checked, pets } = await session.run((sql) => check(sql, options, stage.difference));
    if (checked.kind !== "possible") return checked;
    await (checked.stored === undefined ? session.rollBack() : session.commitUnlocked());
    await session.beginLocked(lockTimeoutMs);
    if (checked.stored !== undefined)
      await session.withDeadline(runWork(session.sql, stage.ensureKept("FOR KEY SHARE")));
    const result = await session.run((sql) => undoPossible(sql, options, { possible: checked, pets }));
    await session.commit("the undo");
    return result;
  });
}

async function preview(sql: ReservedSQL, options: WantedUndo): Promise<UndoResult> {
  const newest = await readNewest(sql);
  await planJoins(sql, await countPets(sql, options));
  return runWork(sql, previewUndo(options, newest));
}

interface Checked {
  readonly checked: PossibleUndo | UndoResult;
  /** How many pets the revision changed. */
  readonly pets: number;
}

async function check(sql: ReservedSQL, options: WantedUndo, table: DifferenceTable): Promise<Checked> {
  const newest = await readNewest(sql);
  const pets = await countPets(sql, options);
  await planJoins(sql, pets);
  return { checked: await runWork(sql, checkUndo(options, newest, table)), pets };
}

async function undoPossible(
  sql: ReservedSQL,
  options: WantedUndo,
  { possible, pets }: { possible: PossibleUndo; pets: number },
): Promise<UndoResult> {
  const newest = await readNewest(sql);
  const result = await runWork(sql, recheckUndo(options, newest, possible));
  if (result.kind !== "possible") return result;
  // Only now: what the check reads is looked up by key, and so is what has changed since.
  await (result.outdated === undefined ? planJoins(sql, pets) : planByKey(sql));
  return runWork(sql, applyUndo(options, result, { newest }));
}

async function countPets(sql: ReservedSQL, { revision }: WantedUndo): Promise<number> {
  const [{ pets }] = await sql<[{ pets: number }]>`
    SELECT count(*)::integer AS pets FROM ledger_entry WHERE revision = ${revision}`;
  return pets;
}

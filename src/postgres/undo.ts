// Takes a revision back, by sets: a million movements cost no more memory than one.

import type { ReservedSQL } from "bun";
import type { Position } from "../inventory/position.ts";
import {
  CHANGED_PETS_MAX,
  type UndoOptions,
  type UndoRefusal,
  type UndoResult,
  refusalIfChanged,
  refusalOutsideHistory,
  undoRequestId,
} from "../inventory/undo.ts";
import { countDifference, type Difference, makeDifference } from "./difference.ts";
import { lockedTransaction, readTransaction } from "./session.ts";
import { readNewest } from "./newest-commit.ts";
import type { Primary } from "./primary.ts";
import { readBeginning } from "./transaction.ts";

export function undo(primary: Primary, lockTimeoutMs: number, options: UndoOptions): Promise<UndoResult> {
  if (options.dryRun)
    return readTransaction(primary, async (sql) => wouldUndo(sql, await readNewest(sql), options));
  const what = "the undo";
  return lockedTransaction({ primary, lockTimeoutMs, what }, (sql) => undoIn(sql, options));
}

async function undoIn(sql: ReservedSQL, options: UndoOptions): Promise<UndoResult> {
  const from = await readNewest(sql);
  const would = await wouldUndo(sql, from, options);
  if (would.kind !== "undone") return would;
  const by = { ...options.by, requestId: undoRequestId(options) };
  const revision = await makeDifference(sql, backwards(sql, options.revision), { from, reason: "undo", by });
  return { ...would, revision };
}

async function wouldUndo(
  sql: ReservedSQL,
  { revision: newest }: Position,
  { revision }: UndoOptions,
): Promise<UndoResult> {
  const begins = await readBeginning(sql);
  const refusal = refusalOutsideHistory({ newest, begins }, revision) ?? (await whereChanged(sql, revision));
  if (refusal !== undefined) return refusal;
  return { kind: "undone", ...(await countDifference(sql, backwards(sql, revision))), revision: newest };
}

async function whereChanged(sql: ReservedSQL, revision: number): Promise<UndoRefusal | undefined> {
  const rows: { pet_id: bigint; revision: bigint; count: bigint }[] = await sql`
    SELECT m.pet_id, i.revision, count(*) OVER () AS count
    FROM movement m JOIN inventory i USING (pet_id)
    WHERE m.revision = ${revision} AND i.revision <> m.revision ORDER BY m.pet_id LIMIT ${CHANGED_PETS_MAX}`;
  const pets = rows.map((row) => ({ petId: row.pet_id, revision: Number(row.revision) }));
  return refusalIfChanged(Number(rows[0]?.count ?? 0), pets);
}

/** Each movement of the revision the other way round. */
function backwards(sql: ReservedSQL, revision: number): Difference {
  return sql`(
    SELECT pet_id, quantity_after AS quantity_before, quantity_before AS quantity_after,
      status_after AS status_before, status_before AS status_after
    FROM movement WHERE revision = ${revision}
  ) AS difference`;
}

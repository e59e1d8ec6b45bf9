// Undoes a revision: applies each of its movements backwards, as a revision of its own.

import type { Position } from "../inventory/position.ts";
import {
  CHANGED_PETS_MAX,
  type UndoOptions,
  type UndoRefusal,
  type UndoResult,
  undoRequestId,
} from "../inventory/undo.ts";
import { historyStart } from "./commits.ts";
import { applyDifference, countDifference } from "./difference.ts";
import { type Integer, type Query, rows, sql, type Work } from "./sql.ts";

/** `newest` is the newest commit, read under the write lock unless it is a dry run. */
export function* undo(options: UndoOptions, newest: Position): Work<UndoResult> {
  const { revision, dryRun } = options;
  const refusal = (yield* refuseOutside(revision, newest)) ?? (yield* refuseChanged(revision));
  if (refusal !== undefined) return refusal;
  const difference = reversed(revision);
  if (dryRun) return { kind: "undone", ...(yield* countDifference(difference)), revision: newest.revision };
  const by = { ...options.by, requestId: undoRequestId(options) };
  return { kind: "undone", ...(yield* applyDifference(difference, { newest, reason: "undo", by })) };
}

/** The refusal where the revision does not exist yet, or was pruned. */
function* refuseOutside(revision: number, newest: Position): Work<UndoRefusal | undefined> {
  if (revision > newest.revision) return { kind: "future", newest: newest.revision };
  // Backwards from the revision: at the start of the index PostgreSQL may have to skip millions of pruned commits.
  const earlier = yield* rows(sql`
    SELECT 1 FROM commit_mark WHERE revision < ${revision} ORDER BY revision DESC LIMIT 1`);
  return earlier.length > 0 ? undefined : { kind: "pruned", historyStart: yield* historyStart() };
}

/** The refusal where a later revision changed one of the pets: that change would be lost. */
function* refuseChanged(revision: number): Work<UndoRefusal | undefined> {
  const changed = yield* rows(sql<{ pet_id: bigint; revision: Integer; count: Integer }>`
    SELECT m.pet_id, i.revision, count(*) OVER () AS count
    FROM movement m JOIN inventory i ON i.pet_id = m.pet_id
    WHERE m.revision = ${revision} AND i.revision <> m.revision
    ORDER BY m.pet_id LIMIT ${CHANGED_PETS_MAX}`);
  const [first] = changed;
  if (first === undefined) return undefined;
  const pets = changed.map((row) => ({ petId: row.pet_id, revision: Number(row.revision) }));
  return { kind: "changed_since", count: Number(first.count), pets };
}

/** The difference that reverses the revision's own. */
function reversed(revision: number): Query {
  return sql`(
    SELECT pet_id, quantity_after AS quantity_before, quantity_before AS quantity_after,
      status_after AS status_before, status_before AS status_after
    FROM movement WHERE revision = ${revision}
  ) AS difference`;
}

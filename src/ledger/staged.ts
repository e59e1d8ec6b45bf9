// The staged rows of an import or a change set, compared with the stock: what each would do to its pet, and why it cannot.

import {
  type ChangeConflict,
  type ChangeProblem,
  type ChangeProblemCode,
  type ChangeSetRefusal,
  LISTED_MAX,
} from "../inventory/change-set.ts";
import { type PetStatus, QUANTITY_MAX, STATUS_OF_NEW_PET } from "../inventory/item.ts";
import { type Integer, type Query, rows, sql, type Work } from "./sql.ts";

/**
 * The stage's table has a row for each pet: `pet_id`, `line`, and null for what the row does not say: `quantity` or `delta`,
 * `status`, `if_match` (a tag), `must_exist` (1: the pet must exist, 0: it must not), `removes` (1: removes the pet).
 * A removed pet counts as absent; its row in the inventory is a tombstone with the last stock.
 */
const compared = (staged: Query): Query => sql`(
  SELECT pet_id, line, must_exist, if_match, quantity_before, status_before, coalesce(previous, 0) AS previous,
    CASE WHEN removes = 1 THEN NULL
      ELSE coalesce(quantity, coalesce(quantity_before, 0) + coalesce(delta, 0)) END AS quantity_after,
    CASE WHEN removes = 1 THEN NULL
      ELSE coalesce(status, status_before, ${STATUS_OF_NEW_PET}) END AS status_after,
    quantity_before || '-' || status_before AS tag
  FROM (
    SELECT s.*, CASE WHEN i.removed = 0 THEN i.quantity END AS quantity_before,
      CASE WHEN i.removed = 0 THEN i.status END AS status_before, i.revision AS previous
    FROM ${staged} s LEFT JOIN inventory i ON i.pet_id = s.pet_id
  ) AS present
) AS compared`;

/** The changes by the staged rows. The quantities are in range: `refuseStaged` found no problem. */
export function stagedDifference(staged: Query): Query {
  return sql`
    SELECT pet_id, quantity_before, CAST(quantity_after AS integer) AS quantity_after, status_before, status_after, previous
    FROM ${compared(staged)}
    WHERE quantity_before IS DISTINCT FROM quantity_after OR status_before IS DISTINCT FROM status_after`;
}

interface RefusedRow {
  readonly line: Integer;
  readonly pet_id: bigint;
  readonly quantity_before: Integer | null;
  readonly status_before: PetStatus | null;
  readonly code: ChangeProblemCode;
  readonly count: Integer;
}

/** The refusal where rows cannot be applied, or pets do not have the tags that the rows expect. */
export function* refuseStaged(staged: Query): Work<ChangeSetRefusal | undefined> {
  const [problem, ...moreProblems] = yield* readRefused(staged, CODE);
  if (problem !== undefined) {
    return {
      kind: "invalid",
      count: Number(problem.count),
      problems: [problem, ...moreProblems].map(problemOf),
    };
  }
  const [conflict, ...moreConflicts] = yield* readRefused(staged, CONFLICT);
  if (conflict === undefined) return undefined;
  const conflicts = [conflict, ...moreConflicts].map(conflictOf);
  return { kind: "conflicts", count: Number(conflict.count), conflicts };
}

/** As `decide` (inventory/decide.ts) orders them: the tag comes before the range. */
const CODE = sql`
  CASE WHEN quantity_before IS NULL AND (must_exist = 1 OR if_match IS NOT NULL OR quantity_after IS NULL)
      THEN 'pet_not_found'
    WHEN quantity_before IS NOT NULL AND must_exist = 0 THEN 'pet_exists'
    WHEN if_match <> tag THEN NULL
    WHEN quantity_after NOT BETWEEN 0 AND ${QUANTITY_MAX} THEN 'quantity_out_of_range' END`;

const CONFLICT = sql`CASE WHEN if_match <> tag THEN 'conflict' END`;

function readRefused(staged: Query, code: Query): Work<readonly RefusedRow[]> {
  return rows(sql<RefusedRow>`
    SELECT line, pet_id, quantity_before, status_before, code, count(*) OVER () AS count
    FROM (SELECT line, pet_id, quantity_before, status_before, ${code} AS code FROM ${compared(staged)}) AS judged
    WHERE code IS NOT NULL
    ORDER BY line LIMIT ${LISTED_MAX}`);
}

function problemOf({ line, pet_id: petId, code, ...row }: RefusedRow): ChangeProblem {
  const problem = { place: Number(line), petId, code };
  return code === "quantity_out_of_range" ? { ...problem, present: presentOf(row) } : problem;
}

function conflictOf({ line, pet_id: petId, ...row }: RefusedRow): ChangeConflict {
  return { place: Number(line), petId, present: presentOf(row) };
}

function presentOf(row: Pick<RefusedRow, "quantity_before" | "status_before">): ChangeConflict["present"] {
  return { quantity: Number(row.quantity_before ?? 0), status: row.status_before ?? STATUS_OF_NEW_PET };
}

// Proves that the ledger folds to the stock: every movement begins where the one before it ended, the last one of each
// pet ends at its row, and no revision is missing up to the newest commit.

import type { ReservedSQL } from "bun";
import type { Position } from "../inventory/position.ts";
import type { Verification } from "../inventory/verification.ts";
import { readBeginning } from "./transaction.ts";

const PROBLEMS_MAX = 20;

/** Reads in the given transaction, which is the snapshot. */
export async function findProblems(
  transaction: ReservedSQL,
  { revision }: Position,
): Promise<Omit<Verification, "position">> {
  const begins = await readBeginning(transaction);
  const [counts] = await transaction`
    SELECT (SELECT count(*) FROM inventory WHERE removed = 0) AS pets,
      (SELECT count(*) FROM movement) AS movements,
      (SELECT coalesce(max(revision), ${begins}) FROM movement WHERE revision > ${begins}) AS newest,
      (SELECT count(DISTINCT revision) FROM movement WHERE revision > ${begins}) AS known`;
  const problems: string[] = [];
  for (const check of checksFrom(begins)) {
    const rows: [string][] = await transaction.unsafe(check).values();
    problems.push(...rows.map(([text]) => text));
  }
  const newest = Number(counts.newest);
  if (newest !== revision)
    problems.push(`the ledger ends at revision ${newest}, the last commit at ${revision}`);
  const known = begins + Number(counts.known);
  if (known !== newest) problems.push(`the ledger has ${known} of ${newest} revisions`);
  return {
    pets: Number(counts.pets),
    movements: Number(counts.movements),
    problems: problems.slice(0, PROBLEMS_MAX),
  };
}

/** `begins` is the revision with which the history begins: of what was before it each pet's last state is left. */
const checksFrom = (begins: number): readonly string[] => [
  `SELECT 'pet ' || pet_id || ': revision ' || revision || ' says it was ' || coalesce(quantity_before || ' ' || status_before, 'absent')
       || ', the movement before it ended at ' || coalesce(quantity_earlier || ' ' || status_earlier, 'absent')
   FROM (
     SELECT revision, pet_id, quantity_before, status_before,
       lag(quantity_after) OVER pet AS quantity_earlier, lag(status_after) OVER pet AS status_earlier
     FROM movement WINDOW pet AS (PARTITION BY pet_id ORDER BY revision)
   ) AS links
   WHERE revision > ${begins} AND (quantity_before IS DISTINCT FROM quantity_earlier OR status_before IS DISTINCT FROM status_earlier)
   LIMIT ${PROBLEMS_MAX}`,
  `WITH last AS (SELECT pet_id, max(revision) AS revision FROM movement GROUP BY pet_id),
     folded AS (
       SELECT pet_id, revision, quantity_after, status_after FROM last JOIN movement USING (pet_id, revision)
       WHERE revision > ${begins} OR quantity_after IS NOT NULL
     )
   SELECT 'pet ' || coalesce(f.pet_id, i.pet_id) || ': the ledger ends at '
     || coalesce(f.quantity_after || ' ' || f.status_after, 'absent') || ' (revision ' || coalesce(f.revision::text, 'none')
     || '), the stock is ' || CASE WHEN i.removed = 0 THEN i.quantity || ' ' || i.status ELSE 'absent' END
     || ' (revision ' || coalesce(i.revision::text, 'none') || ')'
   FROM folded f FULL JOIN inventory i ON i.pet_id = f.pet_id
   WHERE (f.revision IS DISTINCT FROM i.revision
     OR (f.quantity_after IS NULL) IS DISTINCT FROM (i.removed = 1)
     OR (i.removed = 0 AND (f.quantity_after IS DISTINCT FROM i.quantity OR f.status_after IS DISTINCT FROM i.status)))
     AND NOT (f.pet_id IS NULL AND i.removed = 1 AND i.revision <= ${begins})
   LIMIT ${PROBLEMS_MAX}`,
];

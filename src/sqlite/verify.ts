// Proves that the ledger folds to the stock: every movement begins where the one before it ended, the last one of each
// pet ends at its row, and no revision is missing.

import type { Database } from "bun:sqlite";
import type { Position } from "../inventory/position.ts";
import type { Verification } from "../inventory/verification.ts";
import { foreignSchema } from "./schema/foreign-schema.ts";
import { beginningOf } from "./head.ts";
import { pragmaNumber } from "./file/pragma.ts";

const PROBLEMS_MAX = 20;

/** Reads on the given connection, whose transaction is the snapshot. */
export function findProblems(db: Database, position: Position): Omit<Verification, "position"> {
  const begins = beginningOf(db);
  const problems = [
    ...foreignSchema(db, pragmaNumber(db, "user_version")),
    ...checksFrom(begins).flatMap((sql) => texts(db, sql)),
    ...revisionProblems(db, begins, position),
  ];
  return {
    pets: count(db, "SELECT count(*) FROM inventory WHERE removed = 0"),
    movements: count(db, "SELECT count(*) FROM movement"),
    problems: problems.filter((text) => text !== "ok").slice(0, PROBLEMS_MAX),
  };
}

/** `begins` is the revision with which the history begins: of what was before it each pet's last state is left. */
const checksFrom = (begins: number): readonly string[] => [
  `PRAGMA main.quick_check(${PROBLEMS_MAX})`,
  `SELECT 'pet ' || pet_id || ': revision ' || revision || ' says it was ' || coalesce(quantity_before || ' ' || status_before, 'absent')
       || ', the movement before it ended at ' || coalesce(quantity_earlier || ' ' || status_earlier, 'absent')
   FROM (
     SELECT revision, pet_id, quantity_before, status_before,
       lag(quantity_after) OVER pet AS quantity_earlier, lag(status_after) OVER pet AS status_earlier
     FROM movement WINDOW pet AS (PARTITION BY pet_id ORDER BY revision)
   )
   WHERE revision > ${begins} AND (quantity_before IS NOT quantity_earlier OR status_before IS NOT status_earlier) LIMIT ${PROBLEMS_MAX}`,
  `WITH last AS (SELECT pet_id, max(revision) AS revision FROM movement GROUP BY pet_id),
     folded AS (
       SELECT pet_id, revision, quantity_after, status_after FROM last JOIN movement USING (pet_id, revision)
       WHERE revision > ${begins} OR quantity_after IS NOT NULL
     )
   SELECT 'pet ' || coalesce(f.pet_id, i.pet_id) || ': the ledger ends at '
     || coalesce(f.quantity_after || ' ' || f.status_after, 'absent') || ' (revision ' || coalesce(f.revision, 'none')
     || '), the stock is ' || CASE WHEN i.removed = 0 THEN i.quantity || ' ' || i.status ELSE 'absent' END
     || ' (revision ' || coalesce(i.revision, 'none') || ')'
   FROM folded f FULL JOIN inventory i ON i.pet_id = f.pet_id
   WHERE (f.revision IS NOT i.revision
     OR (f.quantity_after IS NULL) IS NOT (i.removed = 1)
     OR (i.removed = 0 AND (f.quantity_after IS NOT i.quantity OR f.status_after IS NOT i.status)))
     AND NOT (f.pet_id IS NULL AND i.removed = 1 AND i.revision <= ${begins})
   LIMIT ${PROBLEMS_MAX}`,
];

function revisionProblems(db: Database, begins: number, { revision }: Position): string[] {
  const later = `FROM movement WHERE revision > ${begins}`;
  const newest = count(db, `SELECT coalesce(max(revision), ${begins}) ${later}`);
  const known = begins + count(db, `SELECT count(DISTINCT revision) ${later}`);
  const problems: string[] = [];
  if (newest !== revision)
    problems.push(`the ledger ends at revision ${newest}, the last commit at ${revision}`);
  if (known !== newest) problems.push(`the ledger has ${known} of ${newest} revisions`);
  return problems;
}

function texts(db: Database, sql: string): string[] {
  return db
    .query(sql)
    .values()
    .map(([text]) => String(text));
}

function count(db: Database, sql: string): number {
  return Number(db.query(sql).values()[0]?.[0]);
}

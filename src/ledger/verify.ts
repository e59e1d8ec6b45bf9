// Proves that the ledger folds to the stock and the labels: each movement starts from the result of the pet's previous one and names it, the
// last movement of each pet gives its row, and no revision is missing.

import type { Position } from "../inventory/position.ts";
import { PROBLEMS_MAX, type Verification } from "../inventory/maintenance.ts";
import { historyStart } from "./commits.ts";
import { type Integer, only, type Query, rows, sql, type Work } from "./sql.ts";
import { verifyLabels } from "./verify-labels.ts";
import { type Problem, verifyTotals } from "./verify-totals.ts";

/** Reads one snapshot, whose newest commit is `position`. */
export function* verify(position: Position): Work<Verification> {
  const start = yield* historyStart();
  const broken = yield* rows(brokenLinks(start));
  const wrong = yield* rows(wrongEnds(start));
  const misnamed = yield* rows(wrongPredecessors(start));
  const unequal = yield* verifyTotals(position);
  const labels = yield* verifyLabels(start);
  const totals = yield* only(countRows(start));
  return {
    position,
    pets: Number(totals.pets),
    movements: Number(totals.movements),
    problems: [
      ...[...broken, ...wrong, ...misnamed, ...unequal, ...labels].map(({ problem }) => problem),
      ...revisionProblems(position.revision, totals, start),
    ].slice(0, PROBLEMS_MAX),
  };
}

interface Totals {
  readonly pets: Integer;
  readonly movements: Integer;
  /** The last revision after the start of the history, and the number of such revisions. */
  readonly newest: Integer | null;
  readonly revisions: Integer;
}

const countRows = (start: number): Query<Totals> => sql<Totals>`
  SELECT (SELECT count(*) FROM inventory WHERE removed = 0) AS pets,
    (SELECT count(*) FROM ledger_entry) AS movements,
    (SELECT max(revision) FROM ledger_entry WHERE revision > ${start}) AS newest,
    (SELECT count(DISTINCT revision) FROM ledger_entry WHERE revision > ${start}) AS revisions`;

/** `start` is the revision with which the history starts: of earlier ones only each pet's last state is kept. */
const brokenLinks = (start: number): Query<Problem> => sql<Problem>`
  SELECT 'pet ' || pet_id || ': revision ' || revision || ' says it was '
    || coalesce(quantity_before || ' ' || status_before, 'absent') || ', the movement before it ended at '
    || coalesce(quantity_earlier || ' ' || status_earlier, 'absent') AS problem
  FROM (
    SELECT revision, pet_id, quantity_before, status_before,
      lag(quantity_after) OVER pet AS quantity_earlier, lag(status_after) OVER pet AS status_earlier
    FROM movement WINDOW pet AS (PARTITION BY pet_id ORDER BY revision)
  ) AS links
  WHERE revision > ${start}
    AND (quantity_before IS DISTINCT FROM quantity_earlier OR status_before IS DISTINCT FROM status_earlier)
  LIMIT ${PROBLEMS_MAX}`;

/** After a prune the first movement of a pet may name one that was removed: at or before the start of the history. */
const wrongPredecessors = (start: number): Query<Problem> => sql<Problem>`
  SELECT 'pet ' || pet_id || ': revision ' || revision || ' names ' || previous
    || ' as its previous revision, which is ' || coalesce(CAST(earlier AS text), 'none') AS problem
  FROM (
    SELECT revision, pet_id, quantity_before, previous, lag(revision) OVER (PARTITION BY pet_id ORDER BY revision) AS earlier
    FROM ledger_entry
  ) AS links
  WHERE previous <> coalesce(earlier, 0)
    AND NOT (previous <= ${start} AND (revision <= ${start} OR earlier IS NULL
      OR (earlier <= ${start} AND quantity_before IS NULL)))
  LIMIT ${PROBLEMS_MAX}`;

const wrongEnds = (start: number): Query<Problem> => sql<Problem>`
  WITH last AS (SELECT pet_id, max(revision) AS revision FROM ledger_entry GROUP BY pet_id),
    folded AS (
      SELECT pet_id, revision, quantity_after, status_after FROM last JOIN ledger_entry USING (pet_id, revision)
      WHERE revision > ${start} OR quantity_after IS NOT NULL
    )
  SELECT 'pet ' || coalesce(f.pet_id, i.pet_id) || ': the ledger ends at '
    || coalesce(f.quantity_after || ' ' || f.status_after, 'absent')
    || ' (revision ' || coalesce(CAST(f.revision AS text), 'none') || '), the stock is '
    || CASE WHEN i.removed = 0 THEN i.quantity || ' ' || i.status ELSE 'absent' END
    || ' (revision ' || coalesce(CAST(i.revision AS text), 'none') || ')' AS problem
  FROM folded f FULL JOIN inventory i ON i.pet_id = f.pet_id
  WHERE (f.revision IS DISTINCT FROM i.revision
    OR (f.quantity_after IS NULL) IS DISTINCT FROM (i.removed = 1)
    OR (i.removed = 0
      AND (f.quantity_after IS DISTINCT FROM i.quantity OR f.status_after IS DISTINCT FROM i.status)))
    AND NOT (f.pet_id IS NULL AND i.removed = 1 AND i.revision <= ${start})
  LIMIT ${PROBLEMS_MAX}`;

function revisionProblems(committed: number, { newest, revisions }: Totals, start: number): string[] {
  const [last, known] = [Number(newest ?? start), start + Number(revisions)];
  const problems: string[] = [];
  if (last !== committed)
    problems.push(`the ledger ends at revision ${last}, the last commit at ${committed}`);
  if (known !== last) problems.push(`the ledger has ${known} of ${last} revisions`);
  return problems;
}

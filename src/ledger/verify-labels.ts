// Proves that the ledger folds to the labels: each change of a label names the one before it, the last one of each pet is its label,
// and each is part of a movement, which changed the label or the stock.

import { PROBLEMS_MAX } from "../inventory/maintenance.ts";
import { HAS_MEMBER, RESTOCKED } from "./summary.ts";
import { type Query, rows, sql, type Work } from "./sql.ts";
import type { Problem } from "./verify-totals.ts";

/** `start` is the revision with which the history starts: of earlier ones only each pet's last label is kept. */
export function* verifyLabels(start: number): Work<readonly Problem[]> {
  const checks = [
    wrongPredecessors(start),
    wrongLabels(),
    withoutMovement(start),
    withoutEffect(start),
    wrongCounts(start),
  ];
  const problems: Problem[] = [];
  for (const check of checks) problems.push(...(yield* rows(check)));
  return problems;
}

const wrongPredecessors = (start: number): Query<Problem> => sql<Problem>`
  SELECT 'pet ' || pet_id || ': its label of revision ' || revision || ' follows that of revision '
    || coalesce(CAST(previous AS text), 'none') || ', the ledger says ' || coalesce(CAST(earlier AS text), 'none') AS problem
  FROM (
    SELECT revision, pet_id, previous, CASE WHEN had_label THEN earlier END AS earlier
    FROM (
      SELECT revision, pet_id, previous, lag(revision) OVER pet AS earlier, lag(${HAS_MEMBER}) OVER pet AS had_label
      FROM label_entry WINDOW pet AS (PARTITION BY pet_id ORDER BY revision)
    ) AS entries
  ) AS links
  WHERE revision > ${start} AND previous IS DISTINCT FROM earlier
  LIMIT ${PROBLEMS_MAX}`;

const wrongLabels = (): Query<Problem> => sql<Problem>`
  WITH last AS (SELECT pet_id, max(revision) AS revision FROM label_entry GROUP BY pet_id),
    folded AS (SELECT pet_id, revision FROM last JOIN label_entry USING (pet_id, revision) WHERE ${HAS_MEMBER}),
    labelled AS (SELECT pet_id, label_revision FROM inventory WHERE label_revision IS NOT NULL)
  SELECT 'pet ' || coalesce(f.pet_id, i.pet_id) || ': the ledger ends at the label of revision '
    || coalesce(CAST(f.revision AS text), 'none') || ', the pet has that of '
    || coalesce(CAST(i.label_revision AS text), 'none') AS problem
  FROM folded f FULL JOIN labelled i ON i.pet_id = f.pet_id
  WHERE f.revision IS DISTINCT FROM i.label_revision
  LIMIT ${PROBLEMS_MAX}`;

/** A last label from before the start of the history may be that of a movement that a prune has removed. */
const withoutMovement = (start: number): Query<Problem> => sql<Problem>`
  SELECT 'pet ' || l.pet_id || ': the label of revision ' || l.revision || ' is part of no movement' AS problem
  FROM label_entry l LEFT JOIN ledger_entry e ON e.revision = l.revision AND e.pet_id = l.pet_id
  WHERE l.revision > ${start} AND e.pet_id IS NULL
  LIMIT ${PROBLEMS_MAX}`;

/** Otherwise the loss of all labels of a pet that has none any more would show nowhere. */
const withoutEffect = (start: number): Query<Problem> => sql<Problem>`
  SELECT 'pet ' || pet_id || ': revision ' || revision || ' changed neither its stock nor its label' AS problem
  FROM movement
  WHERE revision > ${start} AND NOT ${RESTOCKED}
    AND name_before IS NOT DISTINCT FROM name_after AND kind_before IS NOT DISTINCT FROM kind_after
    AND code_before IS NOT DISTINCT FROM code_after AND low_before IS NOT DISTINCT FROM low_after
  LIMIT ${PROBLEMS_MAX}`;

const wrongCounts = (start: number): Query<Problem> => sql<Problem>`
  SELECT 'revision ' || r.revision || ' says that it changed ' || r.labels || ' labels, the ledger has '
    || coalesce(c.labels, 0) AS problem
  FROM revision_request r LEFT JOIN (
    SELECT revision, count(*) AS labels FROM label_entry GROUP BY revision
  ) AS c ON c.revision = r.revision
  WHERE r.revision > ${start} AND r.labels IS NOT NULL AND r.labels <> coalesce(c.labels, 0)
  LIMIT ${PROBLEMS_MAX}`;

// Whether staged rows still have the effects that they had at an earlier position: the promise of a plan. A pet without a movement
// since then has the same effect, so only the others are compared: their state then is what the first movement since then began with.

import type { PlanChanged } from "../inventory/import.ts";
import { isStillAt, type Position } from "../inventory/position.ts";
import type { PetStatus } from "../inventory/item.ts";
import { LISTED_MAX } from "../inventory/change-set.ts";
import { RESTOCKED } from "./summary.ts";
import {
  columnsOf,
  effectsOf,
  isEffective,
  LABEL_CHANGE_COLUMNS,
  type StagedRows,
  STOCK_COLUMNS,
} from "./effects.ts";
import { type LabelColumns, labelOf, stockOf } from "./rows.ts";
import { type Integer, names, type Query, rows, sql, type Work } from "./sql.ts";

/** Undefined: they have the same effects at `newest`, the newest commit, as at `planAt`. */
export function* refuseChangedPlan(
  wanted: StagedRows,
  { planAt, newest }: { planAt: Position; newest: Position },
): Work<PlanChanged | undefined> {
  if (isStillAt(newest, planAt)) return undefined;
  const found = yield* rows(sql`
    SELECT 1 FROM commit_mark WHERE revision = ${planAt.revision} AND nonce = ${planAt.nonce}`);
  if (found.length === 0) return { kind: "plan_changed", count: 0, conflicts: [] };
  return (yield* isTouched(wanted, planAt)) ? yield* compareEffects(wanted, planAt) : undefined;
}

function* isTouched({ staged, replace }: StagedRows, { revision }: Position): Work<boolean> {
  const isOfRows = replace
    ? sql``
    : sql`AND EXISTS (SELECT 1 FROM ${staged.rows} s WHERE s.pet_id = e.pet_id)`;
  const touched = yield* rows(sql`
    SELECT 1 FROM ledger_entry e WHERE e.revision > ${revision} ${isOfRows} LIMIT 1`);
  return touched.length > 0;
}

interface ChangedRow extends LabelColumns {
  readonly pet_id: bigint;
  readonly relabelled: Integer;
  readonly quantity: Integer | null;
  readonly status: PetStatus | null;
  readonly count: Integer;
}

function* compareEffects(wanted: StagedRows, at: Position): Work<PlanChanged | undefined> {
  const changed = yield* rows(sql<ChangedRow>`
    SELECT d.pet_id, d.relabelled, CASE WHEN i.removed = 0 THEN i.quantity END AS quantity,
      CASE WHEN i.removed = 0 THEN i.status END AS status, l.name, l.kind, l.code, l.low, count(*) OVER () AS count
    FROM ${differing(wanted, at)} LEFT JOIN inventory i ON i.pet_id = d.pet_id
      LEFT JOIN label_entry l ON l.revision = i.label_revision AND l.pet_id = i.pet_id
    ORDER BY d.line NULLS LAST, d.pet_id LIMIT ${LISTED_MAX}`);
  const [first] = changed;
  if (first === undefined) return undefined;
  return { kind: "plan_changed", count: Number(first.count), conflicts: changed.map(conflictOf) };
}

function conflictOf({ pet_id: petId, quantity, status, relabelled, ...label }: ChangedRow) {
  const conflict = { petId, present: stockOf(quantity, status) };
  return Number(relabelled) === 1 ? { ...conflict, label: labelOf(label) } : conflict;
}

/** The pets on which the rows have different effects: an effect that is among those of one time alone. */
function differing({ staged, replace }: StagedRows, { revision }: Position): Query {
  const moved = sql`SELECT pet_id FROM ledger_entry WHERE revision > ${revision}`;
  const movedRows = sql`(SELECT * FROM ${staged.rows} AS unmoved WHERE unmoved.pet_id IN (${moved}))`;
  const compared = { staged: { ...staged, rows: movedRows }, replace };
  const effective = (pets: Query) => sql`
    SELECT pet_id, line, ${STOCK_CHANGE} ${staged.hasLabels ? LABEL_CHANGE : sql``}
    FROM ${effectsOf(compared, pets)} WHERE ${isEffective(staged)}`;
  const now = sql`(SELECT * FROM inventory AS present WHERE present.pet_id IN (${moved}))`;
  const relabelled = staged.hasLabels ? sql`relabelled` : sql`0 AS relabelled`;
  return sql`(
    SELECT pet_id, min(line) AS line, max(relabelled) AS relabelled FROM (
      SELECT pet_id, line, ${relabelled}
      FROM (${effective(now)} UNION ALL ${effective(petsAt(revision))}) AS both_times
      GROUP BY pet_id, line, ${columnsOf(staged)} HAVING count(*) = 1
    ) AS lone GROUP BY pet_id
  ) AS d`;
}

/** A change of the label alone has the same effect whatever the stock is meanwhile. */
const STOCK_CHANGE = STOCK_COLUMNS.map(
  (column) => sql`CASE WHEN ${RESTOCKED} THEN ${names(column)} END AS ${names(column)}`,
).reduce((all, column) => sql`${all}, ${column}`);

const LABEL_CHANGE = sql`, ${names("relabelled", ...LABEL_CHANGE_COLUMNS)}`;

/** Of the pets that have moved since a revision: their rows of the inventory then (see `PRESENT_PETS`). */
const petsAt = (revision: number): Query => sql`(
  SELECT m.pet_id, m.quantity_before AS quantity,
    CASE WHEN m.quantity_before IS NOT NULL THEN coalesce(m.status_before, m.status_after) END AS status,
    CASE WHEN m.quantity_before IS NULL THEN 1 ELSE 0 END AS removed, m.previous AS revision,
    CASE WHEN g.pet_id IS NULL THEN i.label_revision ELSE g.previous END AS label_revision
  FROM ${firstSince("ledger_entry", revision)} AS m LEFT JOIN inventory i ON i.pet_id = m.pet_id
    LEFT JOIN ${firstSince("label_entry", revision)} AS g ON g.pet_id = m.pet_id)`;

/** The first entry of each pet. By numbers: PostgreSQL would look for the minimum's row in the whole table. */
const firstSince = (table: "ledger_entry" | "label_entry", revision: number): Query => sql`(
  SELECT * FROM (
    SELECT e.*, row_number() OVER (PARTITION BY e.pet_id ORDER BY e.revision) AS place
    FROM ${names(table)} e WHERE e.revision > ${revision}
  ) AS numbered WHERE place = 1)`;

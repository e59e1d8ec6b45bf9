// What staged rows do to their pets: a row for each pet with the columns (pet_id, line, quantity_before, quantity_after,
// status_before, status_after); where rows have labels, also (relabelled: 0 or 1; name_before, …, low_after: the label, where it
// changes). A line is null where `replace` removes the pet.

import { RESTOCKED } from "./summary.ts";
import { LABEL_COLUMNS } from "./stage-columns.ts";
import { PRESENT_PETS, type Staged, stagedPets } from "./staged.ts";
import { names, type Query, sql } from "./sql.ts";

export interface StagedRows {
  readonly staged: Staged;
  /** Whether pets that are not in the rows are removed. */
  readonly replace: boolean;
}

/** What follows FROM, with the name "effect". `pets`: see `PRESENT_PETS`. */
export function effectsOf({ staged, replace }: StagedRows, pets: Query = PRESENT_PETS): Query {
  const labels = staged.hasLabels ? sql`, relabelled, ${LABEL_BEFORE}, ${LABEL_AFTER}` : sql``;
  const rows = sql`
    SELECT pet_id, line, quantity_before, quantity_after, status_before, status_after ${labels}
    FROM ${stagedPets(staged, pets)}`;
  return replace ? sql`(${rows} UNION ALL ${removals(staged, pets)}) AS effect` : sql`(${rows}) AS effect`;
}

const LABEL_BEFORE = commaSeparated(
  (column) => sql`CASE WHEN relabelled = 1 THEN ${names(`old_${column}`)} END
  AS ${names(`${column}_before`)}`,
);
const LABEL_AFTER = commaSeparated(
  (column) => sql`CASE WHEN relabelled = 1 THEN ${names(column)} END
  AS ${names(`${column}_after`)}`,
);

function commaSeparated(columnOf: (column: (typeof LABEL_COLUMNS)[number]) => Query): Query {
  return LABEL_COLUMNS.map(columnOf).reduce((all, column) => sql`${all}, ${column}`);
}

/** Their labels stay. */
function removals({ rows: staged, hasLabels }: Staged, pets: Query): Query {
  return sql`
    SELECT i.pet_id, NULL, i.quantity, NULL, i.status, NULL ${hasLabels ? NO_LABELS : sql``}
    FROM ${pets} i
    WHERE i.removed = 0 AND NOT EXISTS (SELECT 1 FROM ${staged} s WHERE s.pet_id = i.pet_id)`;
}

const NO_LABELS = sql`, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL`;

/** The columns of an effect after the line. */
export function columnsOf({ hasLabels }: Staged): Query {
  return names(...STOCK_COLUMNS, ...(hasLabels ? ["relabelled", ...LABEL_CHANGE_COLUMNS] : []));
}

export const STOCK_COLUMNS = ["quantity_before", "quantity_after", "status_before", "status_after"] as const;

/** Null where the label stays. */
export const LABEL_CHANGE_COLUMNS = LABEL_COLUMNS.flatMap((column) => [
  `${column}_before`,
  `${column}_after`,
]);

/** Whether an effect is one. */
export function isEffective({ hasLabels }: Staged): Query {
  return hasLabels ? sql`(${RESTOCKED} OR relabelled = 1)` : RESTOCKED;
}

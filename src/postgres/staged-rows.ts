// Puts rows into a stage. They are sent as arrays, one for each column: PostgreSQL reads them in a third of the time that it takes to
// read JSON.

import type { StagedRow } from "../inventory/import.ts";
import { names, type Query, sql } from "../ledger/sql.ts";
import { STAGE_COLUMNS, stagedValuesOf } from "../ledger/stage-columns.ts";

/** Inserts the rows whose pets the stage does not have; gives their pets. */
export function insertNewRows(stage: bigint, rows: readonly StagedRow[]): Query<{ pet_id: bigint }> {
  return sql`${insertRows(stage, rows)} ON CONFLICT DO NOTHING RETURNING pet_id`;
}

/** Inserts no row where the stage is gone. Its lock keeps it until the rows are there (see removeStage). */
export function insertRows(stage: bigint, rows: readonly StagedRow[]): Query {
  const { columns, values } = stagedValuesOf(rows);
  const arrays = columns.map((column, place) => {
    const array = arrayOf(values.map((row) => row[place]));
    return sql`CAST(CAST(${array} AS text) AS ${names(STAGE_COLUMNS[column])}[])`;
  });
  const all = arrays.reduce((list, array) => sql`${list}, ${array}`);
  return sql`
    INSERT INTO staged_row (stage, ${names(...columns)})
    SELECT kept.id, given.* FROM (SELECT id FROM stage WHERE id = ${stage} FOR KEY SHARE) AS kept, unnest(${all}) AS given`;
}

/** The rows' pets follow `last` and each other in ascending order: no pet repeats. */
export function isAscending(rows: readonly StagedRow[], last: bigint | undefined): boolean {
  return rows.every(({ petId }, index) => {
    const before = index === 0 ? last : rows[index - 1]?.petId;
    return before === undefined || before < petId;
  });
}

type Value = bigint | number | string | null | undefined;

/** An array in PostgreSQL's text form. */
function arrayOf(values: readonly Value[]): string {
  return `{${values.map(elementOf).join()}}`;
}

function elementOf(value: Value): string {
  if (value == null) return "NULL";
  return typeof value === "string" ? `"${value.replaceAll(/["\\]/g, "\\$&")}"` : String(value);
}

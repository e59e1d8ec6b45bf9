// Creates the table of a stage, and puts rows into it. They are sent as arrays, one for each column: PostgreSQL reads them in a third
// of the time that it takes to read JSON.

import type { StagedRow } from "../inventory/import.ts";
import { names, type Query, sql } from "../ledger/sql.ts";
import { STAGE_COLUMNS, stagedValuesOf } from "../ledger/stage-columns.ts";

/** Without a primary key: most files are in the order of their pets and repeat none (import-stage.ts). */
export function createStage(table: Query): Query {
  const columns = Object.entries(STAGE_COLUMNS).map(([name, type]) => sql`${names(name)} ${names(type)}`);
  return sql`CREATE TEMP TABLE ${table} (${columns.reduce((all, column) => sql`${all}, ${column}`)})`;
}

/** Inserts the rows whose pets are not in the table, which has a key then; gives their pets. */
export function insertNewRows(table: Query, rows: readonly StagedRow[]): Query<{ pet_id: bigint }> {
  return sql`${insertRows(table, rows)} ON CONFLICT DO NOTHING RETURNING pet_id`;
}

export function insertRows(table: Query, rows: readonly StagedRow[]): Query {
  const { columns, values } = stagedValuesOf(rows);
  const arrays = columns.map((column, place) => {
    const array = arrayOf(values.map((row) => row[place]));
    return sql`CAST(CAST(${array} AS text) AS ${names(STAGE_COLUMNS[column])}[])`;
  });
  const all = arrays.reduce((list, array) => sql`${list}, ${array}`);
  return sql`INSERT INTO ${table} (${names(...columns)}) SELECT * FROM unnest(${all}) AS given`;
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

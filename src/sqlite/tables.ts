// The tables of a copy, read and written as they are, in the transaction of the given connection.

import type { Database } from "bun:sqlite";
import {
  type ColumnValue,
  COPIED_TABLES,
  type CopiedTable,
  type OnRowBatch,
  type RowBatch,
  BATCH_ROWS,
  type Row,
} from "../inventory/copy.ts";
import { translateErrors } from "./errors.ts";

export async function readTables(db: Database, path: string, onPortion: OnRowBatch): Promise<void> {
  for (const table of COPIED_TABLES) {
    const rows = rowsOf(db, table);
    for (let portion: Row[] | undefined; portion?.length !== 0;) {
      portion = translateErrors(path, () => takeFrom(rows));
      if (portion.length > 0) await onPortion({ table, rows: portion });
    }
  }
}

export function writePortion(db: Database, { table, rows }: RowBatch): void {
  const { name, columns } = table;
  const values = columns.map(() => "?").join(", ");
  const put = db.query(`INSERT INTO ${name} (${columns.join(", ")}) VALUES (${values})`);
  for (const row of rows) put.run(...columns.map((column) => cellOf(row, column)));
}

/** Read as they are asked for, never all at once. */
function rowsOf(db: Database, { name, key, columns }: CopiedTable): Iterator<Row> {
  const statement = db.prepare(`SELECT ${columns.join(", ")} FROM ${name} ORDER BY ${key.join(", ")}`);
  return (statement.iterate() as Iterable<Row>)[Symbol.iterator]();
}

function takeFrom(rows: Iterator<Row>): Row[] {
  const taken: Row[] = [];
  while (taken.length < BATCH_ROWS) {
    const { done, value } = rows.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

function cellOf(row: Row, column: string): ColumnValue {
  const cell = row[column];
  if (cell === undefined) throw new Error(`a row of a copy lacks ${column}`);
  return cell;
}

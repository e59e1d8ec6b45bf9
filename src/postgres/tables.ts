// The tables of a copy, read and written as they are, in the transaction of the given connection.

import type { ReservedSQL } from "bun";
import {
  COPIED_TABLES,
  type CopiedTable,
  type OnRowBatch,
  type RowBatch,
  BATCH_ROWS,
  type Row,
} from "../inventory/copy.ts";

export async function readTables(connection: ReservedSQL, onPortion: OnRowBatch): Promise<void> {
  for (const table of COPIED_TABLES) {
    await openCursor(connection, table);
    for (let rows: Row[] | undefined; rows?.length !== 0;) {
      rows = (await connection.unsafe(`FETCH ${BATCH_ROWS} FROM ${cursorOf(table)}`)) as Row[];
      if (rows.length > 0) await onPortion({ table, rows });
    }
    await connection.unsafe(`CLOSE ${cursorOf(table)}`);
  }
}

/** As JSON text, which PostgreSQL takes apart itself, with every digit of an id. */
export async function writePortion(connection: ReservedSQL, { table, rows }: RowBatch): Promise<void> {
  const columns = table.columns.join(", ");
  const text = JSON.stringify(rows, (_, cell: unknown) => (typeof cell === "bigint" ? String(cell) : cell));
  await connection.unsafe(
    `INSERT INTO ${table.name} (${columns})
     SELECT ${columns} FROM json_populate_recordset(null::${table.name}, $1::text::json)`,
    [text],
  );
}

async function openCursor(connection: ReservedSQL, table: CopiedTable): Promise<void> {
  const { name, key, columns } = table;
  await connection.unsafe(
    `DECLARE ${cursorOf(table)} NO SCROLL CURSOR FOR
     SELECT ${columns.join(", ")} FROM ${name} ORDER BY ${key.join(", ")}`,
  );
}

/** A name for each table: the client remembers the columns of a statement by its text. */
function cursorOf({ name }: CopiedTable): string {
  return `copy_of_${name}`;
}

// A kind of rows, such as those of an inventory: its columns, and how a record of a file becomes a row. The formats (CSV, NDJSON,
// JSON) are the same for every kind.

import type { JsonObject } from "../contract/json.ts";
import type { ColumnSet } from "./columns.ts";
import type { CsvColumns } from "./csv-header.ts";
import type { PlainReader } from "./plain-csv-row.ts";
import type { RowReport } from "./row-report.ts";

/** Where a row is, and what takes it. */
export interface RowPlace<Row> {
  readonly line: number;
  readonly report: RowReport<Row>;
}

/** Adds the row of a CSV record, or a problem for each of its bad cells. A row of empty cells is ignored. */
export type CellReader<Row> = (cells: readonly string[], place: RowPlace<Row>) => void;

export interface RowForm<Row> {
  readonly columns: ColumnSet;
  /** An item in JSON, for messages. */
  readonly example: string;
  /** The name of a JSON object, for messages: `an item`. */
  readonly item: string;
  /** Whether a value may contain double quotes, so that a cell that is quoted wrongly must be refused. */
  readonly hasTexts: boolean;
  /** A faster reader of rows that are plain; the others are for `cellReader`. Absent where it is not worth its code. */
  plainReader?(columns: CsvColumns, separator: string): PlainReader<Row> | undefined;
  /** Reads the rows of one file. `cellOf` has the index of each column's cell. */
  cellReader(cellOf: ReadonlyMap<string, number>): CellReader<Row>;
  /** The row of a JSON object. Adds a problem for each of its bad members; unknown ones were reported. */
  readMembers(item: JsonObject, place: RowPlace<Row>): Row | undefined;
}

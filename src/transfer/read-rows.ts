// Reads a file of rows, of an inventory or another kind, in any of the formats, from a stream of bytes. Never throws for the file's content, never
// holds the whole file in memory, and never drops a row without a problem that says so.

import type { CsvLayout } from "./csv-header.ts";
import { CsvReader } from "./csv-reader.ts";
import type { TransferFormat } from "./format.ts";
import { INVENTORY_FORM } from "./inventory-form.ts";
import { JsonArrayReader, NdjsonReader } from "./json-reader.ts";
import { PIECE_BYTES_MAX, type RecordReader, RecordSplitter } from "./record-splitter.ts";
import type { RowForm } from "./row-form.ts";
import { type RowBatch, RowReport } from "./row-report.ts";

type Reader = new <Row>(form: RowForm<Row>, report: RowReport<Row>, layout?: CsvLayout) => RecordReader;

const READERS: Readonly<Record<TransferFormat, Reader>> = {
  csv: CsvReader,
  ndjson: NdjsonReader,
  json: JsonArrayReader,
};

/** Enough rows for a batch to be worth a statement of its own; with the piece that completes it, up to 5,000. */
const BATCH_ROWS = 1_000;
/** A batch is given after so many bytes even if it is empty: a progress bar moves, and a service can do other work. */
const BATCH_BYTES = 262_144;

/** Reads the rows of an inventory, as `readRowsOf` does. A `layout` replaces the names in a CSV file's header. */
export function readRows(
  source: AsyncIterable<Uint8Array>,
  format: TransferFormat,
  layout?: CsvLayout,
): AsyncGenerator<RowBatch, void, undefined> {
  return readRowsOf(INVENTORY_FORM, source, format, layout);
}

/**
 * The rows in the order of the file, and every problem. A bad row does not end the reading; if the rest of the file is
 * unreadable, the last problem says so. The file is good if there is no problem at all: import nothing before that is known.
 * The store, not this function, checks whether two rows name one pet. Throws only what `source` throws.
 *
 * Reads from `source` only for the next batch that is asked for, and closes it when the caller stops early.
 */
export async function* readRowsOf<Row>(
  form: RowForm<Row>,
  source: AsyncIterable<Uint8Array>,
  format: TransferFormat,
  layout?: CsvLayout,
): AsyncGenerator<RowBatch<Row>, void, undefined> {
  const report = new RowReport<Row>();
  const splitter = new RecordSplitter(new READERS[format](form, report, layout), report);
  let bytesRead = 0;
  let bytesGiven = 0;
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length && !report.isEnded; at += PIECE_BYTES_MAX) {
      const piece = chunk.subarray(at, at + PIECE_BYTES_MAX);
      splitter.push(piece);
      bytesRead += piece.length;
      if (report.size < BATCH_ROWS && bytesRead - bytesGiven < BATCH_BYTES) continue;
      yield report.take(bytesRead);
      bytesGiven = bytesRead;
    }
    if (report.isEnded) break;
  }
  if (!report.isEnded) splitter.end();
  yield report.take(bytesRead);
}

// Reads a file of inventory rows, in any of the formats, from bytes as they come. Never throws for what the file holds,
// never holds the whole of it, and never drops a row without a problem that says so.

import type { CsvLayout } from "./csv-header.ts";
import { CsvReader } from "./csv-reader.ts";
import type { TransferFormat } from "./format.ts";
import { JsonArrayReader, NdjsonReader } from "./json-reader.ts";
import { PIECE_BYTES_MAX, type RecordReader, RecordSplitter } from "./record-splitter.ts";
import { type RowBatch, RowReport } from "./row-report.ts";

type Reader = new (report: RowReport, layout?: CsvLayout) => RecordReader;

const READERS: Readonly<Record<TransferFormat, Reader>> = {
  csv: CsvReader,
  ndjson: NdjsonReader,
  json: JsonArrayReader,
};

/** Enough rows for a batch to be worth a statement of its own; with the piece that fills it up, it holds up to 5,000. */
const BATCH_ROWS = 1_000;
/** Handed over after so many bytes even if empty, so that a progress bar moves. */
const BATCH_BYTES = 1_048_576;

/**
 * The rows in the order of the file, and every problem. Reading goes on behind a bad row; where the file is so broken
 * that it cannot, the last problem says so. The file is good if there was no problem at all: import nothing before.
 * Whether two rows name one pet is left to the store. Throws only what `source` throws. With a `layout` a CSV file's own
 * header is not asked.
 *
 * Pulls from `source` only when asked for the next batch, and closes it when left early.
 */
export async function* readRows(
  source: AsyncIterable<Uint8Array>,
  format: TransferFormat,
  layout?: CsvLayout,
): AsyncGenerator<RowBatch, void, undefined> {
  const report = new RowReport();
  const splitter = new RecordSplitter(new READERS[format](report, layout), report);
  let bytesRead = 0;
  let bytesHandedOver = 0;
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length && !report.isEnded; at += PIECE_BYTES_MAX) {
      const piece = chunk.subarray(at, at + PIECE_BYTES_MAX);
      splitter.push(piece);
      bytesRead += piece.length;
      if (report.size < BATCH_ROWS && bytesRead - bytesHandedOver < BATCH_BYTES) continue;
      yield report.take(bytesRead);
      bytesHandedOver = bytesRead;
    }
    if (report.isEnded) break;
  }
  if (!report.isEnded) splitter.end();
  yield report.take(bytesRead);
}

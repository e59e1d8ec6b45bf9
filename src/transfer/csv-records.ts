// Bytes of whole CSV records taken apart into cells, by csv-parse in its synchronous form: its Node stream brings 46 KB of
// polyfills (gzipped) into a browser, its web stream and its plain build need Node's Buffer there, and none of its streams
// tells the line where a record begins. `browser/esm` runs everywhere.

import { parse } from "csv-parse/browser/esm/sync";
import type { Separator } from "./csv-boundary.ts";

/** Undefined where a quote is not closed. Quotes within a cell are kept: no value has any, so the cell is refused. */
export function splitRecords(bytes: Uint8Array, delimiter: Separator): string[][] | undefined {
  try {
    return parse(bytes, {
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    });
  } catch {
    return undefined;
  }
}

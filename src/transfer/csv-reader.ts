// Reads the CSV records that the cutter cut. csv-parse takes them apart, in its synchronous form and block by block:
// its Node stream brings 46 KB of polyfills (gzipped) into a browser, its web stream and its plain build need Node's
// Buffer there, and none of its streams tells the line where a record begins. `browser/esm` runs everywhere.

import { parse } from "csv-parse/browser/esm/sync";
import { COLUMNS } from "./columns.ts";
import { CsvBoundary, type Separator } from "./csv-boundary.ts";
import { type CsvColumns, readHeader } from "./csv-header.ts";
import { readRow } from "./csv-row.ts";
import type { Findings } from "./findings.ts";
import type { RecordBlock, RecordReader } from "./record-cutter.ts";
import { blockBytes, decodeLossy, decodeUtf8, recordBytes, UTF8_RULE } from "./utf8.ts";

export class CsvReader implements RecordReader {
  readonly boundary = new CsvBoundary();
  readonly #found: Findings;
  #columns: CsvColumns | undefined;

  constructor(found: Findings) {
    this.#found = found;
  }

  read(block: RecordBlock): void {
    const isHeaderNext = this.#columns === undefined;
    if (isHeaderNext) this.#columns = this.#readHeader(block);
    if (this.#columns !== undefined)
      this.#readRows(block, { first: isHeaderNext ? 1 : 0, columns: this.#columns });
  }

  end(): void {
    if (this.#columns !== undefined) return;
    this.#found.breakOff(1, {
      rule: `the file holds no header: write "${COLUMNS.join(",")}" in its first line`,
    });
  }

  #readHeader(block: RecordBlock): CsvColumns | undefined {
    const bytes = recordBytes(block, 0);
    const line = block.lines[0] as number;
    const separator = this.#separator;
    const isValid = decodeUtf8(bytes) !== undefined;
    const cells = splitRecords(bytes, separator)?.[0];
    if (isValid && cells !== undefined) return readHeader(cells, { line, separator, found: this.#found });
    const rule = isValid ? "is not a header: a double quote is not closed on its line" : UTF8_RULE;
    this.#found.breakOff(line, { value: decodeLossy(bytes).trim(), rule });
    return undefined;
  }

  #readRows(block: RecordBlock, { first, columns }: { first: number; columns: CsvColumns }): void {
    const count = block.ends.length - first;
    if (count === 0) return;
    const bytes = blockBytes(block, first);
    const separator = this.#separator;
    const records = splitRecords(bytes, separator);
    if (records?.length !== count) {
      // Cannot happen while csv-parse reads quotes as the boundary does. If it ever does not, every line told would lie.
      return this.#found.breakOff(block.lines[first] as number, {
        rule: "the rows from here on cannot be told apart",
      });
    }
    const isValid = decodeUtf8(bytes) !== undefined;
    for (const [i, cells] of records.entries()) {
      const line = block.lines[first + i] as number;
      const record = isValid ? undefined : recordBytes(block, first + i);
      if (record !== undefined && decodeUtf8(record) === undefined) {
        this.#found.addProblem(line, { value: decodeLossy(record).trim(), rule: UTF8_RULE });
      } else {
        readRow(cells, { line, columns, separator, found: this.#found });
      }
    }
  }

  get #separator(): Separator {
    return this.boundary.separator as Separator;
  }
}

/** Undefined where a quote is not closed. Quotes within a cell are kept: no value has any, so the cell is refused. */
function splitRecords(bytes: Uint8Array, delimiter: Separator): string[][] | undefined {
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

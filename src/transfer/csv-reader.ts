// Reads the CSV records that the cutter cut, block by block.

import { COLUMNS } from "./columns.ts";
import { CsvBoundary, type Separator } from "./csv-boundary.ts";
import { type CsvColumns, type CsvLayout, readHeader } from "./csv-header.ts";
import { splitRecords } from "./csv-records.ts";
import { readRow } from "./csv-row.ts";
import type { Findings } from "./findings.ts";
import type { RecordBlock, RecordReader } from "./record-cutter.ts";
import { blockBytes, decodeLossy, decodeUtf8, recordBytes, UTF8_RULE } from "./utf8.ts";

export class CsvReader implements RecordReader {
  readonly boundary = new CsvBoundary();
  readonly #found: Findings;
  readonly #layout: CsvLayout | undefined;
  #columns: CsvColumns | undefined;

  constructor(found: Findings, layout?: CsvLayout) {
    this.#found = found;
    this.#layout = layout;
  }

  read(block: RecordBlock): void {
    const isFirst = this.#columns === undefined;
    if (isFirst) this.#columns = this.#readHeader(block);
    const first = isFirst && this.#layout?.header !== false ? 1 : 0;
    if (this.#columns !== undefined) this.#readRows(block, { first, columns: this.#columns });
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
    if (isValid && cells !== undefined) {
      const layout = this.#layout;
      if (layout !== undefined) return { ...layout, cells: cells.length };
      return readHeader(cells, { line, separator, found: this.#found });
    }
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

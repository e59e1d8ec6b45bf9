// Reads CSV records: the first is the header, each other one a row.

import { splitCells } from "./csv-cells.ts";
import { type CsvColumns, type CsvLayout, readHeader } from "./csv-header.ts";
import { CsvScanner, type Separator, UNCLOSED_QUOTE_RULE } from "./csv-scanner.ts";
import type { RecordReader } from "./record-splitter.ts";
import type { PlainReader } from "./plain-csv-row.ts";
import type { RecordPlace, RecordText } from "./record-text.ts";
import type { CellReader, RowForm } from "./row-form.ts";
import type { RowReport } from "./row-report.ts";
import { isBlank, trimmed } from "./trimmed.ts";
import { UTF8_RULE } from "./utf8.ts";

const STRAY_QUOTE_RULE =
  "has text behind a closing double quote: write a double quote within a value twice, and quote the whole value";

interface Rows<Row> {
  readonly cells: number;
  readonly read: CellReader<Row>;
  readonly readPlain: PlainReader<Row> | undefined;
}

export class CsvReader<Row> implements RecordReader {
  readonly scanner = new CsvScanner();
  readonly #form: RowForm<Row>;
  readonly #report: RowReport<Row>;
  readonly #layout: CsvLayout | undefined;
  /** Undefined before the header. */
  #rows: Rows<Row> | undefined;

  constructor(form: RowForm<Row>, report: RowReport<Row>, layout?: CsvLayout) {
    this.#form = form;
    this.#report = report;
    this.#layout = layout;
  }

  readPlain(bytes: Uint8Array, place: RecordPlace): boolean {
    const row = this.#rows?.readPlain?.(bytes, place);
    if (row === undefined) return false;
    this.#report.addRow(row);
    return true;
  }

  read(record: RecordText): void {
    if (this.#rows !== undefined) return this.#readRow(record, this.#rows);
    const columns = this.#readHeader(record);
    if (columns === undefined) return;
    this.#rows = {
      cells: columns.cells,
      read: this.#form.cellReader(columns.cellOf),
      readPlain: this.#form.plainReader?.(columns, this.#separator),
    };
    if (this.#layout?.header === false) this.#readRow(record, this.#rows);
  }

  end(): void {
    if (this.#rows !== undefined) return;
    this.#report.addFatalProblem(1, {
      rule: `the file has no header: write "${this.#form.columns.names.join(",")}" in its first line`,
    });
  }

  #readHeader({ text, line, isUtf8 }: RecordText): CsvColumns | undefined {
    const separator = this.#separator;
    const cells = splitCells(text, separator);
    if (isUtf8 && cells !== undefined) {
      if (this.#layout !== undefined) return { cellOf: this.#layout.cellOf, cells: cells.length };
      return readHeader(cells, { line, separator, columns: this.#form.columns, report: this.#report });
    }
    const rule = isUtf8 ? "is not a header: a double quote is not closed on its line" : UTF8_RULE;
    this.#report.addFatalProblem(line, { value: trimmed(text), rule });
    return undefined;
  }

  #readRow({ text, line, isUtf8 }: RecordText, { cells: expected, read }: Rows<Row>): void {
    const report = this.#report;
    if (!isUtf8) return report.addProblem(line, { value: trimmed(text), rule: UTF8_RULE });
    const separator = this.#separator;
    const strays: string[] = [];
    const cells = splitCells(text, separator, strays);
    // Cannot happen while the scanner and splitCells read quotes alike.
    if (cells === undefined) return report.addFatalProblem(line, { rule: UNCLOSED_QUOTE_RULE });
    if (cells.length !== expected) return this.#refuseCount(cells, { line, expected });
    const [stray] = strays;
    if (stray !== undefined && this.#form.hasTexts)
      return report.addProblem(line, { value: stray, rule: STRAY_QUOTE_RULE });
    read(cells, { line, report });
  }

  #refuseCount(cells: readonly string[], { line, expected }: { line: number; expected: number }): void {
    if (cells.every(isBlank)) return;
    const separator = this.#separator;
    const count = cells.length === 1 ? "1 cell" : `${cells.length} cells`;
    const isMore = cells.length > expected;
    const hint = isMore ? `: is there a ${JSON.stringify(separator)} within a value?` : "";
    const rule = `has ${count} where the header has ${expected}${hint}`;
    this.#report.addProblem(line, { value: cells.join(separator), rule });
  }

  get #separator(): Separator {
    return this.scanner.separator as Separator;
  }
}

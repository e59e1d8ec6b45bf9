// Reads CSV records: the first is the header, each other one a row.

import { splitCells } from "./csv-cells.ts";
import { type CsvColumns, type CsvLayout, readHeader } from "./csv-header.ts";
import { CsvScanner, type Separator } from "./csv-scanner.ts";
import type { RecordReader } from "./record-splitter.ts";
import type { PlainReader } from "./plain-csv-row.ts";
import type { RecordPlace, RecordText } from "./record-text.ts";
import type { CellReader, RowForm } from "./row-form.ts";
import type { RowReport } from "./row-report.ts";
import { isBlank, trimmed } from "./trimmed.ts";

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
    const names = this.#form.columns.names.join(",");
    this.#report.addFatalProblem(1, { fault: { code: "header_absent", names } });
  }

  #readHeader({ text, line, isUtf8 }: RecordText): CsvColumns | undefined {
    const separator = this.#separator;
    const cells = splitCells(text, separator);
    if (isUtf8 && cells !== undefined) {
      if (this.#layout !== undefined) return { cellOf: this.#layout.cellOf, cells: cells.length };
      return readHeader(cells, { line, separator, columns: this.#form.columns, report: this.#report });
    }
    const code = isUtf8 ? "header_quote_open" : "not_utf8";
    this.#report.addFatalProblem(line, { value: trimmed(text), fault: { code } });
    return undefined;
  }

  #readRow({ text, line, isUtf8 }: RecordText, { cells: expected, read }: Rows<Row>): void {
    const report = this.#report;
    if (!isUtf8) return report.addProblem(line, { value: trimmed(text), fault: { code: "not_utf8" } });
    const separator = this.#separator;
    const strays: string[] = [];
    const cells = splitCells(text, separator, strays);
    // Cannot happen while the scanner and splitCells read quotes alike.
    if (cells === undefined) return report.addFatalProblem(line, { fault: { code: "quote_open" } });
    if (cells.length !== expected) return this.#refuseCount(cells, { line, expected });
    const [stray] = strays;
    if (stray !== undefined && this.#form.hasTexts)
      return report.addProblem(line, { value: stray, fault: { code: "text_after_quote" } });
    read(cells, { line, report });
  }

  #refuseCount(cells: readonly string[], { line, expected }: { line: number; expected: number }): void {
    if (cells.every(isBlank)) return;
    const separator = this.#separator;
    const count = cells.length;
    const hint = count > expected ? separator : undefined;
    const fault = { code: "cell_count", count, expected, separator: hint } as const;
    this.#report.addProblem(line, { value: cells.join(separator), fault });
  }

  get #separator(): Separator {
    return this.scanner.separator as Separator;
  }
}

// Reads CSV records: the first is the header, each other one a row.

import { splitCells } from "./csv-cells.ts";
import { COLUMNS } from "./columns.ts";
import { type CsvColumns, type CsvLayout, readHeader } from "./csv-header.ts";
import { readRow } from "./csv-row.ts";
import { CsvScanner, type Separator, UNCLOSED_QUOTE_RULE } from "./csv-scanner.ts";
import type { RecordReader } from "./record-splitter.ts";
import type { RecordText } from "./record-text.ts";
import type { RowReport } from "./row-report.ts";
import { trimmed } from "./trimmed.ts";
import { UTF8_RULE } from "./utf8.ts";

export class CsvReader implements RecordReader {
  readonly scanner = new CsvScanner();
  readonly #report: RowReport;
  readonly #layout: CsvLayout | undefined;
  #columns: CsvColumns | undefined;

  constructor(report: RowReport, layout?: CsvLayout) {
    this.#report = report;
    this.#layout = layout;
  }

  read(record: RecordText): void {
    if (this.#columns !== undefined) return this.#readRow(record, this.#columns);
    this.#columns = this.#readHeader(record);
    if (this.#columns !== undefined && this.#layout?.header === false) this.#readRow(record, this.#columns);
  }

  end(): void {
    if (this.#columns !== undefined) return;
    this.#report.addFatalProblem(1, {
      rule: `the file has no header: write "${COLUMNS.join(",")}" in its first line`,
    });
  }

  #readHeader({ text, line, isUtf8 }: RecordText): CsvColumns | undefined {
    const separator = this.#separator;
    const cells = splitCells(text, separator);
    if (isUtf8 && cells !== undefined) {
      const layout = this.#layout;
      if (layout !== undefined) return { ...layout, cells: cells.length };
      return readHeader(cells, { line, separator, report: this.#report });
    }
    const rule = isUtf8 ? "is not a header: a double quote is not closed on its line" : UTF8_RULE;
    this.#report.addFatalProblem(line, { value: trimmed(text), rule });
    return undefined;
  }

  #readRow({ text, line, isUtf8 }: RecordText, columns: CsvColumns): void {
    const report = this.#report;
    if (!isUtf8) return report.addProblem(line, { value: trimmed(text), rule: UTF8_RULE });
    const separator = this.#separator;
    const cells = splitCells(text, separator);
    // Cannot happen while the scanner and splitCells read quotes alike.
    if (cells === undefined) return report.addFatalProblem(line, { rule: UNCLOSED_QUOTE_RULE });
    readRow(cells, { line, columns, separator, report });
  }

  get #separator(): Separator {
    return this.scanner.separator as Separator;
  }
}

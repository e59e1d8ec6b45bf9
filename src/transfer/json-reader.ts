// Reads the records of NDJSON and of a JSON array: each is the text of one item.

import type { Fault } from "./fault.ts";
import { JsonArrayRecordScanner } from "./json-array-records.ts";
import { noItemFault, readJsonRow } from "./json-row.ts";
import { LineScanner, type RecordScanner } from "./record-scanner.ts";
import type { RecordReader } from "./record-splitter.ts";
import type { RecordText } from "./record-text.ts";
import type { RowForm } from "./row-form.ts";
import type { RowReport } from "./row-report.ts";
import { trimmed } from "./trimmed.ts";

abstract class JsonReader<Row> implements RecordReader {
  abstract readonly scanner: RecordScanner;
  protected readonly form: RowForm<Row>;
  protected readonly report: RowReport<Row>;

  constructor(form: RowForm<Row>, report: RowReport<Row>) {
    this.form = form;
    this.report = report;
  }

  read({ text, line, isUtf8 }: RecordText): void {
    if (isUtf8) this.readText(text, line);
    else this.report.addProblem(line, { value: trimmed(text), fault: { code: "not_utf8" } });
  }

  end(): void {
    // A file without items has no rows.
  }

  protected abstract readText(text: string, line: number): void;
}

export class NdjsonReader<Row> extends JsonReader<Row> {
  readonly scanner = new LineScanner();
  #isFirst = true;

  protected readText(record: string, line: number): void {
    const text = trimmed(record);
    if (text === "") return;
    // One problem for a file of another kind, not one for each of its lines.
    if (this.#isFirst && !text.startsWith("{")) {
      const fault: Fault = text.startsWith("[") ? { code: "array_in_lines" } : noItemFault(this.form);
      return this.report.addFatalProblem(line, { value: text, fault });
    }
    this.#isFirst = false;
    readJsonRow(text, this.form, { line, report: this.report });
  }
}

export class JsonArrayReader<Row> extends JsonReader<Row> {
  readonly scanner = new JsonArrayRecordScanner();

  protected readText(record: string, line: number): void {
    // Its last character is the comma or the bracket that ended it.
    const text = trimmed(record.slice(0, -1));
    if (text !== "") return readJsonRow(text, this.form, { line, report: this.report });
    this.report.addProblem(line, { fault: { code: "item_missing", before: record.slice(-1) } });
  }
}

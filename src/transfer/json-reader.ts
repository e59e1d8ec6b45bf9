// Reads the records of NDJSON and of a JSON array: each is the text of one item.

import { JsonArrayRecordScanner } from "./json-array-records.ts";
import { NO_ITEM_RULE, readItem } from "./json-item.ts";
import { LineScanner, type RecordScanner } from "./record-scanner.ts";
import type { RecordReader } from "./record-splitter.ts";
import type { RecordText } from "./record-text.ts";
import type { RowReport } from "./row-report.ts";
import { trimmed } from "./trimmed.ts";
import { UTF8_RULE } from "./utf8.ts";

abstract class JsonReader implements RecordReader {
  abstract readonly scanner: RecordScanner;
  protected readonly report: RowReport;

  constructor(report: RowReport) {
    this.report = report;
  }

  read({ text, line, isUtf8 }: RecordText): void {
    if (isUtf8) this.readText(text, line);
    else this.report.addProblem(line, { value: trimmed(text), rule: UTF8_RULE });
  }

  end(): void {
    // A file without items is an empty inventory.
  }

  protected abstract readText(text: string, line: number): void;
}

export class NdjsonReader extends JsonReader {
  readonly scanner = new LineScanner();
  #isFirst = true;

  protected readText(record: string, line: number): void {
    const text = trimmed(record);
    if (text === "") return;
    // One problem for a file of another kind, not one for each of its lines.
    if (this.#isFirst && !text.startsWith("{")) {
      const rule = text.startsWith("[") ? "begins a JSON array: name the file .json" : NO_ITEM_RULE;
      return this.report.addFatalProblem(line, { value: text, rule });
    }
    this.#isFirst = false;
    readItem(text, { line, report: this.report });
  }
}

export class JsonArrayReader extends JsonReader {
  readonly scanner = new JsonArrayRecordScanner();

  protected readText(record: string, line: number): void {
    // Its last character is the comma or the bracket that ended it.
    const text = trimmed(record.slice(0, -1));
    if (text !== "") return readItem(text, { line, report: this.report });
    const end = record.slice(-1);
    this.report.addProblem(line, { rule: `an item is missing before the "${end}": remove the comma` });
  }
}

// Scans a JSON array for records: an element with the comma or closing bracket that ends it. White space before and
// after the array is a blank record, so that it never counts as a record that is too long.

import { JsonArrayScanner } from "../contract/json-array-scanner.ts";
import {
  LF,
  RECORD_BYTES_MAX,
  type RecordScanner,
  type ScanProblem,
  SPACE,
  type ScanWindow,
} from "./record-scanner.ts";

const NO_ARRAY =
  'the file does not begin with "[": it must be one JSON array of items (one item a line is .ndjson)';
const TEXT_AFTER_ARRAY = 'there is text after the array\'s closing "]": remove it';

export class JsonArrayRecordScanner implements RecordScanner {
  line = 1;
  currentLine = 1;
  isBlank = false;
  problem: ScanProblem | undefined;
  readonly #array = new JsonArrayScanner();

  next(window: ScanWindow): boolean {
    const { bytes, to } = window;
    for (let at = window.at; at < to; at++) {
      const byte = bytes[at] as number;
      if (byte === LF) this.currentLine += 1;
      else if (byte > SPACE && this.#array.isElementEmpty) this.line = this.currentLine;
      const unit = this.#array.take(byte);
      if (unit === "inner") continue;
      if (unit === "misplaced") return this.#stop();
      this.isBlank = !this.#array.endedElement;
      window.at = at + 1;
      return true;
    }
    window.at = to;
    this.isBlank = !this.#array.isInArray;
    return this.isBlank && to > window.start;
  }

  tooLong(): ScanProblem & { isFatal: boolean } {
    const rule = `the item is longer than ${RECORD_BYTES_MAX} bytes: is a bracket or a double quote not closed?`;
    return { line: this.line, rule, isFatal: true };
  }

  end(): ScanProblem | undefined {
    this.isBlank = true;
    if (this.#array.isComplete) return undefined;
    if (this.#array.isElementOpen) {
      const rule = "the file ends within this item: is a bracket or a double quote not closed?";
      return { line: this.line, rule };
    }
    const rule = this.#array.isInArray
      ? 'the file ends within the array, before its closing "]": was it cut off?'
      : 'the file has no JSON array: an empty inventory is "[]"';
    return { line: this.currentLine, rule };
  }

  #stop(): false {
    this.problem = { line: this.currentLine, rule: this.#array.isComplete ? TEXT_AFTER_ARRAY : NO_ARRAY };
    return false;
  }
}

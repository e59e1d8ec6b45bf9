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
    return { line: this.line, fault: { code: "item_too_long", bytes: RECORD_BYTES_MAX }, isFatal: true };
  }

  end(): ScanProblem | undefined {
    this.isBlank = true;
    if (this.#array.isComplete) return undefined;
    if (this.#array.isElementOpen) return { line: this.line, fault: { code: "item_open" } };
    const code = this.#array.isInArray ? "array_open" : "array_absent";
    return { line: this.currentLine, fault: { code } };
  }

  #stop(): false {
    const code = this.#array.isComplete ? "text_after_array" : "array_not_begun";
    this.problem = { line: this.currentLine, fault: { code } };
    return false;
  }
}

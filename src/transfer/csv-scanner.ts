// Finds where a CSV record ends: at the first line break outside double quotes, where a quote opens only at the start of a
// cell. Also finds the separator, which must be known to read the quotes. Never splits a record: splitCells does.

import {
  CR,
  LF,
  QUOTE,
  RECORD_BYTES_MAX,
  type RecordScanner,
  type ScanProblem,
  type ScanWindow,
  SPACE,
  TAB,
} from "./record-scanner.ts";

/** A comma, or what spreadsheets write in countries where the comma is the decimal point. */
const SEPARATORS = [",", ";", "\t"] as const;

export type Separator = (typeof SEPARATORS)[number];

const AT_RECORD = 0;
const AT_CELL = 1;
const IN_CELL = 2;
const IN_QUOTES = 3;
/** Behind a quote within quotes: the next byte tells whether it closes the cell or stands for a quote. */
const AT_QUOTE = 4;
/** Behind a CR that ends the record, with or without an LF. */
const AT_CR = 5;

/** No byte has this value: in the header's line quotes mean nothing, as the separator is not known yet. */
const NO_BYTE = -1;

export class CsvScanner implements RecordScanner {
  line = 1;
  currentLine = 1;
  isBlank = true;
  readonly problem = undefined;
  /** Undefined until the header's line was scanned. */
  separator: Separator | undefined;
  #state = AT_RECORD;
  #separatorByte = NO_BYTE;
  #quoteByte = NO_BYTE;
  #isAfterCr = false;

  next(window: ScanWindow): boolean {
    if (!this.#findEnd(window)) return false;
    this.#state = AT_RECORD;
    if (this.separator === undefined) this.#readHeaderLine(window);
    return true;
  }

  tooLong(): ScanProblem & { isFatal: boolean } {
    const { line } = this;
    const bytes = RECORD_BYTES_MAX;
    if (this.separator === undefined)
      return { line, fault: { code: "header_too_long", bytes }, isFatal: true };
    if (this.#state === IN_QUOTES || this.#state === AT_QUOTE)
      return { line, fault: { code: "quote_too_long", bytes }, isFatal: true };
    return { line, fault: { code: "row_too_long", bytes }, isFatal: false };
  }

  end(window: ScanWindow): ScanProblem | undefined {
    if (this.#state === IN_QUOTES) return { line: this.line, fault: { code: "quote_open" } };
    if (this.#state !== AT_CR) this.isBlank = this.#state === AT_RECORD;
    if (this.separator === undefined) this.#readHeaderLine(window);
    return undefined;
  }

  #findEnd(window: ScanWindow): boolean {
    const { bytes, to } = window;
    const separator = this.#separatorByte;
    const quote = this.#quoteByte;
    let state = this.#state;
    for (let at = window.at; at < to; at++) {
      const byte = bytes[at] as number;
      if (state === AT_CR) {
        window.at = byte === LF ? at + 1 : at;
        return true;
      }
      if (state === AT_RECORD) this.line = this.currentLine;
      if (state === IN_QUOTES) {
        if (byte === quote) state = AT_QUOTE;
        else this.#countLineBreak(byte);
      } else if (byte === separator) state = AT_CELL;
      else if (byte === LF || byte === CR) {
        this.isBlank = state === AT_RECORD;
        this.currentLine += 1;
        state = AT_CR;
        if (byte === LF) {
          window.at = at + 1;
          return true;
        }
      } else if (byte === quote && state !== IN_CELL) {
        state = IN_QUOTES;
        this.#isAfterCr = false;
      } else state = IN_CELL;
    }
    this.#state = state;
    window.at = to;
    return false;
  }

  #countLineBreak(byte: number): void {
    if (byte === CR || (byte === LF && !this.#isAfterCr)) this.currentLine += 1;
    this.#isAfterCr = byte === CR;
  }

  /** The separator is the one of the three that the header has most often; no column name has any. */
  #readHeaderLine({ bytes, start, at }: ScanWindow): void {
    const line = bytes.subarray(start, at);
    this.isBlank = line.every((byte) => byte === SPACE || byte === TAB || byte === CR || byte === LF);
    if (this.isBlank) return;
    const counts = SEPARATORS.map((separator) => countOf(line, separator.charCodeAt(0)));
    this.separator = SEPARATORS[counts.indexOf(Math.max(...counts))] as Separator;
    this.#separatorByte = this.separator.charCodeAt(0);
    this.#quoteByte = QUOTE;
  }
}

function countOf(bytes: Uint8Array, wanted: number): number {
  return bytes.reduce((count, byte) => (byte === wanted ? count + 1 : count), 0);
}

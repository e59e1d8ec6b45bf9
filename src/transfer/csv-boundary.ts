// Where a CSV record ends: at the first line break outside double quotes, by the same reading of quotes as csv-parse
// (a quote opens only at the start of a cell). Also finds the separator, as the quotes cannot be read without it.
// Must never take a record apart: csv-parse does.

import {
  type Boundary,
  type Breakage,
  CR,
  LF,
  QUOTE,
  RECORD_BYTES_MAX,
  SPACE,
  TAB,
  type Window,
} from "./boundary.ts";

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

export class CsvBoundary implements Boundary {
  line = 1;
  currentLine = 1;
  blank = true;
  readonly broken = undefined;
  /** Undefined until the header's line was seen. */
  separator: Separator | undefined;
  #state = AT_RECORD;
  #separatorByte = NO_BYTE;
  #quoteByte = NO_BYTE;
  #afterCr = false;

  next(window: Window): boolean {
    if (!this.#findEnd(window)) return false;
    this.#state = AT_RECORD;
    if (this.separator === undefined) this.#readHeaderLine(window);
    return true;
  }

  tooLong(): Breakage & { fatal: boolean } {
    const limit = `${RECORD_BYTES_MAX} bytes`;
    if (this.separator === undefined) {
      return {
        line: this.line,
        rule: `the header's line is longer than ${limit}: is this a CSV file?`,
        fatal: true,
      };
    }
    if (this.#state === IN_QUOTES || this.#state === AT_QUOTE) {
      return {
        line: this.line,
        rule: `a double quote in this row is not closed within ${limit}`,
        fatal: true,
      };
    }
    return { line: this.line, rule: `the row is longer than ${limit}`, fatal: false };
  }

  end(window: Window): Breakage | undefined {
    if (this.#state === IN_QUOTES)
      return { line: this.line, rule: "a double quote in this row is never closed" };
    if (this.#state !== AT_CR) this.blank = this.#state === AT_RECORD;
    if (this.separator === undefined) this.#readHeaderLine(window);
    return undefined;
  }

  #findEnd(window: Window): boolean {
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
        this.blank = state === AT_RECORD;
        this.currentLine += 1;
        state = AT_CR;
        if (byte === LF) {
          window.at = at + 1;
          return true;
        }
      } else if (byte === quote && state !== IN_CELL) {
        state = IN_QUOTES;
        this.#afterCr = false;
      } else state = IN_CELL;
    }
    this.#state = state;
    window.at = to;
    return false;
  }

  #countLineBreak(byte: number): void {
    if (byte === CR || (byte === LF && !this.#afterCr)) this.currentLine += 1;
    this.#afterCr = byte === CR;
  }

  /** The separator is the one of the three that the header has most often; column names hold none of them. */
  #readHeaderLine({ bytes, start, at }: Window): void {
    const line = bytes.subarray(start, at);
    this.blank = line.every((byte) => byte === SPACE || byte === TAB || byte === CR || byte === LF);
    if (this.blank) return;
    const counts = SEPARATORS.map((separator) => countOf(line, separator.charCodeAt(0)));
    this.separator = SEPARATORS[counts.indexOf(Math.max(...counts))] as Separator;
    this.#separatorByte = this.separator.charCodeAt(0);
    this.#quoteByte = QUOTE;
  }
}

function countOf(bytes: Uint8Array, wanted: number): number {
  let count = 0;
  for (const byte of bytes) if (byte === wanted) count += 1;
  return count;
}

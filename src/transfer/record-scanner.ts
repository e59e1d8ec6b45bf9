// Finds where one record of a file ends and the next begins, so that the file can be read in pieces. A scanner looks at
// every byte once, keeps nothing but its state, and never judges a record's content.

import type { Fault } from "./fault.ts";

export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const TAB = 0x09;
export const QUOTE = 0x22;

/** The longest record, its end included: a hundred times what an item needs, and little memory. */
export const RECORD_BYTES_MAX = 65_536;

/** The part of the file that is in memory. One object for the whole file, as `next` gets it for every record. */
export interface ScanWindow {
  readonly bytes: Uint8Array;
  /** Where the current record begins. */
  start: number;
  /** The bytes before it have been scanned. */
  at: number;
  /** Where to stop. */
  to: number;
}

/** A problem of the file, and its line. */
export interface ScanProblem {
  readonly line: number;
  readonly fault: Fault;
}

export interface RecordScanner {
  /** Scans from `at` to the end of the current record. True if it was found: `at` is behind it then. */
  next(window: ScanWindow): boolean;
  /** The line where the record begins that was scanned last. */
  readonly line: number;
  /** The line of the byte that was scanned last. */
  readonly currentLine: number;
  /** The record that ended last is empty, and no row. */
  readonly isBlank: boolean;
  /** Set if `next` stopped at something that makes the rest of the file unreadable. */
  readonly problem: ScanProblem | undefined;
  /** The problem of a record beyond `RECORD_BYTES_MAX`; `isFatal` if its end cannot be found reliably. */
  tooLong(): ScanProblem & { readonly isFatal: boolean };
  /** The file has ended. Undefined if what is left is a whole record. */
  end(window: ScanWindow): ScanProblem | undefined;
}

/** NDJSON: a record is a line. */
export class LineScanner implements RecordScanner {
  line = 0;
  currentLine = 1;
  isBlank = false;
  readonly problem = undefined;

  next(window: ScanWindow): boolean {
    this.line = this.currentLine;
    const end = window.bytes.indexOf(LF, window.at);
    const isFound = end !== -1 && end < window.to;
    window.at = isFound ? end + 1 : window.to;
    if (!isFound) return false;
    this.currentLine += 1;
    this.isBlank = end === window.start;
    return true;
  }

  tooLong(): ScanProblem & { isFatal: boolean } {
    return { line: this.line, fault: { code: "line_too_long", bytes: RECORD_BYTES_MAX }, isFatal: false };
  }

  end(): undefined {
    this.isBlank = false;
    return undefined;
  }
}

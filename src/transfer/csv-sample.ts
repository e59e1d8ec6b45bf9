// The first rows of a CSV file as they stand there, for somebody to say which column is which. Judges nothing.

import { RECORD_BYTES_MAX, type Window } from "./boundary.ts";
import { CsvBoundary } from "./csv-boundary.ts";
import { splitRecords } from "./csv-records.ts";
import { byteOrderMarkLength, foreignFileRule } from "./file-start.ts";
import { decodeUtf8, UTF8_RULE } from "./utf8.ts";

export interface CsvSample {
  /** At most so many as were asked for. */
  readonly rows: readonly (readonly string[])[];
  /** Why the file cannot be read at all. */
  readonly rule: string | undefined;
}

const UNREADABLE = "the file's first lines are no CSV";

/** `start`: the file's first bytes, 64 KiB or all there are. */
export function sampleCsv(start: Uint8Array, rowsMax: number): CsvSample {
  const foreign = foreignFileRule(start);
  if (foreign !== undefined) return { rows: [], rule: foreign };
  const bytes = start.subarray(byteOrderMarkLength(start), RECORD_BYTES_MAX);
  const boundary = new CsvBoundary();
  const from = { bytes, start: 0, at: 0, to: bytes.length };
  const end = endOfRows(boundary, from, rowsMax);
  if (boundary.separator === undefined) return { rows: [], rule: "the file is empty" };
  const whole = bytes.subarray(0, end);
  if (decodeUtf8(whole) === undefined) return { rows: [], rule: `the file ${UTF8_RULE}` };
  const rows = splitRecords(whole, boundary.separator);
  return rows === undefined ? { rows: [], rule: UNREADABLE } : { rows, rule: undefined };
}

/** Where the last of the wanted rows ends that is wholly there. */
function endOfRows(boundary: CsvBoundary, window: Window, rowsMax: number): number {
  let rows = 0;
  while (rows < rowsMax && boundary.next(window)) {
    if (!boundary.blank) rows += 1;
    window.start = window.at;
  }
  // A file's last row needs no line break.
  if (rows < rowsMax && window.bytes.length < RECORD_BYTES_MAX) {
    boundary.end(window);
    return window.bytes.length;
  }
  return window.start;
}

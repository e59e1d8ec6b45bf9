// The first rows of a CSV file, unchecked, so that the user can choose which column is which.

import { splitCells } from "./csv-cells.ts";
import { CsvScanner } from "./csv-scanner.ts";
import type { Fault } from "./fault.ts";
import { byteOrderMarkLength, type ForeignFile, foreignFileFault } from "./file-start.ts";
import { RECORD_BYTES_MAX } from "./record-scanner.ts";
import { decodeUtf8 } from "./utf8.ts";

interface CsvSample {
  readonly rows: readonly (readonly string[])[];
  /** Why the file cannot be read at all. */
  readonly fault: Fault | undefined;
}

/** At most `rowsMax` rows of `start`, the file's first bytes: 64 KiB or all there are. */
export function sampleCsv(start: Uint8Array, rowsMax: number): CsvSample {
  const foreign = foreignFileFault(start);
  if (foreign !== undefined) return unreadable(foreign);
  const bytes = start.subarray(byteOrderMarkLength(start), RECORD_BYTES_MAX);
  const scanner = new CsvScanner();
  const records = firstRecords(scanner, bytes, rowsMax);
  const { separator } = scanner;
  if (separator === undefined) return unreadable("file_empty");
  const texts = records.map(decodeUtf8);
  if (texts.includes(undefined)) return unreadable("file_not_utf8");
  const rows = texts.map((text) => splitCells(text ?? "", separator));
  return rows.every((cells) => cells !== undefined) ? { rows, fault: undefined } : unreadable("file_not_csv");
}

function unreadable(code: ForeignFile | "file_empty" | "file_not_utf8" | "file_not_csv"): CsvSample {
  return { rows: [], fault: { code } };
}

/** The records that are complete in `bytes`; the last row of a whole file needs no line break. */
function firstRecords(scanner: CsvScanner, bytes: Uint8Array, recordsMax: number): Uint8Array[] {
  const records: Uint8Array[] = [];
  const window = { bytes, start: 0, at: 0, to: bytes.length };
  while (records.length < recordsMax && scanner.next(window)) {
    if (!scanner.isBlank) records.push(bytes.subarray(window.start, window.at));
    window.start = window.at;
  }
  const isWholeFile = bytes.length < RECORD_BYTES_MAX;
  if (records.length < recordsMax && isWholeFile && window.start < bytes.length) {
    const problem = scanner.end(window);
    if (problem !== undefined || !scanner.isBlank) records.push(bytes.subarray(window.start));
  }
  return records;
}

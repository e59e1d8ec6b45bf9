// Recognises a file by its first bytes: a byte order mark, or a file that is not text, so that one problem says what it is
// instead of where it fails.

import type { FaultCode } from "./fault.ts";

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** A file that is no text at all. */
export type ForeignFile = Extract<
  FaultCode,
  "file_utf16" | "file_archive" | "file_workbook" | "file_gzip" | "file_zstd"
>;

const FOREIGN: readonly { readonly begins: readonly number[]; readonly code: ForeignFile }[] = [
  { begins: [0xff, 0xfe], code: "file_utf16" },
  { begins: [0xfe, 0xff], code: "file_utf16" },
  { begins: [0x50, 0x4b, 3, 4], code: "file_archive" },
  { begins: [0xd0, 0xcf, 0x11, 0xe0], code: "file_workbook" },
  { begins: [0x1f, 0x8b], code: "file_gzip" },
  { begins: [0x28, 0xb5, 0x2f, 0xfd], code: "file_zstd" },
];

/** The number of bytes that all of these need. */
export const START_BYTES = 4;

/** Why the file cannot be read at all; undefined if its start looks like text. */
export function foreignFileFault(start: Uint8Array): ForeignFile | undefined {
  return FOREIGN.find(({ begins }) => beginsWith(start, begins))?.code;
}

/** The length of a UTF-8 byte order mark in bytes: 3, or 0 without one. */
export function byteOrderMarkLength(start: Uint8Array): number {
  return beginsWith(start, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
}

function beginsWith(bytes: Uint8Array, begins: readonly number[]): boolean {
  return begins.every((byte, i) => bytes[i] === byte);
}

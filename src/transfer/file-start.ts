// Recognises a file by its first bytes: a byte order mark, or a file that is not text, so that one problem says what it is
// instead of where it fails.

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

const FOREIGN: readonly { readonly begins: readonly number[]; readonly rule: string }[] = [
  { begins: [0xff, 0xfe], rule: "the file is UTF-16: save it as UTF-8" },
  { begins: [0xfe, 0xff], rule: "the file is UTF-16: save it as UTF-8" },
  {
    begins: [0x50, 0x4b, 3, 4],
    rule: "the file is a workbook or a ZIP archive: save the sheet as CSV (UTF-8)",
  },
  { begins: [0xd0, 0xcf, 0x11, 0xe0], rule: "the file is a workbook: save the sheet as CSV (UTF-8)" },
  { begins: [0x1f, 0x8b], rule: "the file is compressed with gzip: decompress it first" },
  { begins: [0x28, 0xb5, 0x2f, 0xfd], rule: "the file is compressed with zstd: decompress it first" },
];

/** The number of bytes that all of these need. */
export const START_BYTES = 4;

/** Why the file cannot be read at all; undefined if its start looks like text. */
export function foreignFileRule(start: Uint8Array): string | undefined {
  return FOREIGN.find(({ begins }) => beginsWith(start, begins))?.rule;
}

/** The length of a UTF-8 byte order mark in bytes: 3, or 0 without one. */
export function byteOrderMarkLength(start: Uint8Array): number {
  return beginsWith(start, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
}

function beginsWith(bytes: Uint8Array, begins: readonly number[]): boolean {
  return begins.every((byte, i) => bytes[i] === byte);
}

// Checks the directory of a ZIP archive before anything is unpacked (PKWARE's APPNOTE 4.3). The library unpacks no more of an entry than
// the directory says; so a small file cannot fill the memory.

import type { WorkbookRefusal } from "./workbook.ts";

/** More than 150,000 rows of five columns, which take half a gigabyte of memory while they are read. */
const UNPACKED_BYTES_MAX = 50_000_000;
/** Of parts that are no sheet, such as the texts of all sheets: the library makes a tree of them, which takes 20 times as much memory. */
const TREE_BYTES_MAX = 20_000_000;

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const COMMENT_BYTES_MAX = 65_535;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const FLAG_ENCRYPTED = 1;
/** The sizes stand behind the data. The directory repeats them. */
const FLAG_DESCRIPTOR = 8;
/** The size is in an extra field, with 64 bits: some programs write it so whatever it is. */
const IN_EXTRA = 0xffffffff;
const EXTRA_ZIP64 = 1;

/** Why the archive is not unpacked; undefined if it may be. */
export function archiveRefusal(bytes: Uint8Array): WorkbookRefusal | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return directoryRefusal(view);
  } catch (error) {
    // The directory ends behind the file.
    if (error instanceof RangeError) return "workbookDamaged";
    throw error;
  }
}

function directoryRefusal(view: DataView): WorkbookRefusal | undefined {
  const end = endOf(view);
  if (end === undefined) return "workbookDamaged";
  const entries = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let unpackedBytes = 0;
  let treeBytes = 0;
  for (let entry = 0; entry < entries; entry++) {
    if (view.getUint32(at, true) !== ENTRY_SIGNATURE) return "workbookDamaged";
    const flags = view.getUint16(at + 8, true);
    const packed = view.getUint32(at + 20, true);
    const unpacked = unpackedSize(view, at);
    if ((flags & FLAG_ENCRYPTED) !== 0) return "workbookEncrypted";
    if (unpacked === 0 && (packed > 2 || (packed === 0 && (flags & FLAG_DESCRIPTOR) !== 0)))
      return "workbookDamaged";
    unpackedBytes += unpacked;
    if (isTree(view, at)) treeBytes += unpacked;
    if (unpackedBytes > UNPACKED_BYTES_MAX || treeBytes > TREE_BYTES_MAX) return "workbookTooLarge";
    at +=
      ENTRY_BYTES +
      view.getUint16(at + 28, true) +
      view.getUint16(at + 30, true) +
      view.getUint16(at + 32, true);
  }
  return undefined;
}

/** Where the end record is: behind it is a comment, mostly an empty one. */
function endOf(view: DataView): number | undefined {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - COMMENT_BYTES_MAX); at--) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  return undefined;
}

function isTree(view: DataView, entryAt: number): boolean {
  const length = view.getUint16(entryAt + 28, true);
  // Throws a RangeError where the name would be behind the file.
  const bytes = new Uint8Array(view.buffer, view.byteOffset + entryAt + ENTRY_BYTES, length);
  const name = new TextDecoder().decode(bytes);
  return !name.includes("/worksheets/") && !name.includes("/media/");
}

function unpackedSize(view: DataView, entryAt: number): number {
  const size = view.getUint32(entryAt + 24, true);
  if (size !== IN_EXTRA) return size;
  let at = entryAt + ENTRY_BYTES + view.getUint16(entryAt + 28, true);
  const end = at + view.getUint16(entryAt + 30, true);
  while (at < end) {
    if (view.getUint16(at, true) === EXTRA_ZIP64) return Number(view.getBigUint64(at + 4, true));
    at += 4 + view.getUint16(at + 2, true);
  }
  return size;
}

// Recognises workbooks by their first bytes, whatever the file's name says.

import type { WorkbookRefusal } from "./workbook.ts";

/** A ZIP archive, which an .xlsx file is. */
const ARCHIVE = "PK\u0003\u0004";
/** A compound file: a workbook of an old Excel (.xls), or one that a password protects. */
const COMPOUND = "\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1";
/** The name of the stream in UTF-16 that has the encrypted workbook (MS-OFFCRYPTO 2.3.4.4). */
const ENCRYPTED_STREAM = [..."EncryptedPackage"].join("\0");
const PIECE_BYTES = 1 << 20;

export type FileKind =
  { readonly kind: "text" | "workbook" } | { readonly kind: "refused"; readonly refusal: WorkbookRefusal };

export async function kindOf(name: string, blob: Blob): Promise<FileKind> {
  const start = await binaryText(blob.slice(0, COMPOUND.length));
  if (start.startsWith(ARCHIVE)) return { kind: "workbook" };
  if (start === COMPOUND) {
    const isEncrypted = await contains(blob, ENCRYPTED_STREAM);
    return { kind: "refused", refusal: isEncrypted ? "workbookEncrypted" : "workbookOld" };
  }
  return /\.xls[xm]$/i.test(name) ? { kind: "refused", refusal: "workbookDamaged" } : { kind: "text" };
}

async function contains(blob: Blob, wanted: string): Promise<boolean> {
  for (let at = 0; at < blob.size; at += PIECE_BYTES) {
    const piece = await binaryText(blob.slice(at, at + PIECE_BYTES + wanted.length));
    if (piece.includes(wanted)) return true;
  }
  return false;
}

/** A character for each byte, at least up to 127. */
async function binaryText(blob: Blob): Promise<string> {
  return new TextDecoder("latin1").decode(await blob.arrayBuffer());
}

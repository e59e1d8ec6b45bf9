// Bytes of a block as text. Strict: U+FFFD never takes the place of what was lost without anybody being told.

import type { RecordBlock } from "./record-cutter.ts";

/** `ignoreBOM` keeps a byte order mark within the file, where it is a mistake to be shown. */
const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LOSSY = new TextDecoder("utf-8", { ignoreBOM: true });

export const UTF8_RULE = "is not UTF-8: save the file as UTF-8";

/** Undefined where the bytes are no UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return STRICT.decode(bytes);
  } catch {
    return undefined;
  }
}

/** For showing only. */
export function decodeLossy(bytes: Uint8Array): string {
  return LOSSY.decode(bytes);
}

export function recordBytes({ bytes, starts, ends }: RecordBlock, i: number): Uint8Array {
  return bytes.subarray(starts[i], ends[i]);
}

/** The bytes from the `first` record on. */
export function blockBytes({ bytes, starts, ends }: RecordBlock, first = 0): Uint8Array {
  return bytes.subarray(starts[first], ends.at(-1));
}

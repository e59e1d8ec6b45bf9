// The records of a block of bytes, as texts.

import { decodeLossy, decodeUtf8 } from "./utf8.ts";

/** A record's place in the bytes (`end` is exclusive), and the line of the file where it begins. */
export interface RecordPlace {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

export interface RecordText {
  /** With the line break, comma or bracket that ended the record. */
  readonly text: string;
  readonly line: number;
  /** False if the bytes are not UTF-8: `text` is for messages only. */
  readonly isUtf8: boolean;
}

/** Decodes the block at once: a call of the decoder costs more than its bytes. In ASCII, a byte's offset is its character's. */
export function* recordTexts(bytes: Uint8Array, places: readonly RecordPlace[]): Generator<RecordText> {
  const first = places[0]?.start ?? 0;
  const block = bytes.subarray(first, places.at(-1)?.end ?? first);
  const text = decodeUtf8(block);
  const isAscii = text?.length === block.length;
  for (const { start, end, line } of places) {
    if (isAscii) yield { text: text.slice(start - first, end - first), line, isUtf8: true };
    else yield recordText(bytes.subarray(start, end), line);
  }
}

function recordText(bytes: Uint8Array, line: number): RecordText {
  const text = decodeUtf8(bytes);
  return { text: text ?? decodeLossy(bytes), line, isUtf8: text !== undefined };
}

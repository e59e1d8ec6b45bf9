// Converts UTF-16 to UTF-8 in pieces. A decoder of the runtime would put U+FFFD in the place of half of a character, which a file
// may hold itself; here it becomes a byte that readers of UTF-8 refuse, with its line.

import { joinedBytes } from "./utf8.ts";

/** No character of UTF-8 has this byte. */
const REFUSED_BYTE = Uint8Array.of(0xff);
/** With the flag `u`, halves that belong together are one character and do not match. */
const HALF_CHARACTER = /\p{Surrogate}/u;
/** As many arguments as every engine takes. */
const UNITS_MAX = 8192;

const ENCODER = new TextEncoder();

export class Utf16Converter {
  readonly #isBigEndian: boolean;
  #held: Uint8Array = new Uint8Array();

  constructor(isBigEndian: boolean) {
    this.#isBigEndian = isBigEndian;
  }

  /** The bytes in UTF-8; keeps an unfinished character for the next call, unless `isLast`. */
  convert(chunk: Uint8Array, isLast: boolean): Uint8Array {
    const bytes = joinedBytes([this.#held, chunk]);
    const end = isLast ? bytes.length - (bytes.length % 2) : this.#completeLength(bytes);
    this.#held = bytes.slice(end);
    const converted = encoded(this.#text(bytes.subarray(0, end)));
    // Half of a unit at the end of the file.
    return isLast && this.#held.length > 0 ? joinedBytes([converted, REFUSED_BYTE]) : converted;
  }

  /** Without a last half of a unit, and without a unit that needs the next one. */
  #completeLength(bytes: Uint8Array): number {
    const length = bytes.length - (bytes.length % 2);
    const last = length === 0 ? 0 : this.#unit(bytes, length - 2);
    return last >= 0xd800 && last < 0xdc00 ? length - 2 : length;
  }

  #text(bytes: Uint8Array): string {
    let text = "";
    for (let at = 0; at < bytes.length; at += 2 * UNITS_MAX) {
      const count = Math.min(UNITS_MAX, (bytes.length - at) / 2);
      const units = Array.from({ length: count }, (_, i) => this.#unit(bytes, at + 2 * i));
      text += String.fromCharCode(...units);
    }
    return text;
  }

  #unit(bytes: Uint8Array, at: number): number {
    const first = bytes[at] as number;
    const second = bytes[at + 1] as number;
    return this.#isBigEndian ? (first << 8) | second : (second << 8) | first;
  }
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function encoded(text: string): Uint8Array {
  // Not `isWellFormed`, which the dashboard's oldest browsers lack.
  if (!LONE_SURROGATE.test(text)) return ENCODER.encode(text);
  const pieces = text.split(HALF_CHARACTER).map((piece) => ENCODER.encode(piece));
  return joinedBytes(pieces.flatMap((piece, at) => (at === 0 ? [piece] : [REFUSED_BYTE, piece])));
}

// Converts a file to UTF-8 as it is read. Spreadsheets also save UTF-16 ("Unicode text") and Windows-1252 ("CSV" in western
// Europe and America). Never replaces what cannot be decoded: readers refuse it, with its line.

import { byteOrderMarkLength, foreignFileFault, START_BYTES } from "./file-start.ts";
import { joinedBytes, decodeUtf8 } from "./utf8.ts";
import { Utf16Converter } from "./utf16-converter.ts";

export type TextEncoding = "UTF-8" | "UTF-16" | "Windows-1252";

type Convert = (bytes: Uint8Array, isLast: boolean) => Uint8Array;

/** The bytes of the longest character. */
const CHARACTER_BYTES_MAX = 4;
const MARK_BYTES = 2;

export class Utf8Converter {
  #encoding: TextEncoding = "UTF-8";
  #isStarted = false;
  /** Undefined as long as all bytes were ASCII: the first character beyond decides. */
  #convert: Convert | undefined;
  #held: Uint8Array = new Uint8Array();

  /** Encoding of the bytes so far. */
  get encoding(): TextEncoding {
    return this.#encoding;
  }

  push(chunk: Uint8Array): Uint8Array {
    const bytes = this.#withHeld(chunk);
    if (this.#isStarted) return this.#converted(bytes, false);
    return bytes.length < START_BYTES ? this.#hold(bytes, 0) : this.#start(bytes, false);
  }

  /** The file has ended: gives the bytes that waited for more. */
  end(): Uint8Array {
    const bytes = this.#withHeld(new Uint8Array());
    return this.#isStarted ? this.#converted(bytes, true) : this.#start(bytes, true);
  }

  #start(bytes: Uint8Array, isLast: boolean): Uint8Array {
    this.#isStarted = true;
    const [first, second] = bytes;
    if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
      const utf16 = new Utf16Converter(first === 0xfe);
      this.#use("UTF-16", (rest, isEnd) => utf16.convert(rest, isEnd));
      return this.#converted(bytes.subarray(MARK_BYTES), isLast);
    }
    // Files that are not text keep their bytes: the reader names the format in its message.
    if (byteOrderMarkLength(bytes) > 0 || foreignFileFault(bytes) !== undefined)
      this.#use("UTF-8", unchanged);
    return this.#converted(bytes, isLast);
  }

  #converted(bytes: Uint8Array, isLast: boolean): Uint8Array {
    if (this.#convert !== undefined) return this.#convert(bytes, isLast);
    const at = firstBeyondAscii(bytes);
    if (at === -1) return bytes;
    if (!isLast && bytes.length - at < CHARACTER_BYTES_MAX) return this.#hold(bytes, at);
    if (beginsUtf8(bytes.subarray(at))) this.#use("UTF-8", unchanged);
    else this.#use("Windows-1252", fromWindows1252);
    return this.#converted(bytes, isLast);
  }

  #use(encoding: TextEncoding, convert: Convert): void {
    this.#encoding = encoding;
    this.#convert = convert;
  }

  #withHeld(chunk: Uint8Array): Uint8Array {
    if (this.#held.length === 0) return chunk;
    const bytes = joinedBytes([this.#held, chunk]);
    this.#held = new Uint8Array();
    return bytes;
  }

  /** Keeps the bytes from `at` until more have arrived; gives those before. */
  #hold(bytes: Uint8Array, at: number): Uint8Array {
    this.#held = bytes.slice(at);
    return bytes.subarray(0, at);
  }
}

function unchanged(bytes: Uint8Array): Uint8Array {
  return bytes;
}

/** Every byte is a character. */
function fromWindows1252(bytes: Uint8Array): Uint8Array {
  return new TextEncoder().encode(new TextDecoder("windows-1252").decode(bytes));
}

function firstBeyondAscii(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] as number) > 0x7f) return at;
  return -1;
}

function beginsUtf8(bytes: Uint8Array): boolean {
  const lead = bytes[0] as number;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  return decodeUtf8(bytes.subarray(0, length)) !== undefined;
}

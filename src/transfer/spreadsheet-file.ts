// The bytes of a file as spreadsheets save it, as the readers of rows take them: in UTF-8, without the line that names the
// separator.

import type { TransferFormat } from "./format.ts";
import { type TextEncoding, Utf8Converter } from "./utf8-converter.ts";

/** Excel's first line `sep=;`, which no other program takes for one; some programs put it in double quotes. */
const SEPARATOR_LINE = /^(?:\u00ef\u00bb\u00bf)?"?sep=[,;\t]"?(?=[\r\n])/i;
/** More than the longest such line, with its line break. */
const SEPARATOR_LINE_BYTES = 16;

interface SpreadsheetFile {
  readonly bytes: AsyncGenerator<Uint8Array, void, undefined>;
  /** Encoding of the bytes that were read so far. */
  readonly encoding: () => TextEncoding;
}

/** Reads from `source` only for the next chunk that is asked for. */
export function openSpreadsheet(source: AsyncIterable<Uint8Array>, format: TransferFormat): SpreadsheetFile {
  const converter = new Utf8Converter();
  const bytes = converted(source, converter);
  return {
    bytes: format === "csv" ? withoutSeparatorLine(bytes) : bytes,
    encoding: () => converter.encoding,
  };
}

async function* converted(
  source: AsyncIterable<Uint8Array>,
  converter: Utf8Converter,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of source) {
    const bytes = converter.push(chunk);
    if (bytes.length > 0) yield bytes;
  }
  const rest = converter.end();
  if (rest.length > 0) yield rest;
}

/** Keeps its line break, so that the lines keep their numbers. The header itself shows the separator. */
async function* withoutSeparatorLine(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let start: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of source) {
    if (start === undefined) {
      yield chunk;
      continue;
    }
    start = Uint8Array.of(...start, ...chunk.subarray(0, SEPARATOR_LINE_BYTES));
    const rest = chunk.subarray(SEPARATOR_LINE_BYTES);
    if (start.length < SEPARATOR_LINE_BYTES && rest.length === 0) continue;
    yield start.subarray(separatorLineLength(start));
    if (rest.length > 0) yield rest;
    start = undefined;
  }
  if (start !== undefined && start.length > 0) yield start.subarray(separatorLineLength(start));
}

function separatorLineLength(start: Uint8Array): number {
  return SEPARATOR_LINE.exec(String.fromCharCode(...start))?.[0].length ?? 0;
}

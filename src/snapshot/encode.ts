// An edition as a body. Compressed page by page and kept with the page, so that compressing again after a change costs
// what changed: pieces of raw deflate that end on byte boundaries make one gzip member (RFC 1951, 1952).

import { promisify } from "node:util";
import { constants, crc32, deflateRaw, deflateRawSync } from "node:zlib";
import type { ListVersion } from "./list-version.ts";
import type { Page } from "./page.ts";

export type Encoding = "identity" | "gzip";

/** Level 4 costs half of the default 6 and gives 3 % more bytes on this data. */
const DEFLATE = { level: 4, finishFlush: constants.Z_SYNC_FLUSH };

const END = new TextEncoder().encode("]");
const EMPTY = new TextEncoder().encode("[]");
/** No name, no time, unknown system: the same list always gives the same bytes. */
const GZIP_HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);

/** A body in one piece, for small lists: the same bytes in the two forms of which the runtime sends one without a copy. */
export interface WholeBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly blob: Blob;
}

export function wholeBody(edition: ListVersion, encoding: Encoding): WholeBody {
  const bytes = joined(encoding === "identity" ? plainPieces(edition) : gzipPieces(edition));
  return { bytes, blob: new Blob([bytes]) };
}

function plainPieces(edition: ListVersion): Uint8Array[] {
  return [...edition.pages.map((page) => page.bytes), ending(edition)];
}

function gzipPieces(edition: ListVersion): Uint8Array[] {
  let crc = 0;
  const pieces = edition.pages.map((page) => {
    crc = crc32(page.bytes, crc);
    return (page.deflated ??= new Uint8Array(deflateRawSync(page.bytes, DEFLATE)));
  });
  return [GZIP_HEADER, ...pieces, gzipEnd(edition, crc)];
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

const deflate = promisify(deflateRaw) as (bytes: Uint8Array, options: typeof DEFLATE) => Promise<Buffer>;

/**
 * The body in pieces, made one at a time as the reader takes them; compressed off this thread. Holds the edition in a
 * field and not in a generator's frame, which the runtime keeps alive after the generator has ended.
 */
export class BodyPieces {
  readonly #encoding: Encoding;
  #edition: ListVersion | undefined;
  /** Which page comes next; -1 for the head of a gzip member. */
  #at: number;
  #crc = 0;

  constructor(edition: ListVersion, encoding: Encoding) {
    this.#edition = edition;
    this.#encoding = encoding;
    this.#at = encoding === "gzip" ? -1 : 0;
  }

  /** The next piece; undefined after the last one, or once given up. */
  async next(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const edition = this.#edition;
    if (edition === undefined) return undefined;
    const at = this.#at++;
    if (at < 0) return GZIP_HEADER;
    const page = edition.pages[at];
    if (page === undefined) {
      this.#edition = undefined;
      return this.#encoding === "gzip" ? gzipEnd(edition, this.#crc) : ending(edition);
    }
    if (this.#encoding === "identity") return page.bytes;
    this.#crc = crc32(page.bytes, this.#crc);
    return deflatedOf(page);
  }

  /** Lets go of the pages that were not taken yet. */
  giveUp(): void {
    this.#edition = undefined;
  }
}

async function deflatedOf(page: Page): Promise<Uint8Array<ArrayBuffer>> {
  if (page.deflated !== undefined) return page.deflated;
  const deflated = new Uint8Array(await deflate(page.bytes, DEFLATE));
  if (!page.superseded) page.deflated = deflated;
  return deflated;
}

function ending(edition: ListVersion): Uint8Array<ArrayBuffer> {
  return edition.pages.length === 0 ? EMPTY : END;
}

/** A last, stored block with the end of the list, then the checksum and the length of it all. */
function gzipEnd(edition: ListVersion, crcSoFar: number): Uint8Array<ArrayBuffer> {
  const text = ending(edition);
  const end = new Uint8Array(5 + text.length + 8);
  const view = new DataView(end.buffer);
  end[0] = 1;
  view.setUint16(1, text.length, true);
  view.setUint16(3, ~text.length & 0xffff, true);
  end.set(text, 5);
  view.setUint32(5 + text.length, crc32(text, crcSoFar), true);
  view.setUint32(9 + text.length, edition.byteLength % 2 ** 32, true);
  return end;
}

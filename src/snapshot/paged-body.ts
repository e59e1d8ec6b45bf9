// A body as pages that all its readers share, each compressed once.

type Bytes = Uint8Array<ArrayBuffer>;

export interface BodyPage {
  readonly bytes: Bytes;
  /** Raw deflate of `bytes`, ending on a byte boundary; compressed at first use, and cached unless the page is superseded. */
  deflated?: Bytes;
  /** While it is being compressed, for all readers that have come to it. */
  deflating?: Promise<Bytes>;
  /** A newer page replaced this one. Its size has been counted for slow readers, so it must not grow (`deflated`). */
  superseded?: true;
}

export interface PagedBody {
  readonly pages: readonly BodyPage[];
  /** The bytes after the last page. */
  readonly ending: Bytes;
  /** Length of the whole body, uncompressed. */
  readonly byteLength: number;
}

/** Bodies up to this size are sent in one piece: they are not counted as held by slow readers, nor as downloads. */
export const WHOLE_BYTES_MAX = 64 * 1024;

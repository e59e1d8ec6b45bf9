// Compresses files that are sent often, on another thread.

import { promisify } from "node:util";
import * as zlib from "node:zlib";

type Bytes = Uint8Array<ArrayBuffer>;
type Compress<O> = (bytes: Bytes, options: O) => Promise<Buffer<ArrayBuffer>>;

const compressGzip = promisify(zlib.gzip) as Compress<zlib.ZlibOptions>;
const compressBrotli = promisify(zlib.brotliCompress) as Compress<zlib.BrotliOptions>;

/** At the highest level: 6 ms for 100 KB. */
export function gzip(bytes: Bytes): Promise<Bytes> {
  return compressGzip(bytes, { level: 9 });
}

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_PARAM_SIZE_HINT, BROTLI_MODE_TEXT } = zlib.constants;

/** Larger files take too long with the highest quality: the API reference's 4 MB half a minute, instead of 1.6 s. */
const HIGHEST_BYTES_MAX = 1024 * 1024;

let last: Promise<unknown> = Promise.resolve();

/** About 11 % smaller than gzip, but 0.4 s for 100 KB. One file at a time, because lists are compressed on the same threads. */
export function brotli(bytes: Bytes): Promise<Bytes> {
  const params = {
    [BROTLI_PARAM_QUALITY]: bytes.length > HIGHEST_BYTES_MAX ? 9 : 11,
    [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
    [BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const compressed = last.then(() => compressBrotli(bytes, { params }));
  last = compressed.catch(() => {});
  return compressed;
}

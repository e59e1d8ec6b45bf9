// Static files served from memory: pages, scripts, styles, documents. Compressed once, when the asset is made.

import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { andThen, type Awaitable } from "../inventory/awaitable.ts";
import type { Encoding, WholeBody } from "../snapshot/encode.ts";
import { routeNotFound } from "./api-error.ts";
import { encodingFor } from "./content-encoding.ts";
import { entityTagsOf } from "./entity-tags.ts";
import type { Operation, Reply, RouteRequest } from "./operation.ts";

export interface AssetSource {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The `Content-Type`. */
  readonly type: string;
  /** The address contains a hash of the content, so caches keep it; other assets are revalidated before each use. */
  readonly immutable?: boolean;
  /** The `Content-Security-Policy` of a page. */
  readonly policy?: string;
}

/** An asset in one encoding. */
interface Representation {
  /** Strong, so it differs for each encoding. */
  readonly etag: string;
  readonly headers: Headers;
  /** Headers of a 304. */
  readonly unchanged: Headers;
  readonly body: WholeBody;
}

export type Asset = Readonly<Record<Encoding, Representation>>;

/** The default Content-Security-Policy: resources of this service only, no frames, no inline code. `directives` override. */
export function pagePolicy(directives: Readonly<Record<string, string>> = {}): string {
  const all: Readonly<Record<string, string>> = {
    "default-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    "object-src": "'none'",
    ...directives,
  };
  return Object.entries(all)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}

/** Smaller files are not compressed: the additional headers cost most of what compression saves. */
const COMPRESSED_BYTES_MIN = 1024;
/** The highest level, because an asset is compressed once and sent often. */
const COMPRESSION = { level: 9 };
const compress = promisify(gzip) as (
  bytes: Uint8Array,
  options: typeof COMPRESSION,
) => Promise<Buffer<ArrayBuffer>>;

export async function makeAsset(source: AssetSource): Promise<Asset> {
  const hash = new Bun.CryptoHasher("sha256").update(source.bytes).digest("hex").slice(0, 32);
  const identity = representation(source, { etag: `"${hash}"`, bytes: source.bytes });
  const isWorthIt = source.bytes.length >= COMPRESSED_BYTES_MIN;
  const compressed = isWorthIt ? await compress(source.bytes, COMPRESSION) : source.bytes;
  if (compressed.length >= source.bytes.length) return { identity, gzip: identity };
  const gzipped = representation(source, { etag: `"${hash}-gzip"`, bytes: compressed, encoding: "gzip" });
  return { identity, gzip: gzipped };
}

function representation(
  { type, immutable, policy }: AssetSource,
  { etag, bytes, encoding }: { etag: string; bytes: Uint8Array<ArrayBuffer>; encoding?: Encoding },
): Representation {
  const unchanged = {
    ETag: etag,
    "Cache-Control": immutable ? "public, max-age=31536000, immutable" : "no-cache",
    Vary: "Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    ...(policy !== undefined && { "Content-Security-Policy": policy }),
  };
  const headers = { ...unchanged, "Content-Type": type, ...(encoding && { "Content-Encoding": encoding }) };
  return {
    etag,
    headers: new Headers(headers),
    unchanged: new Headers(unchanged),
    body: { bytes, blob: new Blob([bytes]) },
  };
}

/** Pages need no key, so a client that stops reading is cut off after this time (rounded up to steps of four seconds). */
const STALLED_TIMEOUT_S = 10;

/** Sends the asset that `find` gives; throws `route_not_found` if it gives none. */
export function sendAsset(find: (request: RouteRequest) => Awaitable<Asset | undefined>): Operation {
  return (request, _requestId, listener) => {
    const held = entityTagsOf(request.headers, "If-None-Match");
    return andThen(find(request), (asset) => {
      if (asset === undefined) throw routeNotFound();
      listener.timeout(request, STALLED_TIMEOUT_S);
      return replyWith(asset, request, held);
    });
  };
}

function replyWith(asset: Asset, { headers }: Request, held: ReturnType<typeof entityTagsOf>): Reply {
  const chosen = asset[encodingFor(headers.get("Accept-Encoding"))];
  // Weak comparison (RFC 9110, section 8.8.3.2): only the opaque tags count.
  const isHeld = held === "*" || held?.some(({ opaque }) => `"${opaque}"` === chosen.etag);
  if (isHeld) return { status: 304, headers: chosen.unchanged };
  return { headers: chosen.headers, body: chosen.body };
}

// Static files served from memory: pages, scripts, styles, documents. Each is compressed once.

import { andThen, type Awaitable } from "../inventory/awaitable.ts";
import type { WholeBody } from "../snapshot/encode.ts";
import { routeNotFound } from "./api-error.ts";
import { brotli, gzip } from "./compress.ts";
import { type AssetEncoding, assetEncodingFor, encodingFor } from "./content-encoding.ts";
import { entityTagsOf } from "./entity-tags.ts";
import type { Operation, Reply, RouteRequest } from "./operation.ts";

interface AssetSource {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The `Content-Type`. */
  readonly type: string;
  /** The address contains a hash of the content, so caches keep it; other assets are revalidated before each use. */
  readonly immutable?: boolean;
  /** The bytes are compressed, as those of an archive: they are sent as they are, whatever the client accepts. */
  readonly isCompressed?: boolean;
  /** The `Content-Security-Policy` of a page or a worker. */
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

export interface Asset {
  /** Undefined while the asset is being compressed with `br`. A file that is not worth it is the same in every encoding. */
  in(encoding: AssetEncoding): Representation | undefined;
}

/** A Content-Security-Policy of `directives` and what holds for every page and worker: no frames, no forms, no plug-ins. */
export function contentPolicy(directives: Readonly<Record<string, string>>): string {
  const all: Readonly<Record<string, string>> = {
    ...directives,
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    "object-src": "'none'",
  };
  return Object.entries(all)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}

/** Smaller files are not compressed: the additional headers cost most of what compression saves. */
const COMPRESSED_BYTES_MIN = 1024;

export async function makeAsset(source: AssetSource): Promise<Asset> {
  const hash = new Bun.CryptoHasher("sha256").update(source.bytes).digest("hex").slice(0, 32);
  const identity = representation(source, { etag: `"${hash}"`, bytes: source.bytes });
  if (source.isCompressed || source.bytes.length < COMPRESSED_BYTES_MIN) return { in: () => identity };
  const inEncoding = (encoding: AssetEncoding, bytes: Uint8Array<ArrayBuffer>): Representation =>
    representation(source, { etag: `"${hash}-${encoding}"`, bytes, encoding });
  const gzipped = inEncoding("gzip", await gzip(source.bytes));
  const brotliLater = inBackground(async () => inEncoding("br", await brotli(source.bytes)));
  return {
    in(encoding) {
      if (encoding === "br") return brotliLater();
      return encoding === "gzip" ? gzipped : identity;
    },
  };
}

/** Computes the value after the first call; undefined until then, and after a failure. */
function inBackground<T>(compute: () => Promise<T>): () => T | undefined {
  let value: T | undefined;
  let started: Promise<void> | undefined;
  return () => {
    started ??= compute().then(
      (computed) => void (value = computed),
      () => {},
    );
    return value;
  };
}

function representation(
  { type, immutable, policy }: AssetSource,
  { etag, bytes, encoding }: { etag: string; bytes: Uint8Array<ArrayBuffer>; encoding?: AssetEncoding },
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
  const accepted = headers.get("Accept-Encoding");
  const chosen = asset.in(assetEncodingFor(accepted)) ?? asset.in(encodingFor(accepted))!;
  // Weak comparison (RFC 9110, section 8.8.3.2): only the opaque tags count.
  const isHeld = held === "*" || held?.some(({ opaque }) => `"${opaque}"` === chosen.etag);
  if (isHeld) return { status: 304, headers: chosen.unchanged };
  return { headers: chosen.headers, body: chosen.body };
}

// listInventory: authenticate, let the snapshot catch up, and send 304 or the bytes.

import Negotiator from "negotiator";
import type { ApiKeys } from "../keys/api-keys.ts";
import type { Encoding } from "../snapshot/encode.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { authenticate } from "./authenticate.ts";
import { entityTagsOf } from "./entity-tags.ts";
import type { Operation } from "./operation.ts";

export function listInventory({ keys, snapshot }: { keys: ApiKeys; snapshot: Snapshot }): Operation {
  return async (request) => {
    await authenticate(request.headers, keys);
    const held = entityTagsOf(request.headers, "If-None-Match");
    const edition = await snapshot.current();
    const headers: Record<string, string> = {
      ETag: edition.etag,
      "Cache-Control": "private, no-cache",
      Vary: "Accept-Encoding",
    };
    // Weak comparison: the opaque parts alone count.
    const isHeld = held === "*" || held?.some(({ opaque }) => `W/"${opaque}"` === edition.etag);
    if (isHeld) return new Response(null, { status: 304, headers });
    const encoding = encodingFor(request.headers.get("Accept-Encoding"));
    headers["Content-Type"] = "application/json";
    if (encoding !== "identity") headers["Content-Encoding"] = encoding;
    // The runtime would read a whole stream only to throw it away.
    if (request.method === "HEAD") return new Response(null, { headers });
    return new Response(snapshot.body(edition, encoding), { headers });
  };
}

/** gzip where the client accepts it at all: identity is what nobody has to ask for. */
function encodingFor(accepted: string | null): Encoding {
  if (accepted === null || accepted === "identity") return "identity";
  const preferred = new Negotiator({ headers: { "accept-encoding": accepted } }).encodings([
    "gzip",
    "identity",
  ]);
  return preferred[0] === "gzip" ? "gzip" : "identity";
}

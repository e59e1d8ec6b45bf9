// listInventory: authenticate, let the snapshot catch up, and send 304 or the bytes.

import Negotiator from "negotiator";
import { andThen } from "../inventory/eventually.ts";
import type { ApiKeys } from "../keys/api-keys.ts";
import type { Edition } from "../snapshot/edition.ts";
import type { Encoding } from "../snapshot/encode.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { authenticate } from "./authenticate.ts";
import { entityTagsOf } from "./entity-tags.ts";
import { JSON_TYPE, type Operation, type Reply } from "./operation.ts";

export function listInventory({ keys, snapshot }: { keys: ApiKeys; snapshot: Snapshot }): Operation {
  return (request) =>
    andThen(authenticate(request.headers, keys), () => {
      const held = entityTagsOf(request.headers, "If-None-Match");
      return andThen(snapshot.current(), (edition) => replyWith(edition, { request, held, snapshot }));
    });
}

interface Context {
  readonly request: Request;
  readonly held: ReturnType<typeof entityTagsOf>;
  readonly snapshot: Snapshot;
}

function replyWith(edition: Edition, { request, held, snapshot }: Context): Reply {
  const headers = { ETag: edition.etag, "Cache-Control": "private, no-cache", Vary: "Accept-Encoding" };
  // Weak comparison: the opaque parts alone count.
  const isHeld = held === "*" || held?.some(({ opaque }) => `W/"${opaque}"` === edition.etag);
  if (isHeld) return { status: 304, headers };
  const encoding = encodingFor(request.headers.get("Accept-Encoding"));
  const encoded = encoding === "identity" ? undefined : { "Content-Encoding": encoding };
  // For HEAD the runtime takes the length of a body in one piece, and does not begin with one in many.
  return { headers: { ...headers, ...JSON_TYPE, ...encoded }, body: snapshot.body(edition, encoding) };
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

// listInventory: authenticates, lets the snapshot catch up, and sends 304 or the list.

import { andThen } from "../inventory/awaitable.ts";
import type { KeyRecord } from "../inventory/key-store.ts";
import type { ListVersion } from "../snapshot/list-version.ts";
import type { Encoding } from "../snapshot/encode.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Authenticate } from "./authenticate.ts";
import type { Downloads } from "./downloads.ts";
import { encodingFor } from "./content-encoding.ts";
import { entityTagsOf } from "./entity-tags.ts";
import { JSON_TYPE, type Operation, type Reply } from "./operation.ts";

interface ListPorts {
  readonly authenticate: Authenticate;
  readonly snapshot: Snapshot;
  readonly downloads: Downloads;
}

export function listInventory(ports: ListPorts): Operation {
  const { authenticate, snapshot } = ports;
  return (request, _requestId, listener) =>
    andThen(authenticate(request, listener), (key) => {
      const held = entityTagsOf(request.headers, "If-None-Match");
      return andThen(snapshot.current(), (version) => replyWith(version, { request, key, held, ports }));
    });
}

interface Context {
  readonly request: Request;
  readonly key: KeyRecord;
  readonly held: ReturnType<typeof entityTagsOf>;
  readonly ports: ListPorts;
}

function replyWith(version: ListVersion, { request, key, held, ports }: Context): Reply {
  // Weak comparison (RFC 9110, section 8.8.3.2): only the opaque tags count.
  const isHeld = held === "*" || held?.some(({ opaque }) => `W/"${opaque}"` === version.etag);
  if (isHeld) return { status: 304, headers: headersOf(version, undefined) };
  const encoding = encodingFor(request.headers.get("Accept-Encoding"));
  // For HEAD the runtime takes the length of a whole body, and does not start a stream.
  const body = ports.snapshot.body(version, encoding);
  return {
    headers: headersOf(version, encoding),
    body: "blob" in body ? body : ports.downloads.body(key, body),
  };
}

const headersOfVersions = new WeakMap<ListVersion, Map<Encoding | undefined, Headers>>();

/** Cached for each version and encoding; the encoding of a 304 is undefined. */
function headersOf(version: ListVersion, encoding: Encoding | undefined): Headers {
  const made = headersOfVersions.get(version) ?? new Map<Encoding | undefined, Headers>();
  const known = made.get(encoding);
  if (known !== undefined) return known;
  const headers = makeHeaders(version, encoding);
  headersOfVersions.set(version, made.set(encoding, headers));
  return headers;
}

function makeHeaders({ etag }: ListVersion, encoding: Encoding | undefined): Headers {
  return new Headers({
    ETag: etag,
    "Cache-Control": "private, no-cache",
    Vary: "Accept-Encoding",
    ...(encoding !== undefined && JSON_TYPE),
    ...(encoding === "gzip" && { "Content-Encoding": encoding }),
  });
}

// Chooses the encoding of a response by Accept-Encoding (RFC 9110, section 12.5.3).

import Negotiator from "negotiator";
import type { Encoding } from "../snapshot/encode.ts";

/** Results are cached, because real clients send few different headers. The bound is for clients that make them up. */
const CACHED_HEADERS_MAX = 100;
const known = new Map<string, Encoding>();

/** gzip if the client accepts it, even with a lower weight than identity. */
export function encodingFor(accepted: string | null): Encoding {
  if (accepted === null || accepted === "identity") return "identity";
  const before = known.get(accepted);
  if (before !== undefined) return before;
  const encoding = negotiated(accepted);
  if (known.size < CACHED_HEADERS_MAX) known.set(accepted, encoding);
  return encoding;
}

function negotiated(accepted: string): Encoding {
  const negotiator = new Negotiator({ headers: { "accept-encoding": accepted } });
  return negotiator.encodings(["gzip", "identity"])[0] === "gzip" ? "gzip" : "identity";
}

// Cross-origin resource sharing (https://fetch.spec.whatwg.org/#http-cors-protocol): the origins whose pages may use the API
// from a browser. Pages set the Authorization header themselves, so credentials of the browser are never allowed.

import type { Finisher } from "./operation.ts";

/** `*`: every origin. */
export type Origins = "*" | ReadonlySet<string>;

/** Response headers that a page may read, besides the safelisted ones. */
const EXPOSED = [
  "ETag",
  "X-Request-Id",
  "Retry-After",
  "RateLimit",
  "RateLimit-Policy",
  "Idempotency-Replayed",
  "WWW-Authenticate",
  "Allow",
  "Accept-Patch",
].join(", ");
/** Request headers that a page may send. */
const ALLOWED = [
  "Authorization",
  "Content-Type",
  "If-Match",
  "If-None-Match",
  "Idempotency-Key",
  "Last-Event-ID",
  "Petstock-Reason",
  "Petstock-Note",
  "X-Request-Id",
  // Of the Model Context Protocol (2026-07-28, transports).
  "MCP-Protocol-Version",
  "Mcp-Method",
  "Mcp-Name",
].join(", ");
/** Chromium caches a preflight no longer than this. */
const PREFLIGHT_AGE_S = "7200";

/** Adds the CORS headers to a response, errors included. */
export function corsFor(origins: Origins): Finisher {
  return ({ headers }, request) => {
    // A cache must not give the response for one origin to another.
    if (origins !== "*") headers.append("Vary", "Origin");
    const origin = request.headers.get("Origin");
    if (origin === null || !(origins === "*" || origins.has(origin))) return;
    headers.set("Access-Control-Allow-Origin", origins === "*" ? "*" : origin);
    if (request.method === "OPTIONS" && request.headers.has("Access-Control-Request-Method")) {
      headers.set("Access-Control-Allow-Methods", headers.get("Allow") ?? "");
      headers.set("Access-Control-Allow-Headers", ALLOWED);
      headers.set("Access-Control-Max-Age", PREFLIGHT_AGE_S);
    } else {
      headers.set("Access-Control-Expose-Headers", EXPOSED);
    }
  };
}

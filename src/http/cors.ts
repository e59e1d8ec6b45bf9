// Cross-origin resource sharing (https://fetch.spec.whatwg.org/#http-cors-protocol): which other sites' pages may use the
// interface from a browser. Keys travel in a header that a page sets itself, so credentials of the browser play no part.

import { andThen } from "../inventory/awaitable.ts";
import type { Handler } from "./operation.ts";

/** `*` for every one. */
export type Origins = "*" | ReadonlySet<string>;

/** What a page may read of an answer, beside what it always may. */
const EXPOSED = [
  "ETag",
  "X-Request-Id",
  "Retry-After",
  "Idempotency-Replayed",
  "WWW-Authenticate",
  "Allow",
  "Accept-Patch",
].join(", ");
/** What a page may send. */
const ALLOWED = [
  "Authorization",
  "Content-Type",
  "If-Match",
  "If-None-Match",
  "Idempotency-Key",
  "X-Request-Id",
].join(", ");
/** Browsers ask anew after this time; Chromium takes no longer one. */
const PREFLIGHT_AGE_S = "7200";

/** The handler, whose answers, refusals too, say to the browser who may read them. */
export function withCors(handler: Handler, origins: Origins): Handler {
  return (request, listener) =>
    andThen(handler(request, listener), (response) => {
      const { headers } = response;
      // Whoever keeps an answer for one origin must not give it to another.
      if (origins !== "*") headers.append("Vary", "Origin");
      const origin = request.headers.get("Origin");
      if (origin === null || !(origins === "*" || origins.has(origin))) return response;
      headers.set("Access-Control-Allow-Origin", origins === "*" ? "*" : origin);
      if (request.method === "OPTIONS" && request.headers.has("Access-Control-Request-Method")) {
        headers.set("Access-Control-Allow-Methods", headers.get("Allow") ?? "");
        headers.set("Access-Control-Allow-Headers", ALLOWED);
        headers.set("Access-Control-Max-Age", PREFLIGHT_AGE_S);
      } else {
        headers.set("Access-Control-Expose-Headers", EXPOSED);
      }
      return response;
    });
}

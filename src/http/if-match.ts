// If-Match of a read (RFC 9110, section 13.1.1): the response is given only if its tag is among those of the client.

import { ApiError } from "./api-error.ts";
import { entityTagsOf, includesStrong } from "./entity-tags.ts";
import type { Reply } from "./operation.ts";

/**
 * The reply, if it fulfils the request's `If-Match`. Evaluated after all other checks (section 13.2.1), and not for replies
 * without a tag. Throws `precondition_failed`, or `invalid_header` if it is malformed.
 */
export function fulfillingIfMatch(reply: Reply, headers: Headers): Reply {
  const etag = reply.etag ?? new Headers(reply.headers).get("ETag");
  // An open stream has no tag, and holds its place until its body has ended: such a reply is never replaced by an error.
  if (etag === null) return reply;
  const wanted = entityTagsOf(headers, "If-Match");
  if (wanted === undefined || wanted === "*" || includesStrong(wanted, etag)) return reply;
  const problem = etag.startsWith("W/")
    ? "The ETag of this address is weak, and a weak tag never matches If-Match"
    : "If-Match does not have the ETag of this response";
  const message = `${problem}. To read only what has changed, send If-None-Match.`;
  throw new ApiError("precondition_failed", message, { ETag: etag });
}

// Parses lists of entity tags in conditional headers (RFC 9110, sections 8.8.3 and 13.1).

import { ApiError } from "./api-error.ts";
import type { Reply } from "./operation.ts";

export interface EntityTag {
  readonly weak: boolean;
  /** Without the quotes. */
  readonly opaque: string;
}

const TAG = /^(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;
/** A tag may contain commas, so the list cannot simply be split at commas. */
const LIST = /^[ \t]*(?:,[ \t]*)*(?:W\/)?"[^"]*"[ \t]*(?:,[ \t]*(?:(?:W\/)?"[^"]*"[ \t]*)?)*$/;
const EACH = /(?:W\/)?"[^"]*"/g;
/** Clients send one tag, or a few from a cache. Bounded because each is compared, for an update under the write lock. */
const TAGS_MAX = 16;
/** Characters of a tag that a message shows. */
const SHOWN_CHARACTERS = 60;

/** The tags of a header, or `*`; undefined if the header is absent. Throws `invalid_header`. */
export function entityTagsOf(
  headers: Headers,
  name: "If-Match" | "If-None-Match",
): readonly EntityTag[] | "*" | undefined {
  const value = headers.get(name);
  if (value === null) return undefined;
  if (value.trim() === "*") return "*";
  if (!LIST.test(value)) throw malformed(name);
  const tags = value.match(EACH) ?? [];
  if (tags.length > TAGS_MAX) {
    const message = `${name} has ${tags.length} tags; at most ${TAGS_MAX} are accepted. Send the newest tag that you have.`;
    throw new ApiError("invalid_header", message);
  }
  return tags.map((text) => {
    const [, weak, opaque] = TAG.exec(text) ?? [];
    if (opaque === undefined) throw malformed(name);
    return { weak: weak !== undefined, opaque };
  });
}

/** As it was sent, shortened; undefined if there is none. By strong comparison it never matches (RFC 9110, section 13.1.1). */
export function weakTagIn(tags: readonly EntityTag[] | "*" | undefined): string | undefined {
  const weak = tags === "*" ? undefined : tags?.find((tag) => tag.weak);
  return weak && `W/"${weak.opaque.slice(0, SHOWN_CHARACTERS)}"`;
}

/** Strong comparison (RFC 9110, section 8.8.3.2) with the tag of a response, in its quotes. */
function includesStrong(tags: readonly EntityTag[], etag: string): boolean {
  return tags.some(({ weak, opaque }) => !weak && `"${opaque}"` === etag);
}

function malformed(name: string): ApiError {
  const example = name === "If-Match" ? '"1-available"' : 'W/"42-1f0c9be2a7d34c55"';
  return new ApiError(
    "invalid_header",
    `${name} is not a list of entity tags. Send tags in double quotes, such as ${example}, or *.`,
  );
}

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

// Limits on a request. The runtime refuses a long head with an empty body, so its own limit is raised well above ours
// (see server.ts), and what lies between gets an Error body.

import { estimateShallowMemoryUsageOf } from "bun:jsc";
import { ApiError } from "./api-error.ts";

/** Address and query; no address of ours is longer than 60 characters. */
const URL_BYTES_MAX = 8 * 1024;
const HEADERS_BYTES_MAX = 16 * 1024;
/**
 * What the runtime says headers hold in memory (at least their values and 16 bytes each) is known at once; counting them
 * takes a µs. Whoever holds less than this is far below the limit, however long the names are.
 */
const HEADERS_MEMORY_SMALL_BYTES = 4 * 1024;
/** An update is 20 bytes; this leaves room for white space and curiosity. */
export const BODY_BYTES_MAX = 16 * 1024;

/** Address and query, without the scheme and host that the runtime puts in front where the host is one. */
function targetOf(url: string): string {
  return url.startsWith("/") ? url : url.slice(url.indexOf("/", url.indexOf("://") + 3));
}

/** Throws `uri_too_long` or `headers_too_large`. */
export function checkHead(request: Request): void {
  if (request.url.length > URL_BYTES_MAX && targetOf(request.url).length > URL_BYTES_MAX) {
    throw new ApiError(
      "uri_too_long",
      `The address is longer than ${URL_BYTES_MAX} bytes. Send it without a query.`,
    );
  }
  if (estimateShallowMemoryUsageOf(request.headers) < HEADERS_MEMORY_SMALL_BYTES) return;
  let bytes = 0;
  request.headers.forEach((value, name) => {
    // A colon, a space, CR and LF.
    bytes += name.length + value.length + 4;
  });
  if (bytes > HEADERS_BYTES_MAX) {
    const words = `The headers together are ${bytes} bytes; at most ${HEADERS_BYTES_MAX} are taken. Send fewer.`;
    throw new ApiError("headers_too_large", words);
  }
}

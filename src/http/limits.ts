// Limits on the size of a request, and on the time of its connection. The runtime refuses a long head with an empty body, so its limit is raised above ours
// (see server.ts): requests between the two limits get an Error body.

import { estimateShallowMemoryUsageOf } from "bun:jsc";
import { ApiError } from "./api-error.ts";
import type { Listener } from "./client-address.ts";

/** Path and query. No path of the service is longer than 60 characters. */
const URL_BYTES_MAX = 8 * 1024;
const HEADERS_BYTES_MAX = 16 * 1024;
/**
 * The runtime knows how much memory the headers use (at least their values and 16 bytes each), while counting their bytes
 * takes a µs. Headers that use less than this are far below the limit, however long their names are.
 */
const HEADERS_MEMORY_SMALL_BYTES = 4 * 1024;
/** Also ends handlers that take longer (but see `runLongWork`), so it must exceed the lock timeout of the database. */
export const IDLE_TIMEOUT_S = 120;
/** An update has about 20 bytes. */
export const BODY_BYTES_MAX = 16 * 1024;

/** Path and query, without the scheme and host that the runtime prepends if the Host header is valid. */
export function targetOf(url: string): string {
  return url.startsWith("/") ? url : url.slice(url.indexOf("/", url.indexOf("://") + 3));
}

/** Throws `uri_too_long` or `headers_too_large`. */
export function checkHead(request: Request): void {
  if (request.url.length > URL_BYTES_MAX && targetOf(request.url).length > URL_BYTES_MAX) {
    throw new ApiError(
      "uri_too_long",
      `The address is longer than ${URL_BYTES_MAX} bytes. Send the request without a query.`,
    );
  }
  if (estimateShallowMemoryUsageOf(request.headers) < HEADERS_MEMORY_SMALL_BYTES) return;
  let bytes = 0;
  request.headers.forEach((value, name) => {
    // A colon, a space, CR and LF.
    bytes += name.length + value.length + 4;
  });
  if (bytes > HEADERS_BYTES_MAX) {
    const message = `The headers have ${bytes} bytes in total; at most ${HEADERS_BYTES_MAX} are accepted. Send fewer.`;
    throw new ApiError("headers_too_large", message);
  }
}

/**
 * Runs the work without the idle timeout of its connection. The runtime counts that timeout from the beginning of the request,
 * also while a body arrives slowly, and closes the connection without a response while the work goes on. The work itself must
 * limit its time, and that of the body.
 */
export async function runLongWork<T>(
  { request, listener }: { readonly request: Request; readonly listener: Pick<Listener, "timeout"> },
  work: () => Promise<T>,
): Promise<T> {
  listener.timeout(request, 0);
  try {
    return await work();
  } finally {
    listener.timeout(request, IDLE_TIMEOUT_S);
  }
}

// The bytes of a request's body as they arrive, up to a size limit.

import { ApiError } from "./api-error.ts";
import { type BodyLimit, tooLarge } from "./read-body.ts";

/**
 * Throws `body_too_large`, or `invalid_changes` where the body ends too early. As in `readJsonText`, the last piece comes once it
 * is certain that the runtime accepts the request.
 */
export async function* bodyPieces(request: Request, limit: BodyLimit): AsyncGenerator<Uint8Array> {
  const length = Number(request.headers.get("Content-Length") ?? Number.NaN);
  if (length > limit.bytesMax) throw tooLarge(limit);
  let bytes = 0;
  try {
    for await (const piece of request.body ?? []) {
      bytes += piece.length;
      if (bytes > limit.bytesMax) throw tooLarge(limit);
      yield piece;
    }
    await new Promise((resolve) => setImmediate(resolve));
    request.signal.throwIfAborted();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The connection closed before the end of the body, so the client does not see the response.
    throw new ApiError("invalid_changes", "The body is incomplete; nothing was changed. Send it again.");
  }
}

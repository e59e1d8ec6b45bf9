// Reads a request's body as text, up to the size limit.

import { ApiError } from "./api-error.ts";
import { BODY_BYTES_MAX } from "./limits.ts";

/** Throws `unsupported_media_type`, `body_too_large`, or `invalid_json` if the body is not UTF-8 or is incomplete. */
export async function readJsonText(request: Request): Promise<string> {
  checkMediaType(request.headers);
  const length = Number(request.headers.get("Content-Length") ?? Number.NaN);
  if (length > BODY_BYTES_MAX) throw tooLarge();
  try {
    const text = Number.isNaN(length) ? await readCounted(request) : await request.text();
    // U+FFFD is the decoder's replacement for invalid UTF-8. A valid update never contains it.
    if (!text.includes("\ufffd")) return text;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The connection closed before the end of the body, so the client does not see the response.
  }
  throw new ApiError("invalid_json", "The body is incomplete or not UTF-8. Send JSON in UTF-8.");
}

const IS_JSON = /^application\/json[ \t]*(;.*)?$/i;

function checkMediaType(headers: Headers): void {
  const encoding = headers.get("Content-Encoding");
  if (encoding !== null) {
    throw unsupported(
      `Content-Encoding "${encoding.slice(0, 40)}" is not accepted. Send the body unencoded.`,
    );
  }
  const type = headers.get("Content-Type");
  if (type !== null && !IS_JSON.test(type.trim())) {
    throw unsupported(
      `Content-Type "${type.slice(0, 80)}" is not accepted. Send the header: Content-Type: application/json`,
    );
  }
}

function unsupported(message: string): ApiError {
  return new ApiError("unsupported_media_type", message, { "Accept-Patch": "application/json" });
}

function tooLarge(): ApiError {
  return new ApiError(
    "body_too_large",
    `The body is larger than ${BODY_BYTES_MAX} bytes. Send only {"quantity": N}.`,
  );
}

/**
 * Reads a body without Content-Length, and stops when it exceeds the limit. After the end of the body, trailer fields may
 * follow, which the runtime refuses by closing the connection in the same turn of the event loop; so it waits for the next
 * turn, because a refused request must not change anything.
 */
async function readCounted(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw tooLarge();
    chunks.push(chunk);
  }
  await new Promise((resolve) => setImmediate(resolve));
  request.signal.throwIfAborted();
  return new TextDecoder().decode(Buffer.concat(chunks));
}

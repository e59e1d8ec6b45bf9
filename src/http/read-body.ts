// Reads a request's body as text, never more of it than an update may have.

import { ApiError } from "./api-error.ts";
import { BODY_BYTES_MAX } from "./limits.ts";

/** Throws `unsupported_media_type`, `body_too_large`, or `invalid_json` where it is no UTF-8 or ends early. */
export async function readJsonText(request: Request): Promise<string> {
  checkMediaType(request.headers);
  const length = Number(request.headers.get("Content-Length") ?? Number.NaN);
  if (length > BODY_BYTES_MAX) throw tooLarge();
  try {
    const text = Number.isNaN(length) ? await readCounted(request) : await request.text();
    // What decoding puts where the bytes are no UTF-8. No update holds it as a character of its own.
    if (!text.includes("\ufffd")) return text;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The connection ended in mid-request; nobody reads the answer.
  }
  throw new ApiError("invalid_json", "The body is not whole, or is no UTF-8 text. Send JSON in UTF-8.");
}

const IS_JSON = /^application\/json[ \t]*(;.*)?$/i;

function checkMediaType(headers: Headers): void {
  const encoding = headers.get("Content-Encoding");
  if (encoding !== null) {
    throw unsupported(`Content-Encoding "${encoding.slice(0, 40)}" is not taken. Send the body as it is.`);
  }
  const type = headers.get("Content-Type");
  if (type !== null && !IS_JSON.test(type.trim())) {
    throw unsupported(
      `The body came as "${type.slice(0, 80)}". Send the header: Content-Type: application/json`,
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
 * For a body that does not say how long it is: stops as soon as it is too long. Its end is there before the request's: the
 * runtime refuses trailer fields, which may follow, and ends the connection within its turn. Nothing may have changed then.
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

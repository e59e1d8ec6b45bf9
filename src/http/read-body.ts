// Reads the JSON body of an update as text, up to a size limit. Larger bodies: admin/incoming-bodies.ts.

import { ApiError } from "./api-error.ts";
import { BODY_BYTES_MAX } from "./limits.ts";

export interface BodyLimit {
  readonly bytesMax: number;
  /** Advice for the sender of a larger body. */
  readonly advice: string;
}

const UPDATE: BodyLimit = { bytesMax: BODY_BYTES_MAX, advice: 'Send only {"quantity": N}.' };

/** Reads the body of an update; throws as `readSmallText`. */
export function readUpdateText(request: Request): Promise<string> {
  return readSmallText(request, UPDATE);
}

/**
 * Reads a small body of JSON. Throws `unsupported_media_type`, `body_too_large`, or `invalid_json` if the body is not UTF-8 or is
 * incomplete. Before anything is changed, the commit queue looks whether other bytes follow it; an operation does so itself.
 */
export async function readSmallText(request: Request, limit: BodyLimit): Promise<string> {
  checkJsonType(request);
  const length = Number(request.headers.get("Content-Length") ?? Number.NaN);
  if (length > limit.bytesMax) throw tooLarge(limit);
  try {
    const text = Number.isNaN(length) ? await readCounted(request, limit) : await request.text();
    // The decoder's replacement for invalid UTF-8, which no valid body contains.
    if (!text.includes("\ufffd")) return text;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // The connection closed before the end of the body, so the client does not see the response.
  }
  throw incompleteJson();
}

export function incompleteJson(): ApiError {
  return new ApiError("invalid_json", "The body is incomplete or not UTF-8. Send JSON in UTF-8.");
}

const IS_JSON = /^application\/json[ \t]*(;.*)?$/i;

/** Throws `unsupported_media_type`. */
export function checkJsonType({ method, headers }: Request): void {
  const problem = encodingProblemOf(headers);
  if (problem !== undefined) throw unsupported(method, problem);
  const type = headers.get("Content-Type");
  if (type !== null && !IS_JSON.test(type.trim())) {
    throw unsupported(
      method,
      `Content-Type "${type.slice(0, 80)}" is not accepted. Send the header: Content-Type: application/json`,
    );
  }
}

/** The problem of `Content-Encoding`. "identity" says that there is no encoding (RFC 9110, section 8.4.1). */
export function encodingProblemOf(headers: Headers): string | undefined {
  const encoding = headers.get("Content-Encoding");
  if (encoding === null || encoding.trim().toLowerCase() === "identity") return undefined;
  return `Content-Encoding "${encoding.slice(0, 40)}" is not accepted. Send the body unencoded.`;
}

function unsupported(method: string, message: string): ApiError {
  const headers = method === "PATCH" ? { "Accept-Patch": "application/json" } : {};
  return new ApiError("unsupported_media_type", message, headers);
}

export function tooLarge({ bytesMax, advice }: BodyLimit): ApiError {
  return new ApiError("body_too_large", `The body is larger than ${bytesMax} bytes. ${advice}`);
}

/** Reads a body without Content-Length, and stops when it exceeds the limit. Throws if it is not UTF-8. */
async function readCounted(request: Request, limit: BodyLimit): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    if (bytes > limit.bytesMax) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
}

// Who asks: the API key of a request (RFC 6750), checked before anything of the request is looked at.

import type { ApiKeys, KeyRefusal } from "../keys/api-keys.ts";
import { andThen, type Eventually } from "../inventory/eventually.ts";
import type { KeyRecord } from "../inventory/store.ts";
import { ApiError } from "./api-error.ts";

/** The scheme's name in any case (RFC 9110, section 11.1), then one token. Two headers arrive joined by a comma. */
const BEARER = /^bearer +([^\s,]+)$/i;

const CHALLENGE = 'Bearer realm="petstock"';
const HOW = "Send it as the header: Authorization: Bearer <API_KEY>";

const REFUSED: Readonly<Record<KeyRefusal, string>> = {
  malformed:
    "This is no API key of this service: it is cut short or mistyped. Copy the whole key, which begins with petstock_.",
  unknown: "The API key is not known here. Make one with: petstock keys create",
  revoked: "The API key was revoked. Make another one with: petstock keys create",
  expired: "The API key has expired. Make another one with: petstock keys create",
};

/**
 * The key's record; at once where the key is known here. Throws `missing_api_key` or `invalid_api_key`; a StoreError
 * where an unknown key cannot be looked up.
 */
export function authenticate(headers: Headers, keys: ApiKeys): Eventually<KeyRecord> {
  const credentials = headers.get("Authorization")?.trim();
  const presented = credentials && BEARER.exec(credentials)?.[1];
  if (!presented) {
    const what = credentials ? "The Authorization header holds no single bearer key." : "No API key.";
    throw new ApiError("missing_api_key", `${what} ${HOW}`, { "WWW-Authenticate": CHALLENGE });
  }
  return andThen(keys.verify(presented), recordOrThrow);
}

function recordOrThrow(verdict: KeyRecord | KeyRefusal): KeyRecord {
  if (typeof verdict === "object") return verdict;
  const headers = { "WWW-Authenticate": `${CHALLENGE}, error="invalid_token"` };
  throw new ApiError("invalid_api_key", REFUSED[verdict], headers);
}

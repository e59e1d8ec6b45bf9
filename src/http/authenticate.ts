// Who asks: the API key of a request (RFC 6750), checked before anything of the request is looked at; and how often a key
// may ask, and an address may present a wrong one.

import type { KeyRefusal } from "../inventory/ports.ts";
import type { ApiKeys } from "../keys/api-keys.ts";
import type { Awaitable } from "../inventory/awaitable.ts";
import type { KeyRecord } from "../inventory/key-store.ts";
import { ApiError } from "./api-error.ts";
import { type ClientAddressOf, type Listener, networkOf } from "./client-address.ts";
import type { TokenBuckets } from "./token-buckets.ts";

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

export interface Credentials {
  readonly keys: ApiKeys;
  readonly clientOf: ClientAddressOf;
  /** Requests of each key. */
  readonly rateLimit?: TokenBuckets | undefined;
  /** Refused keys of each client's network. */
  readonly refusalLimit?: TokenBuckets | undefined;
}

/**
 * The key's record; at once where the key is known here. Throws `missing_api_key`, `invalid_api_key` or `rate_limited`; a
 * StoreError where an unknown key cannot be looked up.
 */
export type Authenticate = (request: Request, listener: Listener) => Awaitable<KeyRecord>;

export function authenticator({ keys, clientOf, rateLimit, refusalLimit }: Credentials): Authenticate {
  const admit = (record: KeyRecord): KeyRecord => {
    const waitMs = rateLimit?.take(record.id) ?? 0;
    if (waitMs > 0) throw tooMany(`The API key "${record.name}" is used too often just now.`, waitMs);
    return record;
  };
  return (request, listener) => {
    const key = presentedKey(request.headers);
    const known = keys.recall(key);
    // Whatever else came from its address: one client's mistakes are no reason to shut out another behind the same router.
    if (typeof known === "object") return admit(known);
    const client = networkOf(clientOf(request, listener));
    const waitMs = refusalLimit?.take(client) ?? 0;
    if (waitMs > 0) throw tooMany("Too many API keys from your address were refused.", waitMs);
    if (known !== undefined) throw refused(known);
    const forgive = () => refusalLimit?.giveBack(client);
    return keys.lookUp(key).then(
      (verdict) => {
        if (typeof verdict !== "object") throw refused(verdict);
        forgive();
        return admit(verdict);
      },
      (error: unknown) => {
        // Nobody knows whether the key is a wrong one.
        forgive();
        throw error;
      },
    );
  };
}

function presentedKey(headers: Headers): string {
  const credentials = headers.get("Authorization")?.trim();
  const presented = credentials && BEARER.exec(credentials)?.[1];
  if (presented) return presented;
  const what = credentials ? "The Authorization header holds no single bearer key." : "No API key.";
  throw new ApiError("missing_api_key", `${what} ${HOW}`, { "WWW-Authenticate": CHALLENGE });
}

function refused(verdict: KeyRefusal): ApiError {
  const headers = { "WWW-Authenticate": `${CHALLENGE}, error="invalid_token"` };
  return new ApiError("invalid_api_key", REFUSED[verdict], headers);
}

function tooMany(what: string, waitMs: number): ApiError {
  return new ApiError(
    "rate_limited",
    `${what} Nothing was changed; try again after the time in Retry-After.`,
    {
      "Retry-After": String(Math.ceil(waitMs / 1000)),
    },
  );
}

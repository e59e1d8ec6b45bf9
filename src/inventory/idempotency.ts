// Idempotency records: the results of changes with an idempotency key, stored for a day, so that retries are safe.

import type { AppliedChanges, RecordedUndo } from "./applied-changes.ts";
import type { InventoryItem } from "./item.ts";

/** A change with a key is applied at most once; a repeated key gets the first result. */
export interface IdempotencyKey {
  /** The API key's id. Equal keys of different scopes are different keys. */
  readonly scope: string;
  readonly key: string;
  /** `requestDigest` of the request: the same key with another digest is an error. */
  readonly request: string;
}

/** The result of a change, or of a change set or an undo. */
export type RecordedResult = InventoryItem | AppliedChanges | RecordedUndo;

export function isOfChangeSet(result: RecordedResult): result is AppliedChanges | RecordedUndo {
  return "position" in result;
}

/** The first result of a key, stored in the same transaction as its change. `at`: ms since 1970. */
export interface IdempotencyRecord extends IdempotencyKey {
  readonly result: RecordedResult;
  readonly at: number;
  /** Sequence number within the scope, from 1. */
  readonly number: number;
}

/** How long records are kept, ms: longer than any retry. */
export const IDEMPOTENCY_RETENTION_MS = 24 * 60 * 60 * 1000;

/**
 * How long a client may send a request again that it sent first: beyond the retention the change would be applied again. An hour is
 * left for transit, and for clocks that differ.
 */
export const IDEMPOTENCY_RESEND_MS = IDEMPOTENCY_RETENTION_MS - 60 * 60 * 1000;

/**
 * Default limit of records for each scope: 12 updates a second for a day, 0.3 GB on disk with UUIDs as keys. Without a limit one
 * API key could fill the disk.
 */
export const IDEMPOTENCY_RECORDS_MAX = 1_000_000;

/** The records to remove: from `from` up to but not including `before`, ms since 1970. */
export interface ExpiredRange {
  readonly from: number;
  readonly before: number;
  /** At most this many, oldest first. */
  readonly max: number;
}

export interface ExpiryResult {
  readonly removed: number;
  /** All older records of the range are removed: the start of the next batch's range, ms since 1970. */
  readonly reached: number;
}

/** The stored records, read in the transaction; expired ones included. */
export interface StoredRecords {
  /** Undefined if there is no record of the key. */
  find(idempotencyKey: IdempotencyKey): IdempotencyRecord | undefined;
  /** The number of the scope's newest record; 0 if there is none. */
  newestOf(scope: string): number;
  /** The time of the scope's record with this number; undefined if it was removed. */
  timeOf(scope: string, number: number): number | undefined;
}

export const NO_RECORDS: StoredRecords = {
  find: () => undefined,
  newestOf: () => 0,
  timeOf: () => undefined,
};

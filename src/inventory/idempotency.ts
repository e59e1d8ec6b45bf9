// What makes sending a change again safe: the results of changes that named a key, as they are kept for a day.

import type { InventoryItem } from "./item.ts";

/** Makes a change at most once, however often it is sent: whoever repeats its key gets the first result again. */
export interface IdempotencyKey {
  /** Who may repeat it: the API key's id. The same key of another scope is another one. */
  readonly scope: string;
  readonly key: string;
  /** `requestDigest` of all that was asked for: a key that comes again with another one is a mistake. */
  readonly request: string;
}

/** The first result of a key, stored in the very transaction of its change. `at`: ms since 1970. */
export interface IdempotencyRecord extends IdempotencyKey {
  readonly item: InventoryItem;
  readonly at: number;
  /** Counts the records of the scope, in the order in which they were made, from 1. */
  readonly number: number;
}

/** How long a key is remembered, ms. Whoever did not get an answer within a day no longer asks the same. */
export const IDEMPOTENCY_RETENTION_MS = 24 * 60 * 60 * 1000;

/**
 * Records of one scope, unless set otherwise: 12 updates a second round the clock, and with UUIDs as keys 0.3 GB on disk.
 * Without a limit, one API key could fill the disk.
 */
export const IDEMPOTENCY_RECORDS_MAX = 1_000_000;

/** Which stored results of `Idempotency-Key`s to remove: those of `from` until just before `before`, ms since 1970. */
export interface ExpiredRange {
  readonly from: number;
  readonly before: number;
  /** How many at the most, the oldest first. */
  readonly max: number;
}

export interface ExpiryResult {
  readonly removed: number;
  /** Of the range, nothing older than this is left, ms since 1970: where the next portion's range begins. */
  readonly reached: number;
}

/** The records as the engine has them, read in the transaction. Whether one is too old is not decided there. */
export interface StoredRecords {
  /** Undefined where the key was never used. */
  find(idempotencyKey: IdempotencyKey): IdempotencyRecord | undefined;
  /** The number of the scope's newest record; 0 where there is none. */
  newestOf(scope: string): number;
  /** When the scope's record with this number was made; undefined where it is gone. */
  timeOf(scope: string, number: number): number | undefined;
}

export const NO_RECORDS: StoredRecords = {
  find: () => undefined,
  newestOf: () => 0,
  timeOf: () => undefined,
};

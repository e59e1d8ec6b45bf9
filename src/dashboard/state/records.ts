// Records that survive a reload of the page, by the browser's IndexedDB. Tests pass their own.

import type { StateStore } from "./state.ts";

/** The stores of records, each for one purpose. A new name needs a new version of the database: browser-records.ts. */
export const RECORD_STORES = [
  "session",
  "stock-takes",
  "counts",
  "known-pets",
  "imports",
  "outbox",
  "views",
  "columns",
] as const;

export type RecordStore = (typeof RECORD_STORES)[number];

/** Stores of what the key may read, each with one record, `KEY_RECORD`: removed when the browser no longer stores the key. */
export const KEY_STORES: readonly RecordStore[] = ["session", "known-pets"];
export const KEY_RECORD = "key";

export interface StoredRecord {
  readonly id: string;
}

/** All functions reject where the browser blocks storage for this page, or the disk is full. */
export interface Records<T extends StoredRecord> {
  /** Ascending by id. */
  readonly all: () => Promise<readonly T[]>;
  readonly get: (id: string) => Promise<T | undefined>;
  /** Resolves when the record is stored. Replaces the record with the same id. */
  readonly put: (record: T) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
}

export type OpenRecords = <T extends StoredRecord>(store: RecordStore) => Records<T>;

/**
 * The records of a session. `put` rejects on a shared computer, as where the browser blocks storage; what was stored before can be
 * read and removed.
 */
export function sessionRecords(store: StateStore, open: OpenRecords): OpenRecords {
  return <T extends StoredRecord>(name: RecordStore) => {
    const records = open<T>(name);
    return {
      ...records,
      put: (record: T) => (store.state.session.remember ? records.put(record) : Promise.reject(isShared())),
    };
  };
}

function isShared(): DOMException {
  return new DOMException("a shared computer stores nothing", "SecurityError");
}

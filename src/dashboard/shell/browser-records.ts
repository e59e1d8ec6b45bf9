// Records in IndexedDB.

import type { DBSchema, IDBPDatabase } from "idb";
import { type OpenRecords, RECORD_STORES, type RecordStore, type StoredRecord } from "../state/records.ts";
import { askToPersist } from "./persistence.ts";

type Schema = DBSchema & Record<RecordStore, { key: string; value: StoredRecord }>;

const NAME = "petstock";
/** Raised with each change of RECORD_STORES. */
const VERSION = 3;

export function browserRecords(): OpenRecords {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = (): void => {
    opened = undefined;
  };
  const open = (): Promise<IDBPDatabase<Schema>> => {
    opened ??= openDatabase(forget).catch((error: unknown) => {
      forget();
      throw error;
    });
    return opened;
  };
  /** Undefined where nothing was ever stored: reading must leave no trace of the page. */
  const existing = async (): Promise<IDBPDatabase<Schema> | undefined> =>
    opened !== undefined || (await hasDatabase()) ? open() : undefined;
  return <T extends StoredRecord>(store: RecordStore) => ({
    all: async () => ((await (await existing())?.getAll(store)) ?? []) as unknown as readonly T[],
    get: async (id: string) => (await (await existing())?.get(store, id)) as unknown as T | undefined,
    put: async (record: T) => {
      await (await open()).put(store, record);
      if (store === "counts") askToPersist();
    },
    remove: async (id: string) => (await existing())?.delete(store, id),
  });
}

/** Where the browser cannot list them, an empty one is made. */
async function hasDatabase(): Promise<boolean> {
  return (await indexedDB.databases?.())?.some(({ name }) => name === NAME) ?? true;
}

/** `onClose` is called when the connection can no longer be used; the next use opens another. */
async function openDatabase(onClose: () => void): Promise<IDBPDatabase<Schema>> {
  // Loaded when the first record is read or written.
  const { openDB } = await import("idb");
  return openDB<Schema>(NAME, VERSION, {
    upgrade: (database) => {
      for (const name of RECORD_STORES) {
        if (!database.objectStoreNames.contains(name)) database.createObjectStore(name, { keyPath: "id" });
      }
    },
    // Another tab needs a newer version of the database.
    blocking: (_, __, event) => {
      (event.target as IDBDatabase).close();
      onClose();
    },
    terminated: onClose,
  });
}

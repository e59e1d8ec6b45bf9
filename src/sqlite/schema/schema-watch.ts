// Detects that a newer petstock has migrated the database while this program has it open.

import type { Database } from "bun:sqlite";
import { StoreError } from "../../inventory/store-error.ts";
import { refuseNewer } from "./schema.ts";

const INTERVAL_MS = 500;

/** Calls `onNewer` once. Returns a function that stops the watch. */
export function watchSchema(db: Database, path: string, onNewer: (error: StoreError) => void): () => void {
  const timer = setInterval(() => {
    const refusal = refusalOf(db, path);
    if (refusal === undefined) return;
    clearInterval(timer);
    onNewer(refusal);
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function refusalOf(db: Database, path: string): StoreError | undefined {
  try {
    refuseNewer(db, path);
    return undefined;
  } catch (error) {
    // If the file cannot be read, the next query reports that.
    return error instanceof StoreError ? error : undefined;
  }
}

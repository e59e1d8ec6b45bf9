// The schema of a database that is opened, for everything but a migration: the newest one, or a new one in an empty file.

import type { Database } from "bun:sqlite";
import { noDatabase } from "../errors.ts";
import { pragmaNumber } from "../file/introspect.ts";
import { retryWhileBusy } from "../file/lock.ts";
import { migrate, MIGRATIONS } from "./schema.ts";

interface SchemaOptions {
  /** Create the tables of an empty file. */
  readonly create: boolean;
  readonly lockTimeoutMs: number;
}

/** Throws a StoreError for an older or newer schema, and without `create` for a file without tables. */
export function prepareSchema(db: Database, path: string, { create, lockTimeoutMs }: SchemaOptions): void {
  // Readers wait, too, while another process recovers the log.
  const version = retryWhileBusy(lockTimeoutMs, () => pragmaNumber(db, "user_version"));
  if (version === MIGRATIONS.length) return;
  if (version === 0 && !create) throw noDatabase(path);
  migrate(db, path, { now: Date.now(), lockTimeoutMs, mayMigrate: false });
}

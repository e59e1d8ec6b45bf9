// Checks that a server which took writes before still does: short queries, which wait for no lock.

import type { ReservedSQL } from "bun";
import { StoreError } from "../inventory/store-error.ts";
import { isLockTimeout, refuseStandby } from "./errors.ts";
import { refuseNewer, versionUnlessLocked } from "./schema.ts";

/** Throws where the server takes no writes any more, or a newer petstock has migrated the database. */
export async function checkHealth(sql: ReservedSQL): Promise<void> {
  await ensurePrimary(sql);
  try {
    refuseNewer(await versionUnlessLocked(sql));
  } catch (error) {
    // A server that reports a lock is healthy; the next check reads the version.
    if (!isLockTimeout(error)) throw error;
  }
}

/** A statement of its own, which needs no table: a server whose tables are locked must not look frozen. */
async function ensurePrimary(sql: ReservedSQL): Promise<void> {
  const [{ standby }] = await sql`SELECT pg_is_in_recovery() AS standby`;
  refuseStandby(standby);
}

export function serverSilent(): StoreError {
  return new StoreError("unavailable", "PostgreSQL: the server does not answer");
}

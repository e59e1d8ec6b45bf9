// Whether a server that was fit once still is: small questions, which wait for no lock.

import type { SQL } from "bun";
import { StoreError } from "../inventory/store-error.ts";
import { isLockTimeout, refuseStandby } from "./errors.ts";
import { refuseNewer, versionUnlessLocked } from "./schema.ts";

/**
 * A server that has not answered a trivial question for so long is frozen, or behind a network that is. Also for a look:
 * one that began in vain is soon followed by another, and a connection that the network lost is tried again.
 */
export const HEALTH_CHECK_DEADLINE_MS = 2_000;

/** Throws where it takes no writes any more, or a newer petstock has taken over. */
export async function checkHealth(sql: SQL): Promise<void> {
  await ensurePrimary(sql);
  try {
    refuseNewer(await versionUnlessLocked(sql));
  } catch (error) {
    // A server that tells of a lock is well; the next beat asks again.
    if (!isLockTimeout(error)) throw error;
  }
}

/** In a statement of its own, which waits for no table: a server whose tables are locked must not look frozen. */
async function ensurePrimary(sql: SQL): Promise<void> {
  const [{ standby }] = await sql`SELECT pg_is_in_recovery() AS standby`;
  refuseStandby(standby);
}

export function serverSilent(): StoreError {
  return new StoreError("unavailable", "PostgreSQL: the server does not answer");
}

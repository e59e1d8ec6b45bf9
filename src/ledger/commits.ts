// The commits of the history: one row of `commit_mark` for each transaction that changed the inventory.

import { makeNonce } from "../inventory/nonce.ts";
import type { Position } from "../inventory/position.ts";
import { StoreError } from "../inventory/store-error.ts";
import { execute, type Integer, only, sql, type Work } from "./sql.ts";

/**
 * Appends a commit that ends at `revision`. Throws `unavailable` unless `newest` is still the newest commit: the write lock
 * guarantees that, and this check detects what bypasses the lock, such as a database that was replaced meanwhile.
 */
export function* appendCommit(
  newest: Position,
  { revision, at }: { revision: number; at: number },
): Work<void> {
  const added = yield* execute(sql`
    INSERT INTO commit_mark (revision, nonce, at)
    SELECT CAST(${revision} AS bigint), ${makeNonce()}, CAST(${at} AS bigint)
    FROM (SELECT revision, nonce FROM commit_mark ORDER BY revision DESC LIMIT 1) AS newest
    WHERE newest.revision = ${newest.revision} AND newest.nonce = ${newest.nonce}`);
  if (added === 1) return;
  const message = `revision ${newest.revision} is no longer the newest commit: the database was replaced or edited meanwhile; nothing was changed`;
  throw new StoreError("unavailable", message);
}

/** The revision of the oldest commit: of what it and earlier ones did, only the last state of each pet is kept. */
export function* historyStart(): Work<number> {
  const { revision } = yield* only(
    sql<{ revision: Integer }>`SELECT min(revision) AS revision FROM commit_mark`,
  );
  return Number(revision);
}

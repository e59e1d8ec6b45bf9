// How every transaction that writes begins: with the one row that all of them lock, so that they come in an order.

import type { ReservedSQL } from "bun";
import { refuseRetired } from "../inventory/retirement.ts";
import { NoAnswer } from "./connections.ts";
import { noop, within } from "./deadline.ts";
import { inOrder } from "./pipeline.ts";
import { refuseNewer } from "./schema.ts";
import {
  type Head,
  headOf,
  type HeadRow,
  prepareTransaction,
  retirementOf,
  type RetirementRow,
} from "./transaction.ts";

/** A BEGIN waits for nobody's lock, and so its answer tells at once whether the connection was lost meanwhile. */
const BEGIN_DEADLINE_MS = 2_000;

type LockedRow = HeadRow & RetirementRow & { version: number };

/**
 * Sent in one go, in this order (a query of the runtime's client goes off when it is executed, not when it is made). The
 * statement that locks stands alone, so that whatever is read after it is younger than the lock: in this isolation, which
 * the database's default may not be. Throws `retired` where the inventory has moved, `unusable` where a newer petstock has
 * taken over: it is for the caller to roll back; NoAnswer where the connection is silent, which is closed then.
 *
 * The schema's version is read by that statement itself. It is not too old all the same: a migration locks the table, and
 * PostgreSQL takes a statement's snapshot when it has its tables' locks.
 */
export async function beginLocked(connection: ReservedSQL, lockTimeoutMs: number): Promise<Head> {
  const begun = connection`BEGIN ISOLATION LEVEL READ COMMITTED`.execute();
  const prepared = prepareTransaction(connection, lockTimeoutMs);
  const locked = connection`
    SELECT revision, nonce, retired_at, moved_to, (SELECT version FROM petstock_schema) AS version
    FROM head FOR UPDATE`.execute();
  const answered = inOrder<[unknown, unknown, LockedRow[]]>(begun, prepared, locked);
  answered.catch(noop);
  await within(BEGIN_DEADLINE_MS, begun, () => {
    // Ends what was sent behind it, too.
    void connection.close({ timeout: 0 }).catch(noop);
    return new NoAnswer(BEGIN_DEADLINE_MS);
  });
  const [, , rows] = await answered;
  const head = headOf(rows);
  const [row] = rows as [LockedRow];
  refuseNewer(row.version);
  refuseRetired(retirementOf(row));
  return head;
}

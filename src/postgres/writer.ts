// Makes groups of changes. Two round trips: lock and read, then write and commit, each sent in one go.

import type { ReservedSQL } from "bun";
import type { Change, Outcome } from "../inventory/change.ts";
import type { Movement } from "../inventory/movement.ts";
import { type FoldResult, foldChanges, type FoldContext } from "../inventory/fold.ts";
import type { Stock } from "../inventory/item.ts";
import { makeNonce } from "../inventory/nonce.ts";
import { IDEMPOTENCY_RECORDS_MAX, type StoredRecords } from "../inventory/idempotency.ts";
import { steadyClock } from "../inventory/ports.ts";
import type { Position } from "../inventory/position.ts";
import { StoreError } from "../inventory/store-error.ts";
import { beginLocked } from "./begin-locked.ts";
import { resolveInDoubt } from "./in-doubt-commit.ts";
import { type Connections, NoReplyError } from "./connections.ts";
import { noop, withDeadline } from "./deadline.ts";
import { isRefusal, isConnectionLost, isLockTimeout, isReadOnly } from "./errors.ts";
import { revisionAfter } from "./newest-commit.ts";
import { findRecords, writeRecords } from "./idempotency-table.ts";
import { pipelined } from "./pipeline.ts";
import type { Primary } from "./primary.ts";
import type { ItemRow } from "./rows.ts";
import { StandbyMonitor } from "./standby-monitor.ts";
import { rollBack } from "./transaction.ts";

/** Each connection for groups may have been lost while nobody updated anything, and the third is new. */
const ATTEMPTS_MAX = 3;
/** Beyond the wait for the lock: a server that takes longer for a handful of rows is frozen. */
const WORK_DEADLINE_MS = 10_000;
/** A commit is never cancelled, since a cancelled one may still happen; after so long its outcome is unknown to us. */
const COMMIT_DEADLINE_MS = 15_000;
/** After so long it is looked whether a standby is what the commit waits for. */
const SLOW_COMMIT_MS = 2_500;

/** However long a group has waited, it waits so long for the lock. To PostgreSQL 0 would be for ever. */
const LOCK_TIMEOUT_MS_MIN = 500;

export interface WriterOptions {
  /** How long to wait for another transaction, ms. */
  readonly lockTimeoutMs: number;
  /** How many results of `Idempotency-Key`s are kept for one API key. */
  readonly recordsMax?: number;
}

export class PostgresWriter implements Disposable {
  readonly #primary: Primary;
  readonly #lockTimeoutMs: number;
  readonly #recordsMax: number;
  readonly #standby: StandbyMonitor;

  constructor(primary: Primary, { lockTimeoutMs, recordsMax = IDEMPOTENCY_RECORDS_MAX }: WriterOptions) {
    this.#primary = primary;
    this.#standby = new StandbyMonitor(primary);
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#recordsMax = recordsMax;
  }

  /** The effective changes are on disk when it returns. The lock is waited for from `since` on. Throws a StoreError. */
  async commit(changes: readonly Change[], since = steadyClock.now()): Promise<readonly Outcome[]> {
    const group = { changes, lockUntil: since + this.#lockTimeoutMs };
    for (let attempt = 1; ; attempt++) {
      const { connections } = this.#primary;
      if (this.#standby.reason !== undefined) throw this.#standby.reason;
      try {
        return await this.#attempt(connections, group);
      } catch (error) {
        if (isLockTimeout(error)) await this.#standby.look();
        if (isLockTimeout(error) && this.#standby.reason !== undefined) throw this.#standby.reason;
        // Nothing was sent that could have committed, so it may be done again: the connections may have been lost.
        const again = isConnectionLost(error) || error instanceof NoReplyError;
        if (!again || attempt === ATTEMPTS_MAX) throw this.#primary.toStoreError(error, connections);
      }
    }
  }

  async #attempt(connections: Connections, group: Group): Promise<readonly Outcome[]> {
    const late = () => new StoreError("unavailable", "PostgreSQL: no answer before the commit");
    const deadlineMs = this.#leftMs(group) + WORK_DEADLINE_MS;
    const patience = <T>(work: Promise<T>) => withDeadline(deadlineMs, connections.orDiscarded(work), late);
    const connection = await reserve(connections, patience);
    try {
      const { from, present } = await patience(this.#lockAndRead(connection, group));
      const folded = foldChanges(group.changes, present);
      if (folded.movements.length + folded.records.length === 0) {
        await rollBack(connection);
      } else {
        await this.#writeAndCommit(connections, connection, { ...folded, from });
        connection.release();
      }
      return folded.outcomes;
    } catch (error) {
      await endTransaction(connection, error);
      throw error;
    }
  }

  /** What is left of the group's time, and enough for the group before it to end: it may have waited behind our own alone. */
  #leftMs({ lockUntil }: Group): number {
    const least = Math.min(LOCK_TIMEOUT_MS_MIN, this.#lockTimeoutMs);
    return Math.max(least, Math.ceil(lockUntil - steadyClock.now()));
  }

  async #lockAndRead(
    connection: ReservedSQL,
    group: Group,
  ): Promise<{ from: Position; present: FoldContext }> {
    const { changes } = group;
    const ids = [...new Set(changes.map(({ petId }) => petId))];
    const locked = beginLocked(connection, this.#leftMs(group), { byKey: true });
    // Statements of their own, so that their snapshots are younger than the lock.
    const read = connection`
      SELECT pet_id, quantity, status FROM inventory
      WHERE pet_id = ANY(${connection.array(ids, "BIGINT")}) AND removed = 0`.execute();
    const found = findRecords(connection, changes, this.#recordsMax);
    const [from, rows, stored] = await pipelined<[Position, ItemRow[], StoredRecords]>(locked, read, found);
    const stocks = new Map<bigint, Stock>(
      rows.map(({ pet_id, quantity, status }) => [pet_id, { quantity, status }]),
    );
    const stockOf = (petId: bigint) => stocks.get(petId);
    const { revision } = from;
    return { from, present: { stockOf, stored, recordsMax: this.#recordsMax, revision, at: Date.now() } };
  }

  async #writeAndCommit(
    connections: Connections,
    connection: ReservedSQL,
    { movements, records, revision, from }: FoldResult & { readonly from: Position },
  ): Promise<void> {
    const mark = movements.length === 0 ? undefined : { revision, nonce: makeNonce() };
    const recorded = writeRecords(connection, records);
    const written = mark === undefined ? undefined : write(connection, movements, { from, mark });
    const committed = connection`COMMIT`.execute();
    const sent = pipelined<[void, unknown, { command: string }]>(
      recorded,
      Promise.resolve(written),
      committed,
    );
    try {
      const silent = () => new StoreError("outcome_unknown", "PostgreSQL: the commit was not answered");
      const answered = this.#watched(connections.orDiscarded(sent));
      const [, , { command }] = await withDeadline(COMMIT_DEADLINE_MS, answered, silent);
      // A transaction that failed answers a COMMIT with ROLLBACK, and without an error.
      if (command !== "COMMIT") throw new TransactionRefused("PostgreSQL: the commit was refused");
      if (mark !== undefined) this.#primary.lastKnown = mark;
    } catch (error) {
      // A group that wrote no mark changed no stock: doing it again is harmless.
      if (error instanceof TransactionRefused || isRefusal(error) || mark === undefined) throw error;
      await this.#learnFate(mark, { connections, cause: error });
    }
  }

  /** Settles as the commit does; looks after the standby meanwhile where that takes long. */
  async #watched<T>(commit: Promise<T>): Promise<T> {
    const timer = setTimeout(() => void this.#standby.look(), SLOW_COMMIT_MS);
    try {
      return await commit;
    } finally {
      clearTimeout(timer);
    }
  }

  /** After a commit without an answer: returns where it happened; throws where it did not, or cannot be known. */
  async #learnFate(
    mark: Position,
    { connections, cause }: { connections: Connections; cause: unknown },
  ): Promise<void> {
    const { reason } = this.#standby;
    // The server is well, but the lock that would tell is not to be had.
    if (reason !== undefined) throw new StoreError("outcome_unknown", reason.message, { cause });
    const words = `PostgreSQL: a commit broke off: ${(cause as Error).message}`;
    this.#primary.discard(connections, new StoreError("unavailable", words));
    const happened = await resolveInDoubt(this.#primary, mark);
    if (happened === undefined) throw new StoreError("outcome_unknown", words, { cause });
    if (!happened) throw new StoreError("unavailable", words, { cause });
  }

  [Symbol.dispose](): void {
    this.#standby[Symbol.dispose]();
  }
}

/** Changes of one transaction, and until when, by the steady clock, they may wait for the lock. */
interface Group {
  readonly changes: readonly Change[];
  readonly lockUntil: number;
}

/** The server's word that nothing was changed. */
class TransactionRefused extends StoreError {
  constructor(message: string) {
    super("unavailable", message);
  }
}

/** A connection for one group. */
async function reserve(
  { updates }: Connections,
  patience: <T>(work: Promise<T>) => Promise<T>,
): Promise<ReservedSQL> {
  const reserved = updates.reserve();
  try {
    return await patience(reserved);
  } catch (error) {
    // One that comes later would be lost to the pool for good.
    reserved.then((connection) => connection.release(), noop);
    throw error;
  }
}

/** After the server's own answer the connection is good; after silence it may never answer, and is asked nothing more. */
async function endTransaction(connection: ReservedSQL, error: unknown): Promise<void> {
  if (error instanceof TransactionRefused || (isRefusal(error) && !isReadOnly(error))) {
    await rollBack(connection);
  } else {
    await connection.close({ timeout: 0 }).catch(noop);
  }
}

/** One statement for all rows: as JSON text, which PostgreSQL takes apart itself, with every digit of an id. */
function write(
  connection: ReservedSQL,
  movements: readonly Movement[],
  { from, mark }: { from: Position; mark: Position },
): Promise<unknown> {
  const rows = JSON.stringify(movements.map(rowOf));
  const query = connection`
    WITH moved AS (
      INSERT INTO movement
      SELECT * FROM json_to_recordset(${rows}::text::json) AS row (
        revision bigint, pet_id bigint, quantity_before integer, quantity_after integer,
        status_before text, status_after text, reason text, actor text, key_id text, request_id text, at bigint
      )
      RETURNING revision, pet_id, quantity_before, quantity_after, status_before, status_after
    ), stocked AS (
      -- A removed pet's row keeps the last values, for nobody.
      INSERT INTO inventory (pet_id, quantity, status, revision, removed)
      SELECT DISTINCT ON (pet_id) pet_id, coalesce(quantity_after, quantity_before),
        coalesce(status_after, status_before), revision, CASE WHEN quantity_after IS NULL THEN 1 ELSE 0 END FROM moved
      ORDER BY pet_id, revision DESC
      ON CONFLICT (pet_id) DO UPDATE SET quantity = excluded.quantity, status = excluded.status,
        revision = excluded.revision, removed = excluded.removed
    )
    INSERT INTO commit_mark
    VALUES (${revisionAfter(connection, from, mark.revision)}, ${mark.nonce}, ${movements.at(-1)?.at})`;
  return query.execute();
}

function rowOf({ revision, petId, before, after, reason, by, at }: Movement) {
  return {
    revision,
    // As text: a JSON number of JavaScript would lose digits.
    pet_id: String(petId),
    quantity_before: before?.quantity ?? null,
    quantity_after: after?.quantity ?? null,
    status_before: before?.status ?? null,
    status_after: after?.status ?? null,
    reason,
    actor: by.actor,
    key_id: by.keyId,
    request_id: by.requestId,
    at,
  };
}

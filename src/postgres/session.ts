// The transactions of tasks: one that reads a snapshot, one with the lock that every writer takes, one without it. Each has
// a connection of its own, and a monitor that ends it when its connection is lost.

import type { ReservedSQL } from "bun";
import { beginLocked } from "./begin-locked.ts";
import { NoReplyError } from "./connections.ts";
import { noop, withDeadline } from "./deadline.ts";
import { isRefusal } from "./errors.ts";
import type { Primary } from "./primary.ts";
import { ensureKnown } from "./schema.ts";
import { rollBack } from "./transaction.ts";
import { ConsumerError, SessionMonitor } from "./session-monitor.ts";

/** Longest wait for a connection, and for anything that a server does at once. */
const SILENCE_MS = 5_000;

interface Means {
  /** Waits for what the server does at once, and no longer than for that. */
  readonly withDeadline: <T>(asked: Promise<T>) => Promise<T>;
  /** Does what asks nothing of the server, for however long. */
  readonly pauseMonitor: <T>(work: () => Promise<T>) => Promise<T>;
}

type Work<T> = (sql: ReservedSQL, means: Means) => Promise<T>;

/** Reads one snapshot of the database. */
export function readTransaction<T>(primary: Primary, work: Work<T>): Promise<T> {
  return begun(primary, "REPEATABLE READ READ ONLY", work);
}

/** For changes that no other transaction asks for. Throws `unusable` where a newer petstock has taken the database over. */
export function unlockedTransaction<T>(primary: Primary, work: Work<T>): Promise<T> {
  return begun(primary, "READ COMMITTED", async (sql, means) => {
    await means.withDeadline(ensureKnown(sql));
    const result = await work(sql, means);
    await sql`COMMIT`;
    return result;
  });
}

export interface LockedOptions {
  readonly primary: Primary;
  readonly lockTimeoutMs: number;
  /** What is committed, in words for whoever is told that nobody knows its fate. */
  readonly what: string;
}

/** Throws a StoreError: `retired` where the inventory has moved, `outcome_unknown` where the commit broke off. */
export async function lockedTransaction<T>(
  { primary, lockTimeoutMs, what }: LockedOptions,
  work: (sql: ReservedSQL) => Promise<T>,
): Promise<T> {
  const { connections } = primary;
  try {
    const connection = await connections.reserve(connections.tasks, SILENCE_MS);
    try {
      await beginLocked(connection, lockTimeoutMs);
      const monitor = await SessionMonitor.make(primary, connection);
      const result = await monitor.watch(work(connection));
      await monitor.commit(connection, what);
      connection.release();
      return result;
    } catch (error) {
      if (isRefusal(error)) await rollBack(connection);
      else await connection.close({ timeout: 0 }).catch(noop);
      throw error;
    }
  } catch (error) {
    throw primary.toStoreError(error, connections);
  }
}

/** Not repeated where its connection breaks: something may have been handed out already. Throws a StoreError. */
async function begun<T>(primary: Primary, mode: string, work: Work<T>): Promise<T> {
  const { connections } = primary;
  try {
    const connection = await connections.reserve(connections.tasks, SILENCE_MS);
    return await connections.orDiscarded(inTransaction(primary, connection, { mode, work }));
  } catch (error) {
    throw error instanceof ConsumerError ? error.cause : primary.toStoreError(error, connections);
  }
}

async function inTransaction<T>(
  primary: Primary,
  connection: ReservedSQL,
  { mode, work }: { mode: string; work: Work<T> },
): Promise<T> {
  try {
    await promptly(connection.unsafe(`BEGIN ISOLATION LEVEL ${mode}`));
    await promptly(prepare(connection));
    const monitor = await SessionMonitor.make(primary, connection);
    const pauseMonitor = <R>(meanwhile: () => Promise<R>) => monitor.pauseMonitor(meanwhile);
    const result = await monitor.watch(work(connection, { withDeadline: promptly, pauseMonitor }));
    // Nothing is left to commit.
    await rollBack(connection);
    return result;
  } catch (error) {
    if (isRefusal(error) || error instanceof ConsumerError) await rollBack(connection);
    else await connection.close({ timeout: 0 }).catch(noop);
    throw error;
  }
}

function promptly<T>(asked: Promise<T>): Promise<T> {
  return withDeadline(SILENCE_MS, asked, () => new NoReplyError(SILENCE_MS));
}

/** A limit that the server has for statements of others is none for work on everything. */
function prepare(connection: ReservedSQL): Promise<unknown> {
  return connection`SELECT set_config('statement_timeout', '0', true)`;
}

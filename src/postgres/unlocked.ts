// A transaction without the lock of all that write, which nobody waits for.

import type { ReservedSQL } from "bun";
import { NoAnswer } from "./connections.ts";
import { noop, within } from "./deadline.ts";
import { isAnswer } from "./errors.ts";
import type { Primary } from "./primary.ts";
import { ensureKnown } from "./schema.ts";
import { rollBack } from "./transaction.ts";
import { FailedAside, Watch } from "./watch.ts";

/** Longest wait for a connection, and for anything that a server does at once. */
const SILENCE_MS = 5_000;

interface Means {
  /** Waits for what the server does at once, and no longer than for that. */
  readonly promptly: <T>(asked: Promise<T>) => Promise<T>;
  /** Does what asks nothing of the server, for however long. */
  readonly aside: <T>(work: () => Promise<T>) => Promise<T>;
}

type Work<T> = (sql: ReservedSQL, means: Means) => Promise<T>;

/** Reads one snapshot of the database. */
export function inSnapshot<T>(primary: Primary, work: Work<T>): Promise<T> {
  return begun(primary, "REPEATABLE READ READ ONLY", work);
}

/** For changes that no other transaction asks for. Throws `unusable` where a newer petstock has taken the database over. */
export function withoutLock<T>(primary: Primary, work: Work<T>): Promise<T> {
  return begun(primary, "READ COMMITTED", async (sql, means) => {
    await means.promptly(ensureKnown(sql));
    const result = await work(sql, means);
    await sql`COMMIT`;
    return result;
  });
}

/** Not repeated where its connection breaks: something may have been handed out already. Throws a StoreError. */
async function begun<T>(primary: Primary, mode: string, work: Work<T>): Promise<T> {
  const { connections } = primary;
  try {
    const connection = await connections.reserve(connections.works, SILENCE_MS);
    return await connections.orLost(inTransaction(primary, connection, { mode, work }));
  } catch (error) {
    throw error instanceof FailedAside ? error.cause : primary.blame(error, connections);
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
    const watch = await Watch.make(primary, connection);
    const aside = <R>(meanwhile: () => Promise<R>) => watch.aside(meanwhile);
    const result = await watch.over(work(connection, { promptly, aside }));
    // Nothing is left to commit.
    await rollBack(connection);
    return result;
  } catch (error) {
    if (isAnswer(error) || error instanceof FailedAside) await rollBack(connection);
    else await connection.close({ timeout: 0 }).catch(noop);
    throw error;
  }
}

function promptly<T>(asked: Promise<T>): Promise<T> {
  return within(SILENCE_MS, asked, () => new NoAnswer(SILENCE_MS));
}

/** A limit that the server has for statements of others is none for work on everything. */
function prepare(connection: ReservedSQL): Promise<unknown> {
  return connection`SELECT set_config('statement_timeout', '0', true)`;
}

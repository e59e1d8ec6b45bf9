// A copy of another database on its way into this one, which must be empty: one transaction from the first row to the
// last, with the lock of every transaction that writes.

import type { ReservedSQL } from "bun";
import type { OnPortion, Portion } from "../inventory/copy.ts";
import { makeCounterStep, makeNonce } from "../inventory/nonce.ts";
import { type CopyStage, NotEmptyError, type Verification } from "../inventory/store.ts";
import { beginLocked } from "./begin-locked.ts";
import type { Connections } from "./connections.ts";
import { noop } from "./deadline.ts";
import type { Primary } from "./primary.ts";
import { lockKeys } from "./retirement.ts";
import { readTables, writePortion } from "./tables.ts";
import { commitLocked, readHead } from "./transaction.ts";
import { findProblems } from "./verify.ts";

/** Beyond the wait for the source's lock: nothing that a copy does between two statements takes longer. */
const IDLE_MS = 60_000;

export class PostgresCopyStage implements CopyStage {
  readonly #primary: Primary;
  readonly #connections: Connections;
  readonly #connection: ReservedSQL;

  private constructor(primary: Primary, connections: Connections, connection: ReservedSQL) {
    this.#primary = primary;
    this.#connections = connections;
    this.#connection = connection;
  }

  /** Throws NotEmptyError; `retired` where what was there has moved. */
  static async open(primary: Primary, lockTimeoutMs: number): Promise<PostgresCopyStage> {
    const { connections } = primary;
    const connection = await connections.works.reserve().catch((error: unknown) => {
      throw primary.blame(error, connections);
    });
    const stage = new PostgresCopyStage(primary, connections, connection);
    try {
      await stage.#ask((sql) => begin(sql, lockTimeoutMs));
      return stage;
    } catch (error) {
      await stage[Symbol.asyncDispose]();
      throw error;
    }
  }

  add(portion: Portion): Promise<void> {
    return this.#ask((sql) => writePortion(sql, portion));
  }

  readBack(onPortion: OnPortion): Promise<void> {
    return this.#ask((sql) => readTables(sql, onPortion));
  }

  commit(): Promise<Verification> {
    return this.#ask(async (sql) => {
      await finish(sql);
      const position = await readHead(sql);
      const verification = { position, ...(await findProblems(sql, position)) };
      if (verification.problems.length === 0) await commitLocked(sql, "the copy");
      return verification;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // After a commit there is nothing to roll back, and the server only remarks on it.
    await this.#ask((sql) => sql`ROLLBACK`).catch(noop);
    this.#connection.release();
  }

  async #ask<T>(work: (sql: ReservedSQL) => Promise<T>): Promise<T> {
    try {
      // Not raced with their loss, which ends what was asked: only the commit itself can say that nobody knows its outcome.
      return await work(this.#connection);
    } catch (error) {
      throw this.#primary.blame(error, this.#connections);
    }
  }
}

async function begin(sql: ReservedSQL, lockTimeoutMs: number): Promise<void> {
  const { revision } = await beginLocked(sql, lockTimeoutMs);
  await lockKeys(sql);
  const idleMs = String(lockTimeoutMs + IDLE_MS);
  await sql`SELECT set_config('idle_in_transaction_session_timeout', ${idleMs}, true)`;
  const [row] = await sql`SELECT count(*) AS keys FROM api_key`;
  const keys = Number(row.keys);
  if (revision > 0 || keys > 0) throw new NotEmptyError({ revision, keys });
  // The source brings its own first mark along.
  await sql`DELETE FROM commit_mark`;
}

/** What a copy is to have of its own, and what its tables do not say. */
async function finish(sql: ReservedSQL): Promise<void> {
  await sql`
    UPDATE commit_mark SET nonce = ${makeNonce()} WHERE revision = (SELECT max(revision) FROM commit_mark)`;
  await sql`
    UPDATE head SET (revision, nonce) = (SELECT revision, nonce FROM commit_mark ORDER BY revision DESC LIMIT 1)`;
  // Servers that knew no key read them all when it moves.
  await sql`UPDATE api_key_counter SET value = value + ${makeCounterStep()}`;
  // The proof, and the first servers, are planned for tables that are no longer empty.
  await sql`ANALYZE inventory, movement, commit_mark`;
}

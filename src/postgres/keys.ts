// API keys: a handful of rows with a counter of their own.

import type { ReservedSQL } from "bun";
import type {
  KeyCreation,
  KeyRecord,
  KeyRelink,
  KeyRevocation,
  KeyRotation,
  KeyStore,
  LinkOpening,
  LinkOutcome,
  RelinkOutcome,
  RevocationOutcome,
  RotationOutcome,
} from "../inventory/key-store.ts";
import { StoreError } from "../inventory/store-error.ts";
import {
  createKey,
  endKey,
  listKeys,
  openKeyLink,
  readKeyCounter,
  replaceKey,
  replaceLink,
} from "../ledger/keys.ts";
import type { Work } from "../ledger/sql.ts";
import { DEADLINES } from "./deadlines.ts";
import { isRefusal } from "./errors.ts";
import type { Primary } from "./primary.ts";
import { lockKeys } from "./retirement.ts";
import { runWork } from "./run-work.ts";
import { shortTransaction } from "./transactions.ts";

export class PostgresKeys implements KeyStore {
  readonly #primary: Primary;

  constructor(primary: Primary) {
    this.#primary = primary;
  }

  counter(): Promise<number> {
    return this.#read(readKeyCounter);
  }

  list(): Promise<readonly KeyRecord[]> {
    return this.#read(listKeys);
  }

  create(key: KeyRecord): Promise<KeyCreation> {
    return this.#change(createKey(key));
  }

  revoke(revocation: KeyRevocation): Promise<RevocationOutcome> {
    return this.#change(endKey(revocation));
  }

  rotate(rotation: KeyRotation): Promise<RotationOutcome> {
    return this.#change(replaceKey(rotation));
  }

  relink(relink: KeyRelink): Promise<RelinkOutcome> {
    return this.#change(replaceLink(relink));
  }

  openLink(opening: LinkOpening): Promise<LinkOutcome> {
    return this.#change(openKeyLink(opening));
  }

  /**
   * Works after a move as well, since lists are still read with keys. A locked row is skipped, and gets its time at the next
   * use of its key.
   */
  async touch(uses: ReadonlyMap<string, number>): Promise<void> {
    const rows = JSON.stringify([...uses].map(([id, at]) => ({ id, at })));
    await this.#primary.withRetry(
      "keys",
      "keyLockMs",
      (sql) => sql`
        UPDATE api_key SET last_used_at = greatest(last_used_at, free.at)
        FROM (
          SELECT id, used.at FROM api_key
          JOIN json_to_recordset(${rows}::text::json) AS used (id text, at bigint) USING (id)
          FOR UPDATE OF api_key SKIP LOCKED
        ) AS free WHERE api_key.id = free.id`,
    );
  }

  #read<T>(work: () => Work<T>): Promise<T> {
    return this.#primary.query("keys", "keyAttemptsMs", (connection) => runWork(connection, work()));
  }

  /** Never retried. Throws `outcome_unknown` where the connection was lost while only the commit was left. */
  async #change<T>(work: Work<T>): Promise<T> {
    const { connections } = this.#primary;
    let committing = false;
    const changing = (connection: ReservedSQL) =>
      shortTransaction(connection, { lockTimeoutMs: DEADLINES.keyLockMs }, async (transaction) => {
        await lockKeys(transaction);
        const result = await runWork(transaction, work);
        committing = true;
        return result;
      });
    try {
      // Room for each of its locks.
      return await connections.withConnection(
        "keys",
        { name: "keyLockMs", ms: 3 * DEADLINES.keyLockMs },
        changing,
      );
    } catch (error) {
      const known = this.#primary.toStoreError(error, connections);
      if (!committing || isRefusal(error)) throw known;
      const words = "PostgreSQL: the connection broke in the commit of a key";
      throw new StoreError("outcome_unknown", words, { cause: error });
    }
  }
}

// API keys: a handful of rows with a counter of their own.

import type { ReservedSQL, SQL, TransactionSQL } from "bun";
import { rotateKey } from "../inventory/key-rotation.ts";
import { makeCounterStep } from "../inventory/nonce.ts";
import type { KeyRecord, KeyRotation, KeyStore, RotationOutcome } from "../inventory/key-store.ts";
import { StoreError } from "../inventory/store-error.ts";
import { isRefusal } from "./errors.ts";
import type { AttemptTimeouts, Primary } from "./primary.ts";
import { lockKeys } from "./retirement.ts";
import { type KeyRow, keyOfRow } from "./rows.ts";
import { prepareTransaction, READ_COMMITTED } from "./transaction.ts";

const DEADLINE_MS = 5_000;
/** Room for each of its locks. */
const CHANGE_DEADLINE_MS = 3 * DEADLINE_MS;
/**
 * Every server asks twice a second whether a key was revoked, and is to know within one: it does not wait for long for a
 * connection that may have been lost, nor for a second one.
 */
const KEY_TIMEOUTS_MS: AttemptTimeouts = [250, 250, 4_500];

export class PostgresKeys implements KeyStore {
  readonly #primary: Primary;

  constructor(primary: Primary) {
    this.#primary = primary;
  }

  async counter(): Promise<number> {
    const [row] = await this.#ask<{ value: bigint }[]>((sql) => sql`SELECT value FROM api_key_counter`);
    return Number(row?.value);
  }

  async list(): Promise<readonly KeyRecord[]> {
    const rows = await this.#ask<KeyRow[]>(
      (sql) => sql`SELECT * FROM api_key ORDER BY account, created_at, id`,
    );
    return rows.map(keyOfRow);
  }

  async create(key: KeyRecord): Promise<void> {
    await this.#change(async (transaction) => {
      await lockKeys(transaction);
      await insert(transaction, key);
    });
  }

  async revoke(id: string, at: number): Promise<boolean> {
    return this.#change(async (transaction) => {
      await lockKeys(transaction);
      const { count } = await transaction`
        UPDATE api_key SET revoked_at = coalesce(revoked_at, ${at}) WHERE id = ${id}`;
      if (count > 0) await moveCounter(transaction);
      return count > 0;
    });
  }

  async rotate(rotation: KeyRotation): Promise<RotationOutcome> {
    return this.#change(async (transaction) => {
      await lockKeys(transaction);
      const [row]: KeyRow[] = await transaction`SELECT * FROM api_key WHERE id = ${rotation.id}`;
      const outcome = rotateKey(row && keyOfRow(row), rotation);
      if (outcome.kind !== "rotated") return outcome;
      const { old, successor } = outcome;
      await transaction`
        UPDATE api_key SET expires_at = ${old.expiresAt}, revoked_at = ${old.revokedAt} WHERE id = ${old.id}`;
      await insert(transaction, successor);
      return outcome;
    });
  }

  /**
   * Also of an inventory that has moved: its lists are still read with keys. A key whose row is somebody else's just now
   * is passed over: it waits for its next use, and nobody for the row.
   */
  async touch(uses: ReadonlyMap<string, number>): Promise<void> {
    const rows = JSON.stringify([...uses].map(([id, at]) => ({ id, at })));
    await this.#primary.withRetry(
      "tasks",
      DEADLINE_MS,
      (sql) => sql`
        UPDATE api_key SET last_used_at = greatest(last_used_at, free.at)
        FROM (
          SELECT id, used.at FROM api_key
          JOIN json_to_recordset(${rows}::text::json) AS used (id text, at bigint) USING (id)
          FOR UPDATE OF api_key SKIP LOCKED
        ) AS free WHERE api_key.id = free.id`,
    );
  }

  #ask<T>(question: (sql: ReservedSQL) => SQL.Query<T>): Promise<T> {
    return this.#primary.query("tasks", KEY_TIMEOUTS_MS, question);
  }

  /** Done once. Throws `outcome_unknown` where no answer came when only the commit was left. */
  async #change<T>(work: (transaction: TransactionSQL) => Promise<T>): Promise<T> {
    const { connections } = this.#primary;
    let committing = false;
    const changing = (connection: ReservedSQL) =>
      connection.begin(READ_COMMITTED, async (transaction) => {
        await prepareTransaction(transaction, DEADLINE_MS);
        const result = await work(transaction);
        committing = true;
        return result;
      });
    try {
      return await connections.withConnection(connections.tasks, CHANGE_DEADLINE_MS, changing);
    } catch (error) {
      const known = this.#primary.toStoreError(error, connections);
      if (!committing || isRefusal(error)) throw known;
      const words = "PostgreSQL: the connection broke in the commit of a key";
      throw new StoreError("outcome_unknown", words, { cause: error });
    }
  }
}

async function insert(transaction: TransactionSQL, key: KeyRecord): Promise<void> {
  await transaction`INSERT INTO api_key VALUES (
    ${key.id}, ${key.account}, ${key.name}, ${key.hash}, ${key.readOnly},
    ${key.createdAt}, ${key.expiresAt}, ${key.revokedAt}, ${key.lastUsedAt})`;
  await moveCounter(transaction);
}

async function moveCounter(transaction: TransactionSQL): Promise<void> {
  await transaction`UPDATE api_key_counter SET value = value + ${makeCounterStep()}`;
}

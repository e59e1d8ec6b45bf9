// API keys: a handful of rows with a counter of their own.

import type { TransactionSQL } from "bun";
import { rotateKey } from "../inventory/key-rotation.ts";
import { makeCounterStep } from "../inventory/nonce.ts";
import {
  type KeyRecord,
  type KeyRotation,
  type KeyStore,
  type RotationOutcome,
  StoreError,
} from "../inventory/store.ts";
import type { Connections } from "./connections.ts";
import { isAnswer } from "./errors.ts";
import type { Primary } from "./primary.ts";
import { lockKeys } from "./retirement.ts";
import { type KeyRow, keyOfRow } from "./rows.ts";
import { prepareTransaction, READ_COMMITTED } from "./transaction.ts";

const DEADLINE_MS = 5_000;

export class PostgresKeys implements KeyStore {
  readonly #primary: Primary;

  constructor(primary: Primary) {
    this.#primary = primary;
  }

  async counter(): Promise<number> {
    return this.#ask(async ({ works }) => {
      const [row] = await works`SELECT value FROM api_key_counter`;
      return Number(row.value);
    });
  }

  async list(): Promise<readonly KeyRecord[]> {
    return this.#ask(async ({ works }) => {
      const rows: KeyRow[] = await works`SELECT * FROM api_key ORDER BY account, created_at, id`;
      return rows.map(keyOfRow);
    });
  }

  async findByHash(hash: string): Promise<KeyRecord | undefined> {
    return this.#ask(async ({ works }) => {
      const [row]: KeyRow[] = await works`SELECT * FROM api_key WHERE hash = ${hash}`;
      return row && keyOfRow(row);
    });
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

  /** Also of an inventory that has moved: its lists are still read with keys. */
  async touch(uses: ReadonlyMap<string, number>): Promise<void> {
    // In one order everywhere, so that servers that touch the same keys at once do not lock each other out.
    const rows = JSON.stringify([...uses].toSorted().map(([id, at]) => ({ id, at })));
    await this.#ask(
      ({ works }) => works`
        UPDATE api_key SET last_used_at = greatest(last_used_at, used.at)
        FROM json_to_recordset(${rows}::text::json) AS used (id text, at bigint) WHERE api_key.id = used.id`,
    );
  }

  #ask<T>(work: (connections: Connections) => Promise<T>): Promise<T> {
    return this.#primary.use(DEADLINE_MS, work);
  }

  /** Done once. Throws `outcome_unknown` where no answer came when only the commit was left. */
  async #change<T>(work: (transaction: TransactionSQL) => Promise<T>): Promise<T> {
    const { connections } = this.#primary;
    let committing = false;
    const changed = connections.works.begin(READ_COMMITTED, async (transaction) => {
      await prepareTransaction(transaction, DEADLINE_MS);
      const result = await work(transaction);
      committing = true;
      return result;
    });
    try {
      return await connections.orLost(changed);
    } catch (error) {
      const known = this.#primary.blame(error, connections);
      if (!committing || isAnswer(error)) throw known;
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

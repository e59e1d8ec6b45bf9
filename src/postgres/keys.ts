// API keys: a handful of rows with a counter of their own.

import type { IdempotencyKey } from "../inventory/idempotency.ts";
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
import { changeKeys } from "./key-transaction.ts";
import type { Primary } from "./primary.ts";
import { runWork } from "./run-work.ts";

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

  create(key: KeyRecord, idempotencyKey?: IdempotencyKey): Promise<KeyCreation> {
    return changeKeys(this.#primary, createKey(key, idempotencyKey));
  }

  revoke(revocation: KeyRevocation): Promise<RevocationOutcome> {
    return changeKeys(this.#primary, endKey(revocation));
  }

  rotate(rotation: KeyRotation): Promise<RotationOutcome> {
    return changeKeys(this.#primary, replaceKey(rotation));
  }

  relink(relink: KeyRelink): Promise<RelinkOutcome> {
    return changeKeys(this.#primary, replaceLink(relink));
  }

  openLink(opening: LinkOpening): Promise<LinkOutcome> {
    return changeKeys(this.#primary, openKeyLink(opening));
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
}

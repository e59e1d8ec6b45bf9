// API keys in the embedded engine: read here, written by the writer like everything else.

import type { Database } from "bun:sqlite";
import type { KeyRecord, KeyStore } from "../inventory/store.ts";
import { translated } from "./errors.ts";
import { type KeyRow, keyOfRow } from "./rows.ts";
import type { AsyncWriter } from "./writer-thread.ts";

export class SqliteKeys implements KeyStore {
  readonly #path: string;
  readonly #db: Database;
  readonly #writer: AsyncWriter;

  constructor({ path, db, writer }: { path: string; db: Database; writer: AsyncWriter }) {
    this.#path = path;
    this.#db = db;
    this.#writer = writer;
  }

  async counter(): Promise<number> {
    return translated(this.#path, () =>
      Number(this.#db.query("SELECT value FROM api_key_counter").values()[0]?.[0]),
    );
  }

  async list(): Promise<readonly KeyRecord[]> {
    return this.#read("SELECT * FROM api_key ORDER BY account, created_at, id");
  }

  async findByHash(hash: string): Promise<KeyRecord | undefined> {
    return this.#read("SELECT * FROM api_key WHERE hash = ?", hash)[0];
  }

  create(record: KeyRecord): Promise<void> {
    return this.#writer.createKey(record);
  }

  revoke(id: string, at: number): Promise<boolean> {
    return this.#writer.revokeKey(id, at);
  }

  touch(uses: ReadonlyMap<string, number>): Promise<void> {
    return this.#writer.touchKeys(uses);
  }

  #read(sql: string, ...values: string[]): KeyRecord[] {
    return translated(this.#path, () => (this.#db.query(sql).all(...values) as KeyRow[]).map(keyOfRow));
  }
}

// API keys in the embedded engine: read here, written by the writer like everything else.

import type { Database } from "bun:sqlite";
import type { KeyRecord, KeyRotation, KeyStore, RotationOutcome } from "../inventory/key-store.ts";
import { translated } from "./errors.ts";
import { type KeyRow, keyOfRow } from "./rows.ts";
import type { AsyncWriter } from "./writer-thread.ts";

export interface SqliteKeysOptions {
  readonly path: string;
  readonly db: Database;
  readonly writer: AsyncWriter;
  /** Throws where the store was closed. */
  readonly ensureOpen: () => void;
}

export class SqliteKeys implements KeyStore {
  readonly #path: string;
  readonly #db: Database;
  readonly #writer: AsyncWriter;
  readonly #ensureOpen: () => void;

  constructor({ path, db, writer, ensureOpen }: SqliteKeysOptions) {
    this.#path = path;
    this.#db = db;
    this.#writer = writer;
    this.#ensureOpen = ensureOpen;
  }

  async counter(): Promise<number> {
    this.#ensureOpen();
    return translated(this.#path, () =>
      Number(this.#db.query("SELECT value FROM api_key_counter").values()[0]?.[0]),
    );
  }

  async list(): Promise<readonly KeyRecord[]> {
    this.#ensureOpen();
    const sql = "SELECT * FROM api_key ORDER BY account, created_at, id";
    return translated(this.#path, () => (this.#db.query(sql).all() as KeyRow[]).map(keyOfRow));
  }

  async create(record: KeyRecord): Promise<void> {
    this.#ensureOpen();
    return this.#writer.createKey(record);
  }

  async revoke(id: string, at: number): Promise<boolean> {
    this.#ensureOpen();
    return this.#writer.revokeKey(id, at);
  }

  async rotate(rotation: KeyRotation): Promise<RotationOutcome> {
    this.#ensureOpen();
    return this.#writer.rotateKey(rotation);
  }

  async touch(uses: ReadonlyMap<string, number>): Promise<void> {
    this.#ensureOpen();
    return this.#writer.touchKeys(uses);
  }
}

// API keys in SQLite: read on the reader's connection, written by the writer's thread.

import type { Database } from "bun:sqlite";
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
import { listKeys, readKeyCounter } from "../ledger/keys.ts";
import { translateErrors } from "./errors.ts";
import { runWork } from "./run-work.ts";
import type { AsyncWriter } from "./threads/writer-thread.ts";

interface SqliteKeysOptions {
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
    return translateErrors(this.#path, () => runWork(this.#db, readKeyCounter()));
  }

  async list(): Promise<readonly KeyRecord[]> {
    this.#ensureOpen();
    return translateErrors(this.#path, () => runWork(this.#db, listKeys()));
  }

  async create(record: KeyRecord, idempotencyKey?: IdempotencyKey): Promise<KeyCreation> {
    this.#ensureOpen();
    return this.#writer.createKey(record, idempotencyKey);
  }

  async revoke(revocation: KeyRevocation): Promise<RevocationOutcome> {
    this.#ensureOpen();
    return this.#writer.revokeKey(revocation);
  }

  async rotate(rotation: KeyRotation): Promise<RotationOutcome> {
    this.#ensureOpen();
    return this.#writer.rotateKey(rotation);
  }

  async relink(relink: KeyRelink): Promise<RelinkOutcome> {
    this.#ensureOpen();
    return this.#writer.relinkKey(relink);
  }

  async openLink(opening: LinkOpening): Promise<LinkOutcome> {
    this.#ensureOpen();
    return this.#writer.openKeyLink(opening);
  }

  async touch(uses: ReadonlyMap<string, number>): Promise<void> {
    this.#ensureOpen();
    return this.#writer.touchKeys(uses);
  }
}

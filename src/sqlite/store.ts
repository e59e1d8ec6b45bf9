// The embedded engine: one connection that reads, one writer, behind the store's interface.

import type { Change, Movement, Outcome } from "../inventory/change.ts";
import type { InventoryItem } from "../inventory/item.ts";
import { type Clock, systemClock } from "../inventory/ports.ts";
import type {
  ChangesSince,
  ImportStage,
  InventoryStore,
  KeyStore,
  MovementFilter,
  Position,
  StoreError,
  Verification,
} from "../inventory/store.ts";
import { watchFile } from "./file-watch.ts";
import { SqliteImportStage } from "./import-stage.ts";
import { SqliteKeys } from "./keys.ts";
import { SqliteReader } from "./reader.ts";
import type { WriterOptions } from "./writer.ts";
import { type AsyncWriter, directWriter, startWriterThread } from "./writer-thread.ts";

export interface SqliteStoreOptions extends WriterOptions {
  readonly clock?: Clock;
  /** Starts the writer's thread (see main.ts); without it the writer works on the caller's. */
  readonly startWorker?: () => Worker;
}

export class SqliteStore implements InventoryStore {
  readonly keys: KeyStore;
  readonly #options: SqliteStoreOptions;
  readonly #reader: SqliteReader;
  readonly #writer: AsyncWriter;
  readonly #stopWatching: () => void;
  readonly #fatalListeners: ((error: StoreError) => void)[] = [];
  #fatal: StoreError | undefined;

  private constructor(options: SqliteStoreOptions, writer: AsyncWriter, reader: SqliteReader) {
    this.#options = options;
    this.#writer = writer;
    this.#reader = reader;
    this.keys = new SqliteKeys({ path: options.path, db: reader.db, writer });
    this.#stopWatching = watchFile(options.path, (error) => this.#fail(error));
  }

  /** Opens the file, makes it where there is none, and brings it to the newest schema. Throws a StoreError. */
  static async open(options: SqliteStoreOptions): Promise<SqliteStore> {
    const { startWorker, clock: _, ...writerOptions } = options;
    const death = Promise.withResolvers<StoreError>();
    const writer =
      startWorker === undefined
        ? directWriter(writerOptions)
        : await startWriterThread(startWorker, writerOptions, death.resolve);
    try {
      const store = new SqliteStore(options, writer, new SqliteReader(options.path));
      void death.promise.then((error) => store.#fail(error));
      return store;
    } catch (error) {
      await writer.close();
      throw error;
    }
  }

  changesSince(position: Position): ChangesSince | "reload" {
    return this.#reader.changesSince(position);
  }

  readAll(onPage: (items: readonly InventoryItem[]) => void | Promise<void>): Promise<Position> {
    return this.#reader.readAll(onPage);
  }

  commit(changes: readonly Change[]): Promise<readonly Outcome[]> {
    return this.#writer.commit(changes);
  }

  async stageImport(): Promise<ImportStage> {
    return new SqliteImportStage(this.#options, this.#options.clock ?? systemClock);
  }

  async movements(filter: MovementFilter): Promise<readonly Movement[]> {
    return this.#reader.movements(filter);
  }

  async verify(): Promise<Verification> {
    return this.#reader.verify();
  }

  async ping(): Promise<void> {
    if (this.#fatal !== undefined) throw this.#fatal;
    this.#reader.ping();
  }

  onFatal(listener: (error: StoreError) => void): void {
    if (this.#fatal === undefined) this.#fatalListeners.push(listener);
    else listener(this.#fatal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopWatching();
    this.#reader.close();
    await this.#writer.close();
  }

  #fail(error: StoreError): void {
    this.#fatal ??= error;
    for (const listener of this.#fatalListeners.splice(0)) listener(error);
  }
}

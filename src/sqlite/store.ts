// The embedded engine: one connection that reads, one writer, behind the store's interface.

import type { RevisionFilter, RevisionPage } from "../inventory/activity.ts";
import type { ActorPets } from "../inventory/actors.ts";
import type { ChangeSet, ChangeSetOutcome } from "../inventory/change-set.ts";
import type { CommitUnit, OutcomeOf } from "../inventory/commit-unit.ts";
import type { MovementFilter, MovementPage } from "../inventory/movement.ts";
import type { CopyStage, OnRowBatch } from "../inventory/copy.ts";
import type { Entry, InventoryItem } from "../inventory/item.ts";
import type { ExpiryResult, ExpiredRange } from "../inventory/idempotency.ts";
import type {
  DatabaseVerification,
  PruneOptions,
  PruneReport,
  StorageUse,
} from "../inventory/maintenance.ts";
import type { HookStore } from "../inventory/hook-store.ts";
import type { KeyStore } from "../inventory/key-store.ts";
import type { LabelStore } from "../inventory/label-store.ts";
import { type Retirement, throwIfRetired } from "../inventory/retirement.ts";
import type { LowPet } from "../inventory/became-low.ts";
import type {
  ChangesOptions,
  ChangesSince,
  InventoryStore,
  CommitRange,
  OnChanges,
} from "../inventory/store.ts";
import type { ImportStage } from "../inventory/import.ts";
import type { Clock } from "../inventory/clock.ts";
import type { Position } from "../inventory/position.ts";
import { StoreError } from "../inventory/store-error.ts";
import type { StockTotals, TotalsRange } from "../inventory/totals.ts";
import type { PlannedUndo, PlanOfUndo } from "../inventory/revision-undo.ts";
import type { PreviewedUndo, UndoOptions, UndoResult } from "../inventory/undo.ts";
import { SqliteCopyStage } from "./copy-stage.ts";
import { translateErrors } from "./errors.ts";
import { watchFile } from "./file/file-watch.ts";
import type { TaskOptions } from "./file/task-connection.ts";
import { readRetirement } from "./newest-commit.ts";
import { startInlineWriter } from "./threads/inline-writer.ts";
import { SqliteImportStage } from "./import-stage.ts";
import { SqliteHooks } from "./hooks.ts";
import { SqliteKeys } from "./keys.ts";
import { SqliteLabels } from "./labels.ts";
import { PermanentFailure } from "./permanent-failure.ts";
import { prune } from "./prune.ts";
import { TaskThreads, undoOnThread } from "./threads/task-thread.ts";
import { openImportStage } from "./threads/threaded-stage.ts";
import { undo } from "./undo.ts";
import { SqliteReader } from "./reader.ts";
import { retire, unretire } from "./retirement.ts";
import { watchSchema } from "./schema/schema-watch.ts";
import { storageUse } from "./file/storage-use.ts";
import type { WriterOptions } from "./writer.ts";
import { type AsyncWriter, directWriter } from "./threads/writer-thread.ts";

export interface SqliteStoreOptions extends WriterOptions {
  /** Starts the writer's thread (see main.ts); without it the writer works on the caller's. */
  readonly startWorker?: () => Worker;
  /** The writer's clock. Default: the steady clock. */
  readonly clock?: Clock;
}

export class SqliteStore implements InventoryStore {
  readonly hooks: HookStore;
  readonly keys: KeyStore;
  readonly labels: LabelStore;
  readonly #options: SqliteStoreOptions;
  readonly #reader: SqliteReader;
  readonly #writer: AsyncWriter;
  /** Undefined for commands, which wait for each task anyway. */
  readonly #threads: TaskThreads | undefined;
  readonly #watches: readonly (() => void)[];
  readonly #failure = new PermanentFailure();
  #closed = false;

  private constructor(options: SqliteStoreOptions, writer: AsyncWriter, reader: SqliteReader) {
    this.#options = options;
    this.#writer = writer;
    this.#threads = options.startWorker && new TaskThreads(options.startWorker);
    this.#reader = reader;
    const shared = { path: options.path, db: reader.db, writer, ensureOpen: () => this.#ensureOpen() };
    this.hooks = new SqliteHooks(shared);
    this.keys = new SqliteKeys(shared);
    this.labels = new SqliteLabels(shared);
    const fail = (error: StoreError) => this.#failure.fail(error);
    this.#watches = [watchFile(options.path, fail), watchSchema(reader.db, options.path, fail)];
  }

  /** Opens the file, and creates it if `create`. Throws a StoreError, also for an older schema (see SqliteMigrator). */
  static async open(options: SqliteStoreOptions): Promise<SqliteStore> {
    const { startWorker, clock, ...writerOptions } = options;
    const death = Promise.withResolvers<StoreError>();
    const writer =
      startWorker === undefined
        ? directWriter(writerOptions)
        : await startInlineWriter(writerOptions, { startWorker, onDeath: death.resolve, clock });
    try {
      const store = new SqliteStore(options, writer, new SqliteReader(options.path));
      void death.promise.then((error) => store.#failure.fail(error));
      return store;
    } catch (error) {
      await writer.close();
      throw error;
    }
  }

  changesSince(
    position: Position,
    options?: ChangesOptions & { readonly movementsMax?: number },
  ): ChangesSince | "reload" {
    return this.#readAtOnce(() => this.#reader.changesSince(position, options));
  }

  async readChanges(
    position: Position,
    onChanges: OnChanges,
    options?: ChangesOptions,
  ): Promise<Position | "reload"> {
    this.#ensureOpen();
    return this.#reader.readChanges(position, onChanges, options).catch((error: unknown) => {
      throw this.#failure.failIfUnusable(error);
    });
  }

  async becameLow(range: CommitRange): Promise<readonly LowPet[] | "reload"> {
    this.#ensureOpen();
    return this.#reader.becameLow(range);
  }

  actorsBetween(range: CommitRange): readonly ActorPets[] | "reload" {
    return this.#readAtOnce(() => this.#reader.actorsBetween(range));
  }

  async readActors(range: CommitRange): Promise<readonly ActorPets[] | "reload"> {
    this.#ensureOpen();
    return this.#reader.readActors(range);
  }

  newest(): Position {
    return this.#readAtOnce(() => this.#reader.newest());
  }

  entry(petId: bigint): Entry | undefined {
    return this.#readAtOnce(() => this.#reader.entry(petId));
  }

  async readAll(onPage: (items: readonly InventoryItem[]) => void | Promise<void>): Promise<Position> {
    this.#ensureOpen();
    return this.#reader.readAll(onPage).catch((error: unknown) => {
      throw this.#failure.failIfUnusable(error);
    });
  }

  async commit<U extends CommitUnit>(units: readonly U[], since?: number): Promise<readonly OutcomeOf<U>[]> {
    this.#ensureOpen();
    return this.#writer.commit(units, since).catch((error: unknown) => {
      throw this.#failure.failIfUnusable(error);
    });
  }

  async preview(set: ChangeSet): Promise<ChangeSetOutcome> {
    this.#ensureOpen();
    throwIfRetired(await this.retirement());
    return this.#reader.preview(set);
  }

  async stageImport(): Promise<ImportStage> {
    this.#ensureOpen();
    return this.#threads === undefined
      ? new SqliteImportStage(this.#options)
      : openImportStage(this.#threads, this.#taskOptions);
  }

  async undo(options: UndoOptions): Promise<UndoResult> {
    this.#ensureOpen();
    return this.#threads === undefined
      ? undo(this.#options, options)
      : undoOnThread(this.#threads, this.#taskOptions, options);
  }

  async planUndo(wanted: PlannedUndo): Promise<PlanOfUndo> {
    this.#ensureOpen();
    return this.#reader.planUndo(wanted);
  }

  async previewUndo(wanted: PreviewedUndo): Promise<UndoResult> {
    this.#ensureOpen();
    return this.#reader.previewUndo(wanted);
  }

  async prune(options: PruneOptions): Promise<PruneReport> {
    this.#ensureOpen();
    return prune(this.#options, options);
  }

  async removeExpired(range: ExpiredRange): Promise<ExpiryResult> {
    this.#ensureOpen();
    return this.#writer.removeExpired(range);
  }

  async movements(filter: MovementFilter): Promise<MovementPage> {
    this.#ensureOpen();
    return this.#reader.movements(filter);
  }

  async revisions(filter: RevisionFilter): Promise<RevisionPage> {
    this.#ensureOpen();
    return this.#reader.revisions(filter);
  }

  async totals(range: TotalsRange): Promise<readonly StockTotals[]> {
    this.#ensureOpen();
    return this.#reader.totals(range);
  }

  async verify(): Promise<DatabaseVerification> {
    this.#ensureOpen();
    return this.#reader.verify();
  }

  async exportAll(onBatch: OnRowBatch): Promise<Position> {
    this.#ensureOpen();
    return this.#reader.exportAll(onBatch);
  }

  async stageCopy(): Promise<CopyStage> {
    this.#ensureOpen();
    return new SqliteCopyStage(this.#options);
  }

  async retirement(): Promise<Retirement | undefined> {
    this.#ensureOpen();
    return translateErrors(this.#options.path, () => readRetirement(this.#reader.db));
  }

  async retire(retirement: Retirement): Promise<void> {
    this.#ensureOpen();
    retire(this.#options, retirement);
  }

  async unretire(retirement: Retirement): Promise<void> {
    this.#ensureOpen();
    unretire(this.#options, retirement);
  }

  async ping(): Promise<void> {
    if (this.#failure.error !== undefined) throw this.#failure.error;
    this.#ensureOpen();
    this.#reader.newest();
    throwIfRetired(await this.retirement());
  }

  async storageUse(): Promise<StorageUse> {
    this.#ensureOpen();
    return storageUse(this.#reader.db, this.#options.path);
  }

  onFatal(listener: (error: StoreError) => void): void {
    this.#failure.listen(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const stop of this.#watches) stop();
    this.#threads?.[Symbol.dispose]();
    this.#reader.close();
    await this.#writer.close();
  }

  /** As a message to a thread: without functions. */
  get #taskOptions(): TaskOptions {
    const { startWorker: _, clock: __, ...options } = this.#options;
    return options;
  }

  #ensureOpen(): void {
    if (this.#closed) throw new StoreError("unavailable", `the store ${this.#options.path} was closed`);
  }

  #readAtOnce<T>(read: () => T): T {
    this.#ensureOpen();
    this.#writer.noteRead();
    try {
      return read();
    } catch (error) {
      throw this.#failure.failIfUnusable(error);
    }
  }
}

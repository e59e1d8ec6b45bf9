// The PostgreSQL engine: any number of servers on one database, behind the store's interface.

import type { RevisionFilter, RevisionPage } from "../inventory/activity.ts";
import type { ActorPets } from "../inventory/actors.ts";
import type { BackgroundWork } from "../inventory/background-work.ts";
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
import type { LowPet } from "../inventory/became-low.ts";
import type {
  ChangesOptions,
  ChangesSince,
  InventoryStore,
  CommitRange,
  OnChanges,
} from "../inventory/store.ts";
import type { ImportStage } from "../inventory/import.ts";
import type { Position } from "../inventory/position.ts";
import type { Retirement } from "../inventory/retirement.ts";
import type { StoreError } from "../inventory/store-error.ts";
import type { StockTotals, TotalsRange } from "../inventory/totals.ts";
import type { PlannedUndo, PlanOfUndo } from "../inventory/revision-undo.ts";
import type { PreviewedUndo, UndoOptions, UndoResult } from "../inventory/undo.ts";
import { PostgresCopyStage } from "./copy-stage.ts";
import { PostgresImportStage } from "./import-stage.ts";
import { PostgresHooks } from "./hooks.ts";
import { PostgresKeys } from "./keys.ts";
import { PostgresLabels } from "./labels.ts";
import { removeRecords } from "./idempotency-table.ts";
import { noop } from "./deadline.ts";
import { Primary, type PrimaryOptions } from "./primary.ts";
import { prune } from "./prune.ts";
import { PostgresReader } from "./reader.ts";
import { retire, unretire } from "./retirement.ts";
import { removeAbandoned, sweepStages } from "./stage-sweep.ts";
import { storageUse } from "./storage-use.ts";
import { unlockedTransaction } from "./transactions.ts";
import { undo } from "./undo.ts";
import { PostgresWriter, type WriterOptions } from "./writer.ts";

export type PostgresStoreOptions = PrimaryOptions & WriterOptions;

export class PostgresStore implements InventoryStore {
  readonly hooks: HookStore;
  readonly keys: KeyStore;
  readonly labels: LabelStore;
  readonly #primary: Primary;
  readonly #reader: PostgresReader;
  readonly #writer: PostgresWriter;
  readonly #options: WriterOptions;
  /** Of a service; undefined in a command. */
  readonly #sweep: BackgroundWork | undefined;

  private constructor(primary: Primary, options: PostgresStoreOptions) {
    this.#primary = primary;
    this.#options = options;
    this.#reader = new PostgresReader(primary);
    this.#writer = new PostgresWriter(primary, options);
    this.hooks = new PostgresHooks(primary);
    this.keys = new PostgresKeys(primary);
    this.labels = new PostgresLabels(primary);
    this.#sweep = options.retryOpen ? sweepStages(primary) : undefined;
  }

  /** Connects, and gives the database its schema as the options say. Throws a StoreError (see Primary.open). */
  static async open(options: PostgresStoreOptions): Promise<PostgresStore> {
    return new PostgresStore(await Primary.open(options), options);
  }

  changesSince(
    position: Position,
    options?: ChangesOptions & { readonly movementsMax?: number },
  ): Promise<ChangesSince | "reload"> {
    return this.#reader.changesSince(position, options);
  }

  readChanges(
    position: Position,
    onChanges: OnChanges,
    options?: ChangesOptions,
  ): Promise<Position | "reload"> {
    return this.#reader.readChanges(position, onChanges, options);
  }

  becameLow(range: CommitRange): Promise<readonly LowPet[] | "reload"> {
    return this.#reader.becameLow(range);
  }

  actorsBetween(range: CommitRange): Promise<readonly ActorPets[] | "reload"> {
    return this.#reader.actorsBetween(range);
  }

  readActors(range: CommitRange): Promise<readonly ActorPets[] | "reload"> {
    return this.#reader.readActors(range);
  }

  newest(): Promise<Position> {
    return this.#reader.newest();
  }

  entry(petId: bigint): Promise<Entry | undefined> {
    return this.#reader.entry(petId);
  }

  readAll(onPage: (items: readonly InventoryItem[]) => void | Promise<void>): Promise<Position> {
    return this.#reader.readAll(onPage);
  }

  commit<U extends CommitUnit>(units: readonly U[], since?: number): Promise<readonly OutcomeOf<U>[]> {
    return this.#writer.commit(units, since);
  }

  preview(set: ChangeSet): Promise<ChangeSetOutcome> {
    return this.#reader.preview(set);
  }

  async stageImport(): Promise<ImportStage> {
    // Commands may be all that uses the database. A failure is no reason to refuse this import.
    await removeAbandoned(this.#primary).catch(noop);
    return PostgresImportStage.open(this.#primary, this.#options);
  }

  undo(options: UndoOptions): Promise<UndoResult> {
    return undo(this.#primary, this.#options, options);
  }

  planUndo(wanted: PlannedUndo): Promise<PlanOfUndo> {
    return this.#reader.planUndo(wanted);
  }

  previewUndo(wanted: PreviewedUndo): Promise<UndoResult> {
    return this.#reader.previewUndo(wanted);
  }

  prune(options: PruneOptions): Promise<PruneReport> {
    return prune(this.#primary, this.#options.lockTimeoutMs, options);
  }

  removeExpired(range: ExpiredRange): Promise<ExpiryResult> {
    return unlockedTransaction(this.#primary, (sql) => removeRecords(sql, range));
  }

  movements(filter: MovementFilter): Promise<MovementPage> {
    return this.#reader.movements(filter);
  }

  revisions(filter: RevisionFilter): Promise<RevisionPage> {
    return this.#reader.revisions(filter);
  }

  totals(range: TotalsRange): Promise<readonly StockTotals[]> {
    return this.#reader.totals(range);
  }

  verify(): Promise<DatabaseVerification> {
    return this.#reader.verify();
  }

  exportAll(onBatch: OnRowBatch): Promise<Position> {
    return this.#reader.exportAll(onBatch);
  }

  stageCopy(): Promise<CopyStage> {
    return PostgresCopyStage.open(this.#primary, this.#options.lockTimeoutMs);
  }

  retirement(): Promise<Retirement | undefined> {
    return this.#reader.retirement();
  }

  retire(retirement: Retirement): Promise<void> {
    return retire(this.#primary, this.#options.lockTimeoutMs, retirement);
  }

  unretire(retirement: Retirement): Promise<void> {
    return unretire(this.#primary, this.#options.lockTimeoutMs, retirement);
  }

  ping(): Promise<void> {
    return this.#reader.ping();
  }

  storageUse(): Promise<StorageUse> {
    return storageUse(this.#primary);
  }

  /** Never calls the listener: this process waits until its server is available again. */
  onFatal(_listener: (error: StoreError) => void): void {}

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sweep?.[Symbol.asyncDispose]();
    this.#writer[Symbol.dispose]();
    await this.#primary[Symbol.asyncDispose]();
  }
}

// The interface of an engine. Both engines pass the same conformance suite (test/store/conformance.ts).
//
// Every method may throw a StoreError: `unavailable` if the database does not respond or refuses (nothing was changed);
// `refused` if it refuses one of the changes (nothing was changed, and the others may succeed without it); `outcome_unknown` if
// the result of a commit is unknown; `unusable` if a retry cannot help. Methods that change the inventory or its keys throw
// `retired` if the inventory has moved to another database, and `key_ended` if the API key that acts was revoked or has expired by
// the time of the transaction (nothing was changed).

import type { ActorPets } from "./actors.ts";
import type { ChangeSet, ChangeSetOutcome } from "./change-set.ts";
import type { CommitUnit, OutcomeOf } from "./commit-unit.ts";
import type { CopyStage, OnRowBatch } from "./copy.ts";
import type { Awaitable } from "./awaitable.ts";
import type { Entry, InventoryItem } from "./item.ts";
import type { HookStore } from "./hook-store.ts";
import type { KeyStore } from "./key-store.ts";
import type { ExpiryResult, ExpiredRange } from "./idempotency.ts";
import type { ImportStage } from "./import.ts";
import type { Label } from "./label.ts";
import type { LabelStore } from "./label-store.ts";
import type { LowPet } from "./became-low.ts";
import type { Position } from "./position.ts";
import type { DatabaseVerification, PruneOptions, PruneReport, StorageUse } from "./maintenance.ts";
import type { Retirement } from "./retirement.ts";
import type { StoreError } from "./store-error.ts";
import type { PlannedUndo, PlanOfUndo } from "./revision-undo.ts";
import type { PreviewedUndo, UndoOptions, UndoResult } from "./undo.ts";
import type { RevisionFilter, RevisionPage } from "./activity.ts";
import type { MovementFilter, MovementPage } from "./movement.ts";
import type { StockTotals, TotalsRange } from "./totals.ts";

/** With more movements, reloading page by page is cheaper than merging, and needs less memory. */
export const MOVEMENTS_MAX = 50_000;

/** Pets in memory at once during a reload. */
export const PAGE_ROWS = 4_096;

/** Items as they are now, and pets that were removed. */
export interface Changes {
  readonly items: readonly InventoryItem[];
  readonly removed: readonly bigint[];
  /** Absent if no label has changed, or the options do not ask for them. */
  readonly relabelled?: Relabelled;
}

/** Labels as they are now, and pets that have none any more. */
export interface Relabelled {
  readonly labels: readonly Label[];
  readonly unlabeled: readonly bigint[];
}

export interface ChangesOptions {
  /** Read the changes of labels, too. */
  readonly labels?: boolean;
}

/** The changes after a position; without changes `position` is the same object. */
export interface ChangesSince extends Changes {
  readonly position: Position;
}

/** From one commit to a later one. */
export interface CommitRange {
  readonly since: Position;
  readonly to: Position;
}

/** Takes one page of changes; the next one is read when it returns. */
export type OnChanges = (page: Changes) => void | Promise<void>;

export interface InventoryStore extends AsyncDisposable, LedgerReader {
  /**
   * Changes after `position`, from one snapshot; `"reload"` if the position is not in the history, or more than `movementsMax`
   * movements follow it (default: `MOVEMENTS_MAX`). An engine may read more where that costs no more, as of a small inventory, and
   * give pets of which only the label has changed.
   */
  changesSince(
    position: Position,
    options?: ChangesOptions & { readonly movementsMax?: number },
  ): Awaitable<ChangesSince | "reload">;
  /**
   * The same in pages, each pet once, for many changes: returns the position of the snapshot. `"reload"` if the position is not in
   * the history, or too many changes follow it; some pages may have been passed on.
   */
  readChanges(
    position: Position,
    onChanges: OnChanges,
    options?: ChangesOptions,
  ): Promise<Position | "reload">;
  /**
   * The pets that are low at `to`, and were not at some time from `since` on, with what they are called now. `"reload"` if one of the
   * two is not in the history.
   */
  becameLow(range: CommitRange): Promise<readonly LowPet[] | "reload">;
  /**
   * The pets whose changes after `since`, up to `to`, one actor made with one key; `"reload"` if one of the two is not in the history, or
   * there are too many movements to read them in one step.
   */
  actorsBetween(range: CommitRange): Awaitable<readonly ActorPets[] | "reload">;
  /** The same in pages, for many movements. Beyond 500,000 it names no actor. */
  readActors(range: CommitRange): Promise<readonly ActorPets[] | "reload">;
  /** The position of the newest commit of any server: microseconds, or one small round trip. */
  newest(): Awaitable<Position>;
  /** One pet's entry; undefined if there is none. Shows every change that any server has acknowledged. */
  entry(petId: bigint): Awaitable<Entry | undefined>;
  /** All items by ascending `petId`, in pages, from one snapshot; returns its position. */
  readAll(onPage: (items: readonly InventoryItem[]) => void | Promise<void>): Promise<Position>;
  /**
   * Commits a group of changes and change sets in one transaction; on return they are on disk. `since` is the arrival of the first
   * one by the steady clock, from which the lock timeout counts. Default: the time of the call.
   */
  commit<U extends CommitUnit>(units: readonly U[], since?: number): Promise<readonly OutcomeOf<U>[]>;
  /** The outcome that a change set would have: a read, which waits for no commit. */
  preview(set: ChangeSet): Promise<ChangeSetOutcome>;
  /** Starts an import. */
  stageImport(): Promise<ImportStage>;
  /** Reverses one revision, a change or an import of any size, in one transaction and one revision. */
  undo(options: UndoOptions): Promise<UndoResult>;
  /** Reads what an undo of a small revision would reverse: the plan of a unit that `commit` takes. */
  planUndo(wanted: PlannedUndo): Promise<PlanOfUndo>;
  /** The effect that an undo of a small revision would have now. */
  previewUndo(wanted: PreviewedUndo): Promise<UndoResult>;
  /** Prunes in batches without blocking writers; resumable. */
  prune(options: PruneOptions): Promise<PruneReport>;
  /** Removes expired idempotency records in a transaction of its own. Not part of the history. */
  removeExpired(range: ExpiredRange): Promise<ExpiryResult>;
  /** Proves from one snapshot that the ledger folds to stock and labels. */
  verify(): Promise<DatabaseVerification>;
  /** All rows of all copied tables from one snapshot; returns its position. */
  exportAll(onBatch: OnRowBatch): Promise<Position>;
  /** Starts a copy from another database into this one. Throws NotEmptyError. */
  stageCopy(): Promise<CopyStage>;
  /** Where the inventory has moved; undefined if it has not. */
  retirement(): Promise<Retirement | undefined>;
  /** Makes the database read-only; on return every acknowledged change is in it. Throws `retired` if it has moved elsewhere. */
  retire(retirement: Retirement): Promise<void>;
  /** Reverts this retirement; does nothing if there is another one. */
  unretire(retirement: Retirement): Promise<void>;
  /** The listener is called once, when the engine has failed permanently and the process should end. */
  onFatal(listener: (error: StoreError) => void): void;
  /** Throws if the database cannot be read, and `retired` if the inventory has moved. */
  ping(): Promise<void>;
  /** Disk use, as far as this engine can know. */
  storageUse(): Promise<StorageUse>;
  readonly hooks: HookStore;
  readonly keys: KeyStore;
  readonly labels: LabelStore;
}

/** Reads of the ledger. Each examines a bounded number of rows, so that it takes milliseconds however long the ledger is. */
interface LedgerReader {
  /** Movements, newest first. With `petId` a page costs what that pet has changed, not what the ledger holds. */
  movements(filter: MovementFilter): Promise<MovementPage>;
  /** Revisions, newest first. */
  revisions(filter: RevisionFilter): Promise<RevisionPage>;
  /** Stock over time. Throws a RangeError for more than `TOTALS_STEPS_MAX` steps. */
  totals(range: TotalsRange): Promise<readonly StockTotals[]>;
}

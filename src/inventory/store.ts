// What the service asks of an engine, in the domain's words. Both engines pass one conformance suite
// (test/store/conformance.ts).
//
// Every method may throw a StoreError: `unavailable` where the database does not answer or refuses (surely nothing was
// changed), `refused` where it refuses what the changes say (the same, but without one of them the others may succeed),
// `outcome_unknown` where a commit's fate cannot be known, `unusable` where trying again cannot help; and
// whatever would change the inventory or its keys, `retired` where the inventory has moved to another database.

import type { Change, Outcome } from "./change.ts";
import type { CopyStage, OnRowBatch } from "./copy.ts";
import type { Awaitable } from "./awaitable.ts";
import type { InventoryItem } from "./item.ts";
import type { KeyStore } from "./key-store.ts";
import type { ExpiryResult, ExpiredRange } from "./idempotency.ts";
import type { ImportStage } from "./import.ts";
import type { Movement, MovementFilter } from "./movement.ts";
import type { Position } from "./position.ts";
import type { PruneOptions, PruneReport } from "./prune.ts";
import type { Retirement } from "./retirement.ts";
import type { StorageUse } from "./storage-use.ts";
import type { StoreError } from "./store-error.ts";
import type { UndoOptions, UndoResult } from "./undo.ts";
import type { Verification } from "./verification.ts";

/** What happened after a position: nothing (`position` is the same), these items, or too much to say (`"reload"`). */
export interface ChangesSince {
  readonly position: Position;
  readonly items: readonly InventoryItem[];
  readonly removed: readonly bigint[];
}

export interface InventoryStore extends AsyncDisposable {
  /** What changed after `position`, read in one snapshot; `"reload"` where that position is not in the history. */
  changesSince(position: Position): Awaitable<ChangesSince | "reload">;
  /** All items by ascending `petId`, in pages, from one snapshot; gives the position that they show. */
  readAll(onPage: (items: readonly InventoryItem[]) => void | Promise<void>): Promise<Position>;
  /**
   * Makes a group of changes in one transaction; on return the effective ones are on disk. `since` is when the first of them
   * came, by the steady clock: from then on, or from the call, the lock is waited for.
   */
  commit(changes: readonly Change[], since?: number): Promise<readonly Outcome[]>;
  /** Begins an import. */
  stageImport(): Promise<ImportStage>;
  /** Takes one revision back, be it a change or an import, in one transaction and one revision, all or nothing. */
  undo(options: UndoOptions): Promise<UndoResult>;
  /** Forgets what is old, in portions: whoever writes meanwhile is not held up. What was begun can be gone on with later. */
  prune(options: PruneOptions): Promise<PruneReport>;
  /** Removes stored results that have expired, in a transaction of its own. Leaves no trace in the history. */
  removeExpired(range: ExpiredRange): Promise<ExpiryResult>;
  /** The ledger, newest first. */
  movements(filter: MovementFilter): Promise<readonly Movement[]>;
  /** Proves from one snapshot that the ledger folds to the stock. */
  verify(): Promise<Verification>;
  /** All there is, from one snapshot, whose position it gives. */
  exportAll(onPortion: OnRowBatch): Promise<Position>;
  /** Begins to take in another database's copy. Throws NotEmptyError. */
  stageCopy(): Promise<CopyStage>;
  /** Where the inventory has moved; undefined where it is here. */
  retirement(): Promise<Retirement | undefined>;
  /** When it returns nothing changes any more, and all that was acknowledged is there. Throws `retired` where it moved elsewhere. */
  retire(retirement: Retirement): Promise<void>;
  /** Takes back this very retirement, and no other. */
  unretire(retirement: Retirement): Promise<void>;
  /** Called once, when the engine has failed for good and the process should end. */
  onFatal(listener: (error: StoreError) => void): void;
  /** Throws where the database cannot be reached or read, and `retired` where the inventory has moved. */
  ping(): Promise<void>;
  /** How much room it takes, as far as this engine can know. */
  storageUse(): Promise<StorageUse>;
  readonly keys: KeyStore;
}

// What the service asks of an engine, in the domain's words. Both engines pass one conformance suite
// (test/store/conformance.ts).
//
// Every method may throw a StoreError: `unavailable` where the database does not answer or refuses (surely nothing was
// changed), `refused` where it refuses what the changes say (the same, but without one of them the others may succeed),
// `outcome_unknown` where a commit's fate cannot be known, `unusable` where trying again cannot help; and
// whatever would change the inventory or its keys, `retired` where the inventory has moved to another database.

import type { Change, Movement, MovementReason, Origin, Outcome } from "./change.ts";
import type { OnPortion, Portion } from "./copy.ts";
import type { Eventually } from "./eventually.ts";
import type { InventoryItem, PetStatus } from "./item.ts";
import type { KeyStore } from "./key-store.ts";
import type { ExpiredPortion, ExpiredRange } from "./once.ts";
import type { PruneOptions, PruneReport } from "./prune.ts";
import type { Seen } from "./seen.ts";
import type { StorageUse } from "./storage-use.ts";

/**
 * A point in the inventory's history. The nonce is random for each commit, so a database that was rewound and went
 * another way never has an old position again.
 */
export interface Position {
  /** 0 for an inventory that never changed; grows by one for each effective change. */
  readonly revision: number;
  /** 16 hex digits. */
  readonly nonce: string;
}

export const STORE_ERROR_CODES = [
  "unavailable",
  "refused",
  "outcome_unknown",
  "overloaded",
  "unusable",
  "retired",
] as const;
export type StoreErrorCode = (typeof STORE_ERROR_CODES)[number];

/** An engine's failure. `message` is for the log and the operator, never for a client. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** What happened after a position: nothing (`position` is the same), these items, or too much to say (`"reload"`). */
export interface ChangesSince {
  readonly position: Position;
  readonly items: readonly InventoryItem[];
  readonly removed: readonly bigint[];
}

/** A pet as an import wants it. `line` is where it stands in the file, counted from 1. */
export interface ImportRow {
  readonly petId: bigint;
  readonly quantity: number;
  /** The present status is kept where absent; a new pet is `available`. */
  readonly status?: PetStatus;
  readonly line: number;
}

export interface ImportOptions {
  /** Remove the pets that the rows lack. */
  readonly replace: boolean;
  /** Report only; change nothing. */
  readonly dryRun: boolean;
  /** Refuse where a pet of the inventory changed since then. */
  readonly ifUnchangedSince?: Seen;
  readonly reason: MovementReason;
  readonly by: Origin;
}

export type ImportResult =
  | {
      readonly kind: "applied";
      readonly created: number;
      readonly updated: number;
      readonly removed: number;
      readonly unchanged: number;
      /** The import's revision, or the present one where nothing changed or `dryRun`. */
      readonly revision: number;
    }
  | { readonly kind: "changed_since"; readonly revision: number };

/** A row that repeats a pet of an earlier row. */
export interface DuplicateRow {
  readonly row: ImportRow;
  readonly firstLine: number;
}

/** Rows of one import, gathered outside every lock. Closing it without `apply` leaves no trace. */
export interface ImportStage extends AsyncDisposable {
  /** Adds rows; those that repeat a pet are not added but given back. */
  add(rows: readonly ImportRow[]): Promise<readonly DuplicateRow[]>;
  /** Computes the difference and makes it, in one transaction and one revision, all or nothing. */
  apply(options: ImportOptions): Promise<ImportResult>;
}

/** How to take a revision back. */
export interface UndoOptions {
  readonly revision: number;
  /** Report only; change nothing. */
  readonly dryRun: boolean;
  readonly by: Origin;
}

/** A pet, and the revision that changed it last. */
export interface ChangedPet {
  readonly petId: bigint;
  readonly revision: number;
}

/** Why a revision was not taken back. `pruned`: the history begins after it, and `begins` is where. */
export type UndoRefusal =
  | { readonly kind: "future"; readonly newest: number }
  | { readonly kind: "pruned"; readonly begins: number }
  /** Pets that have changed since: how many, and the first of them, at most 20. */
  | { readonly kind: "changed_since"; readonly count: number; readonly pets: readonly ChangedPet[] };

export type UndoResult =
  | {
      readonly kind: "undone";
      readonly created: number;
      readonly updated: number;
      readonly removed: number;
      /** The undo's own revision, or the present one where `dryRun`. */
      readonly revision: number;
    }
  | UndoRefusal;

/** Which movements; those that are absent let all pass. Times are in ms since 1970. */
export interface MovementFilter {
  readonly petId?: bigint;
  /** An API key's id, or its name. */
  readonly key?: string;
  readonly since?: number;
  /** Movements at this very time are not among them. */
  readonly until?: number;
  readonly firstRevision?: number;
  readonly lastRevision?: number;
  readonly reason?: MovementReason;
  /** Goes on after this one. */
  readonly after?: { readonly revision: number; readonly petId: bigint };
  /** How many at the most, the newest first; those of one revision by ascending pet. */
  readonly limit: number;
}

/** A place where ledger and stock disagree, in words. */
export interface Verification {
  readonly position: Position;
  readonly pets: number;
  readonly movements: number;
  /** The first of them, at most 20; empty means that the ledger folds to the stock. */
  readonly problems: readonly string[];
}

/** Says that the inventory has moved to another database, which is the one that changes from then on. */
export interface Retirement {
  /** ms since 1970. */
  readonly at: number;
  /** The other database, in words that may be shown: no user, and no password. */
  readonly to: string;
}

/**
 * A copy on its way into an empty database, which it keeps locked, all in one transaction: nobody sees anything of it
 * before it is committed. Closing it without leaves the database as empty as it was.
 */
export interface CopyStage extends AsyncDisposable {
  add(portion: Portion): Promise<void>;
  /** What has arrived, as this database has it. */
  readBack(onPortion: OnPortion): Promise<void>;
  /**
   * Gives the newest commit a nonce of its own, so that no list's tag of the source counts here; proves that the ledger
   * folds to the stock, and commits. Where there are problems it does not commit.
   */
  commit(): Promise<Verification>;
}

/** A copy was to go where there is something already. */
export class NotEmptyError extends StoreError {
  readonly revision: number;
  readonly keys: number;

  constructor({ revision, keys }: { revision: number; keys: number }) {
    super("unusable", `the database is not empty: it is at revision ${revision} and has ${keys} API keys`);
    this.revision = revision;
    this.keys = keys;
  }
}

export interface InventoryStore extends AsyncDisposable {
  /** What changed after `position`, read in one snapshot; `"reload"` where that position is not in the history. */
  changesSince(position: Position): Eventually<ChangesSince | "reload">;
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
  removeExpired(range: ExpiredRange): Promise<ExpiredPortion>;
  /** The ledger, newest first. */
  movements(filter: MovementFilter): Promise<readonly Movement[]>;
  /** Proves from one snapshot that the ledger folds to the stock. */
  verify(): Promise<Verification>;
  /** All there is, from one snapshot, whose position it gives. */
  exportAll(onPortion: OnPortion): Promise<Position>;
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

// The connection that commits changes: the writer's thread uses it, or a command directly. Each method is one transaction,
// and blocks its thread until that is on disk.

import type { Database } from "bun:sqlite";
import type { CommitUnit, OutcomeOf } from "../inventory/commit-unit.ts";
import { foldChanges } from "../inventory/fold.ts";
import type { Hook, HookEdit } from "../inventory/hook.ts";
import type { HookBeat, HookLease } from "../inventory/hook-store.ts";
import type {
  KeyActor,
  KeyCreation,
  KeyRecord,
  KeyRelink,
  KeyRevocation,
  KeyRotation,
  LinkOpening,
  LinkOutcome,
  RelinkOutcome,
  RevocationOutcome,
  RotationOutcome,
} from "../inventory/key-store.ts";
import { type Clock, steadyClock } from "../inventory/clock.ts";
import type { Position } from "../inventory/position.ts";
import { RESULT, resultCode, translateErrors } from "./errors.ts";
import {
  hasCommit,
  type NewestCommitStatement,
  prepareNewestForWriting,
  readNewest,
} from "./newest-commit.ts";
import { beatHooks, createHook, editHook, removeHook } from "../ledger/hooks.ts";
import { createKey, endKey, openKeyLink, replaceKey, replaceLink } from "../ledger/keys.ts";
import { runWork } from "./run-work.ts";
import { commitOrRollBack, sleepSync } from "./file/lock.ts";
import { makeNonce } from "../inventory/nonce.ts";
import {
  type ExpiryResult,
  type ExpiredRange,
  type IdempotencyKey,
  IDEMPOTENCY_RECORDS_MAX,
} from "../inventory/idempotency.ts";
import { MovementTables } from "./movement-tables.ts";
import { OwnCommit, OwnNonce } from "./own-commit.ts";
import { IdempotencyTable } from "./idempotency-table.ts";
import { openForWriting } from "./file/open.ts";
import { prepareSchema } from "./schema/prepare-schema.ts";
import type { TaskOptions } from "./file/task-connection.ts";
import { beginWriting, type WriteLock } from "./file/transaction.ts";

export interface WriterOptions extends TaskOptions {
  /** Create the file if there is none. Otherwise a missing file is an error: most likely its path was mistyped. */
  readonly create: boolean;
  /** Pages of the log after which a commit makes a checkpoint; 0: none does. */
  readonly checkpointPages?: number;
  /**
   * The memory of `OwnNonce`: where several writers of this process share it, none takes another's commits for those of another
   * process.
   */
  readonly nonceMemory?: SharedArrayBuffer;
}

/** How long a process counts as another writer after a commit of its was seen, ms. */
const OTHER_WRITER_MS = 1_000;
/** Lock timeout of work that no client waits for, ms: commits queue behind it. */
const BACKGROUND_LOCK_TIMEOUT_MS = 500;
/** Pause before taking the lock again while there is another writer: longer than its pause between two tries (file/lock.ts). */
const LOCK_YIELD_MS = 1.5;

export class SqliteWriter {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #lockTimeoutMs: number;
  readonly #recordsMax: number;
  readonly #db: Database;
  readonly #newest: NewestCommitStatement;
  readonly #tables: MovementTables;
  readonly #records: IdempotencyTable;
  readonly #ownCommit: OwnCommit;
  readonly #ownNonce: OwnNonce;
  #otherWriterSeenAt = Number.NEGATIVE_INFINITY;

  /** Opens the file; creates it if needed, and refuses an older schema. Throws a StoreError. */
  constructor(options: WriterOptions, clock: Clock = steadyClock) {
    this.#clock = clock;
    const {
      path,
      lockTimeoutMs,
      create,
      recordsMax = IDEMPOTENCY_RECORDS_MAX,
      checkpointPages,
      nonceMemory,
    } = options;
    this.#path = path;
    this.#ownNonce = new OwnNonce(nonceMemory);
    this.#recordsMax = recordsMax;
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#db = openForWriting(path, { create });
    try {
      if (checkpointPages !== undefined) this.#db.run(`PRAGMA wal_autocheckpoint = ${checkpointPages}`);
      translateErrors(path, () => prepareSchema(this.#db, path, { create, lockTimeoutMs }));
      this.#newest = prepareNewestForWriting(this.#db);
      this.#tables = new MovementTables(this.#db);
      this.#records = new IdempotencyTable(this.#db);
      this.#ownCommit = new OwnCommit(path);
    } catch (error) {
      this.#db.close(true);
      throw error;
    }
  }

  /** Commits a group: on return its effective changes are on disk. The lock timeout counts from `since`. */
  commit<U extends CommitUnit>(units: readonly U[], since?: number): readonly OutcomeOf<U>[] {
    const { outcomes, position } = this.#change((newest) => {
      const at = Date.now();
      const petOf = (petId: bigint) => this.#tables.petOf(petId);
      const isInHistory = (commit: Position) => hasCommit(this.#db, commit);
      const labelOf = (petId: bigint) => this.#tables.labelOf(petId);
      const read = { petOf, labelOf, isInHistory, stored: this.#records, recordsMax: this.#recordsMax };
      const folded = foldChanges(units, { ...read, newest, nonce: makeNonce(), at });
      if (folded.movements.length > 0) {
        this.#ownNonce.set(folded.position.nonce);
        this.#tables.append({ newest, ...folded, at });
      }
      if (folded.records.length > 0) this.#records.write(folded.records);
      return folded;
    }, since);
    this.#ownCommit.keep(position);
    return outcomes;
  }

  /** Like `commit`, without waiting: undefined, and nothing was done, where another writer has the lock or had it recently. */
  commitUnlessLocked<U extends CommitUnit>(units: readonly U[]): readonly OutcomeOf<U>[] | undefined {
    if (this.#isBesideOther()) return undefined;
    try {
      return this.commit(units, Number.NEGATIVE_INFINITY);
    } catch (error) {
      if (resultCode((error as Error).cause) === RESULT.BUSY) return undefined;
      throw error;
    }
  }

  createKey(key: KeyRecord, idempotencyKey?: IdempotencyKey): KeyCreation {
    return this.#change(() => runWork(this.#db, createKey(key, idempotencyKey)));
  }

  revokeKey(revocation: KeyRevocation): RevocationOutcome {
    return this.#change(() => runWork(this.#db, endKey(revocation)));
  }

  rotateKey(rotation: KeyRotation): RotationOutcome {
    return this.#change(() => runWork(this.#db, replaceKey(rotation)));
  }

  relinkKey(relink: KeyRelink): RelinkOutcome {
    return this.#change(() => runWork(this.#db, replaceLink(relink)));
  }

  openKeyLink(opening: LinkOpening): LinkOutcome {
    return this.#change(() => runWork(this.#db, openKeyLink(opening)));
  }

  createHook(hook: Hook): "created" | "full" {
    return this.#change(() => runWork(this.#db, createHook(hook)));
  }

  editHook(id: string, edit: HookEdit, by: KeyActor): Hook | undefined {
    return this.#change(() => runWork(this.#db, editHook(id, edit, by)));
  }

  removeHook(id: string, by: KeyActor): boolean {
    return this.#change(() => runWork(this.#db, removeHook(id, by)));
  }

  beatHooks(beat: HookBeat): HookLease {
    return this.#change(() => runWork(this.#db, beatHooks(beat)));
  }

  /** Also in an inventory that has moved: clients still read its lists with their keys. */
  touchKeys(uses: ReadonlyMap<string, number>): void {
    const touch = this.#db.query(TOUCH_KEY);
    const touchAll = () => uses.forEach((at, id) => touch.run(at, id));
    this.#transaction(touchAll, this.#inBackground());
  }

  removeExpired(range: ExpiredRange): ExpiryResult {
    const work = () => {
      readNewest(this.#newest);
      return this.#records.removeExpired(range);
    };
    return this.#transaction(work, this.#inBackground());
  }

  /** Copies the log into the database file as far as readers allow, beside the commits of other connections. */
  checkpoint(): void {
    this.#db.run("PRAGMA wal_checkpoint(PASSIVE)");
  }

  close(): void {
    this.#ownCommit[Symbol.dispose]();
    // `true` ends the prepared statements too: without it they keep the connection until they are collected.
    this.#db.close(true);
  }

  #inBackground(): { lockTimeoutMs: number } {
    return { lockTimeoutMs: Math.min(BACKGROUND_LOCK_TIMEOUT_MS, this.#lockTimeoutMs) };
  }

  /** Throws `retired` where the inventory has moved. */
  #change<T>(work: (newest: Position) => T, since?: number): T {
    let known: Position | undefined;
    const isKnown = () => (known = this.#ownCommit.recall()) !== undefined;
    const lock = { lockTimeoutMs: this.#lockTimeoutMs, since, isKnown };
    return this.#transaction(() => work(known ?? this.#readNewest()), lock);
  }

  #readNewest(): Position {
    const newest = readNewest(this.#newest);
    this.#noteOtherWriter(newest.nonce);
    return newest;
  }

  #transaction<T>(work: () => T, lock: Omit<WriteLock, "path">): T {
    return translateErrors(this.#path, () => {
      if (this.#isBesideOther()) sleepSync(LOCK_YIELD_MS);
      beginWriting(this.#db, { path: this.#path, ...lock });
      return commitOrRollBack(this.#db, work);
    });
  }

  #isBesideOther(): boolean {
    return this.#clock.now() - this.#otherWriterSeenAt < OTHER_WRITER_MS;
  }

  /** A newest commit that is not ours: another process writes, and gets its turn before this one takes the lock again. */
  #noteOtherWriter(nonce: string): void {
    if (this.#ownNonce.isOther(nonce)) this.#otherWriterSeenAt = this.#clock.now();
    this.#ownNonce.set(nonce);
  }
}

const TOUCH_KEY = "UPDATE api_key SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?";

// The writer of a service: its own thread, and for a single client the thread that serves requests, because waking the other
// thread, and being woken by it, takes longer than a commit. A commit here holds up all requests, so it has one change, the disk
// has been quick, and no client has read lately (docs/decisions/0048).

import { type CommitUnit, type OutcomeOf, sizeOf } from "../../inventory/commit-unit.ts";
import { type Clock, steadyClock } from "../../inventory/clock.ts";
import type { StoreError } from "../../inventory/store-error.ts";
import { OwnNonce } from "../own-commit.ts";
import { SqliteWriter, type WriterOptions } from "../writer.ts";
import { type AsyncWriter, startWriterThread } from "./writer-thread.ts";

/** A commit that takes longer may be one of a slow disk. */
const QUICK_MS = 2;
/** After so many quick commits of one change each, none beside another, the disk is quick and the client alone. */
const LONE_COMMITS = 20;
/** Time without a read before commits run on this thread. */
const UNREAD_MS = 1_000;
/**
 * Commits here after which the thread copies the log into the database file, which takes some milliseconds. Until it has, commits
 * wait for it on the thread: SQLite begins the log anew only where nothing in it is left to copy, and a log that grows is also
 * slower, because each fsync writes the file's new size.
 */
const CHECKPOINT_COMMITS = 1_000;

interface InlineWriterOptions {
  readonly startWorker: () => Worker;
  /** Called if the thread ends before it was closed. */
  readonly onDeath: (error: StoreError) => void;
  /** Default: the steady clock. */
  readonly clock?: Clock | undefined;
}

/** Opens the file, on both threads. Throws a StoreError. */
export async function startInlineWriter(
  options: WriterOptions,
  { startWorker, onDeath, clock = steadyClock }: InlineWriterOptions,
): Promise<AsyncWriter> {
  const shared = { ...options, nonceMemory: new OwnNonce().memory };
  let isDead = false;
  const thread = await startWriterThread(startWorker, shared, (error) => {
    isDead = true;
    onDeath(error);
  });
  try {
    const own = new SqliteWriter({ ...shared, create: false, checkpointPages: 0 }, clock);
    const commits = new InlineCommits({ own, thread, clock, mayWrite: () => !isDead });
    const close = async () => {
      own.close();
      await thread.close();
    };
    const noteRead = () => commits.noteRead();
    return { ...thread, noteRead, close, commit: (units, since) => commits.commit(units, since) };
  } catch (error) {
    await thread.close();
    throw error;
  }
}

class InlineCommits {
  readonly #own: SqliteWriter;
  readonly #thread: AsyncWriter;
  readonly #clock: Clock;
  readonly #mayWrite: () => boolean;
  /** Groups on the thread. */
  #onThread = 0;
  /** Quick ones of one change, none beside another, in a row. */
  #loneCommits = 0;
  #sinceCheckpoint = 0;
  #isCheckpointing = false;
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(parts: { own: SqliteWriter; thread: AsyncWriter; clock: Clock; mayWrite: () => boolean }) {
    this.#own = parts.own;
    this.#thread = parts.thread;
    this.#clock = parts.clock;
    this.#mayWrite = parts.mayWrite;
  }

  noteRead(): void {
    this.#readAt = this.#clock.now();
  }

  async commit<U extends CommitUnit>(units: readonly U[], since?: number): Promise<readonly OutcomeOf<U>[]> {
    const startedAt = this.#clock.now();
    const isLone = this.#onThread === 0 && totalSize(units) === 1;
    const isBehindCheckpoint = this.#isCheckpointing;
    let isQuick = false;
    try {
      const here = isLone && this.#mayCommitHere(startedAt) ? this.#commitHere(units) : undefined;
      const outcomes = here ?? (await this.#commitOnThread(units, since));
      isQuick = this.#clock.now() - startedAt < QUICK_MS;
      return outcomes;
    } finally {
      if (!isLone || !(isQuick || isBehindCheckpoint)) this.#loneCommits = 0;
      else this.#loneCommits += 1;
    }
  }

  /** Whether a commit of one change on this thread would hold nothing up, most likely. */
  #mayCommitHere(now: number): boolean {
    if (this.#isCheckpointing || this.#loneCommits < LONE_COMMITS) return false;
    return now - this.#readAt >= UNREAD_MS && this.#mayWrite();
  }

  /** Undefined where another writer has the lock. */
  #commitHere<U extends CommitUnit>(units: readonly U[]): readonly OutcomeOf<U>[] | undefined {
    const outcomes = this.#own.commitUnlessLocked(units);
    if (outcomes === undefined) return undefined;
    this.#sinceCheckpoint += 1;
    if (this.#sinceCheckpoint === CHECKPOINT_COMMITS) void this.#checkpoint();
    return outcomes;
  }

  async #checkpoint(): Promise<void> {
    this.#sinceCheckpoint = 0;
    this.#isCheckpointing = true;
    try {
      await this.#thread.checkpoint();
    } catch {
      // The next one does its work.
    } finally {
      this.#isCheckpointing = false;
    }
  }

  async #commitOnThread<U extends CommitUnit>(
    units: readonly U[],
    since: number | undefined,
  ): Promise<readonly OutcomeOf<U>[]> {
    this.#onThread += 1;
    try {
      return await this.#thread.commit(units, since);
    } finally {
      this.#onThread -= 1;
    }
  }
}

function totalSize(units: readonly CommitUnit[]): number {
  return units.reduce((total, unit) => total + sizeOf(unit), 0);
}

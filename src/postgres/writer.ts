// Commits groups of changes in two round trips, each a pipeline: lock and read, then write and commit.

import type { CommitUnit, OutcomeOf } from "../inventory/commit-unit.ts";
import { type FoldResult, foldChanges } from "../inventory/fold.ts";
import { IDEMPOTENCY_RECORDS_MAX } from "../inventory/idempotency.ts";
import type { Position } from "../inventory/position.ts";
import { StoreError } from "../inventory/store-error.ts";
import { addOrigins, type OriginIds } from "../ledger/origins.ts";
import type { Connections } from "./connections.ts";
import { Deadline, startTimer, withDeadline } from "./deadline.ts";
import { DEADLINES } from "./deadlines.ts";
import { isConnectionLost, isLockTimeout, isRefusal, NoReplyError } from "./errors.ts";
import { writeRecords } from "./idempotency-table.ts";
import { resolveInDoubt } from "./in-doubt-commit.ts";
import { type NewestCommit, readNewestCommit } from "./newest-commit.ts";
import { pipelined, runWork } from "./run-work.ts";
import type { Primary } from "./primary.ts";
import { Session } from "./session.ts";
import { StandbyMonitor } from "./standby-monitor.ts";
import { readGroup, writeGroup, writeLabels, writeRequests } from "./update-statements.ts";

/** The two connections of the pool may have been lost while they were idle; the third is new. */
const ATTEMPTS_MAX = 3;

export interface WriterOptions {
  /** How long to wait for another transaction, ms. */
  readonly lockTimeoutMs: number;
  /** How many results of `Idempotency-Key`s are kept for one API key. */
  readonly recordsMax?: number;
}

/** Changes and change sets of one transaction, and the end of their wait for the lock, by the steady clock. */
interface Group<U extends CommitUnit> {
  readonly units: readonly U[];
  readonly lockUntil: number;
}

export class PostgresWriter implements Disposable {
  readonly #primary: Primary;
  readonly #lockTimeoutMs: number;
  readonly #recordsMax: number;
  readonly #standby: StandbyMonitor;

  constructor(primary: Primary, { lockTimeoutMs, recordsMax = IDEMPOTENCY_RECORDS_MAX }: WriterOptions) {
    this.#primary = primary;
    this.#standby = new StandbyMonitor(primary);
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#recordsMax = recordsMax;
  }

  /** The effective changes are on disk when it returns. The wait for the lock counts from `since`. Throws a StoreError. */
  async commit<U extends CommitUnit>(
    units: readonly U[],
    since = this.#primary.clock.now(),
  ): Promise<readonly OutcomeOf<U>[]> {
    const group = { units, lockUntil: since + this.#lockTimeoutMs };
    for (let attempt = 1; ; attempt++) {
      const { connections } = this.#primary;
      if (this.#standby.reason !== undefined) throw this.#standby.reason;
      try {
        return await this.#attempt(connections, group);
      } catch (error) {
        if (isLockTimeout(error)) await this.#standby.check();
        if (isLockTimeout(error) && this.#standby.reason !== undefined) throw this.#standby.reason;
        // No COMMIT was sent, so a lost connection allows another attempt.
        const again = isConnectionLost(error) || error instanceof NoReplyError;
        if (!again || attempt === ATTEMPTS_MAX) throw this.#primary.toStoreError(error, connections);
      }
    }
  }

  async #attempt<U extends CommitUnit>(
    connections: Connections,
    group: Group<U>,
  ): Promise<readonly OutcomeOf<U>[]> {
    using deadline = new Deadline(
      this.#primary.clock,
      { name: "updateMs", ms: this.#leftMs(group) + DEADLINES.updateMs },
      () => new StoreError("unavailable", "PostgreSQL: no answer before the commit"),
    );
    await using session = await Session.reserve(this.#primary, { connections, pool: "updates", deadline });
    const context = await session.guard(() => {
      const locked = session.sendBeginLocked({ lockTimeoutMs: this.#leftMs(group), byKey: true }, () =>
        readNewestCommit(session.sql, { byKey: true }),
      );
      const read = readGroup(session.sql, locked, { ...group, recordsMax: this.#recordsMax });
      return deadline.limit(connections.orDiscarded(read));
    });
    const folded = foldChanges(group.units, context);
    if (folded.movements.length + folded.records.length === 0) await session.rollBack();
    else {
      const { origins, newest: from } = context;
      const adding = () =>
        connections.orDiscarded(runWork(session.sql, addOrigins(origins, folded.movements)));
      await session.guard(() => deadline.limit(adding()));
      await this.#writeAndCommit(session, { ...folded, origins, from });
    }
    return folded.outcomes;
  }

  /** The time left to the group in ms: at least enough for the group before it, which may have been our own. */
  #leftMs({ lockUntil }: Pick<Group<CommitUnit>, "lockUntil">): number {
    const least = Math.min(DEADLINES.lockTimeoutMinMs, this.#lockTimeoutMs);
    return Math.max(least, Math.ceil(lockUntil - this.#primary.clock.now()));
  }

  async #writeAndCommit(
    session: Session,
    folded: FoldResult & { readonly from: NewestCommit; readonly origins: OriginIds },
  ): Promise<void> {
    const { movements, requests, records, position, from, origins } = folded;
    const mark = movements.length === 0 ? undefined : position;
    const recorded = writeRecords(session.sql, records);
    const requested = writeRequests(session.sql, requests);
    const written = mark && writeGroup(session.sql, movements, { from, mark, origins });
    const labelled = writeLabels(session.sql, movements);
    const committed = session.sql`COMMIT`.execute();
    const replies = pipelined<[void, void, unknown, void, { command: string }]>(
      recorded,
      requested,
      Promise.resolve(written),
      labelled,
      committed,
    );
    try {
      await session.guard(async () => {
        const [, , , , { command }] = await this.#waitForCommit(session.connections.orDiscarded(replies));
        session.committed(command);
      });
      if (mark !== undefined) this.#primary.lastKnown = mark;
    } catch (error) {
      // A group without a mark changed no stock: repeating it is harmless.
      if (isRefusal(error) || mark === undefined) throw error;
      await this.#resolveInDoubt(mark, { connections: session.connections, cause: error });
    }
  }

  /** Settles as the commit does, within its deadline; checks the standby where it takes long. */
  async #waitForCommit<T>(commit: Promise<T>): Promise<T> {
    const { clock } = this.#primary;
    const noReply = () => new StoreError("outcome_unknown", "PostgreSQL: the commit was not answered");
    const timer = startTimer(clock, "slowCommitMs", () => void this.#standby.check());
    try {
      return await withDeadline(clock, "commitMs", commit, noReply);
    } finally {
      clock.clearTimeout(timer);
    }
  }

  /** After a commit without a reply: returns where it happened; throws where it did not, or where no server can tell. */
  async #resolveInDoubt(
    mark: Position,
    { connections, cause }: { connections: Connections; cause: unknown },
  ): Promise<void> {
    const { reason } = this.#standby;
    // The server is healthy, but commits that wait for the standby keep the lock that would tell.
    if (reason !== undefined) throw new StoreError("outcome_unknown", reason.message, { cause });
    const message = `PostgreSQL: a commit broke off: ${(cause as Error).message}`;
    this.#primary.discard(connections, new StoreError("unavailable", message));
    const happened = await resolveInDoubt(this.#primary, mark);
    if (happened === undefined) throw new StoreError("outcome_unknown", message, { cause });
    if (!happened) throw new StoreError("unavailable", message, { cause });
  }

  [Symbol.dispose](): void {
    this.#standby[Symbol.dispose]();
  }
}

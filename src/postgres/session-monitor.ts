// Work on everything may take the server an hour, so no deadline tells whether its connection was lost. The server does: a
// session that has nothing to do there, while its answer is waited for here, has answered in vain.

import type { ReservedSQL } from "bun";
import { StoreError } from "../inventory/store-error.ts";
import { NoReplyError } from "./connections.ts";
import { withDeadline } from "./deadline.ts";
import { type Primary, LOOKUP_TIMEOUTS_MS } from "./primary.ts";
import { commit } from "./transaction.ts";

/** Between two looks; what is the same in both is no answer that is just on its way. */
const INTERVAL_MS = 5_000;

class Late extends Error {}

/** What failed has nothing to do with the database: a pipe that nobody reads any more, a full disk under a file. */
export class ConsumerError extends Error {
  constructor(override readonly cause: unknown) {
    super("what was done with the answers failed");
  }
}

export class SessionMonitor {
  readonly #primary: Primary;
  readonly #pid: number;
  #isAside = false;

  private constructor(primary: Primary, pid: number) {
    this.#primary = primary;
    this.#pid = pid;
  }

  /** Of a connection in its transaction: a pooler may give the next one another backend. Throws NoAnswer. */
  static async make(primary: Primary, connection: ReservedSQL): Promise<SessionMonitor> {
    const asked = connection`SELECT pg_backend_pid() AS pid`;
    const [{ pid }] = await withDeadline(INTERVAL_MS, asked, () => new NoReplyError(INTERVAL_MS));
    return new SessionMonitor(primary, pid);
  }

  /** Waits for work on the connection while the server is at work for it. Throws NoAnswer. */
  async watch<T>(work: Promise<T>): Promise<T> {
    for (let before: string | undefined; ;) {
      try {
        return await withDeadline(INTERVAL_MS, work, () => new Late());
      } catch (error) {
        if (!(error instanceof Late)) throw error;
      }
      const idle = this.#isAside ? undefined : await this.#idleSince();
      if (idle !== undefined && idle === before) throw new NoReplyError(INTERVAL_MS);
      before = idle;
    }
  }

  /** Commits what `what` names. Throws `outcome_unknown` where nobody knows whether it happened. */
  async commit(connection: ReservedSQL, what: string): Promise<void> {
    try {
      await this.watch(commit(connection, what));
    } catch (error) {
      if (!(error instanceof NoReplyError)) throw error;
      const words = `PostgreSQL: no answer to the commit of ${what}`;
      throw new StoreError("outcome_unknown", words, { cause: error });
    }
  }

  /** Does what asks nothing of the server, for however long. Throws FailedAside. */
  async pauseMonitor<T>(work: () => Promise<T>): Promise<T> {
    this.#isAside = true;
    try {
      return await work();
    } catch (error) {
      throw new ConsumerError(error);
    } finally {
      this.#isAside = false;
    }
  }

  /** Undefined where the session is at work, or where the server does not tell: one that is gone ends the work itself. */
  async #idleSince(): Promise<string | undefined> {
    try {
      const [session] = await this.#primary.query<{ state: string | null; since: string }[]>(
        "lookups",
        LOOKUP_TIMEOUTS_MS,
        (sql) =>
          sql`SELECT state, state_change::text AS since FROM pg_stat_activity WHERE pid = ${this.#pid}`,
      );
      if (session === undefined) return "ended";
      return session.state?.startsWith("idle") ? session.since : undefined;
    } catch {
      return undefined;
    }
  }
}

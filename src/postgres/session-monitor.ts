// Finds out that the connection of a long task was lost. A statement may run for an hour, so no deadline can tell; the server
// can: a session that it shows as idle while we wait for a reply has replied, and the reply was lost.

import { StoreError } from "../inventory/store-error.ts";
import type { ReservedSQL } from "bun";
import { withDeadline } from "./deadline.ts";
import { DEADLINES } from "./deadlines.ts";
import { NoReplyError } from "./errors.ts";
import type { Primary } from "./primary.ts";

class IntervalElapsed extends Error {}

/** Code of the caller failed, not the database: a closed pipe, a full disk under a file. */
export class ConsumerError extends Error {
  constructor(override readonly cause: unknown) {
    super("the consumer of the rows failed");
  }
}

export class SessionMonitor {
  readonly #primary: Primary;
  readonly #pid: number;
  #isPaused = false;

  private constructor(primary: Primary, pid: number) {
    this.#primary = primary;
    this.#pid = pid;
  }

  /** For a connection within its transaction: a pooler may give the next transaction another backend. Throws NoReplyError. */
  static async make(primary: Primary, connection: ReservedSQL): Promise<SessionMonitor> {
    const query = connection`SELECT pg_backend_pid() AS pid`;
    const [{ pid }] = await withDeadline(primary.clock, "replyMs", query);
    return new SessionMonitor(primary, pid);
  }

  /** Waits for work on the connection. Throws NoReplyError once the session is idle at two checks, unchanged between them. */
  async watch<T>(work: Promise<T>): Promise<T> {
    for (let before: string | undefined; ;) {
      try {
        return await withDeadline(
          this.#primary.clock,
          "monitorIntervalMs",
          work,
          () => new IntervalElapsed(),
        );
      } catch (error) {
        if (!(error instanceof IntervalElapsed)) throw error;
      }
      const idleSince = this.#isPaused ? undefined : await this.#idleSince();
      if (idleSince !== undefined && idleSince === before)
        throw new NoReplyError(DEADLINES.monitorIntervalMs);
      before = idleSince;
    }
  }

  /** Runs code of the caller, however long it takes; the session is idle meanwhile. Throws ConsumerError. */
  async pauseMonitor<T>(work: () => Promise<T>): Promise<T> {
    this.#isPaused = true;
    try {
      return await work();
    } catch (error) {
      throw new ConsumerError(error);
    } finally {
      this.#isPaused = false;
    }
  }

  /** Undefined where the session is active, or where no server replies: Primary then discards the connections. */
  async #idleSince(): Promise<string | undefined> {
    try {
      const [session] = await this.#primary.query<{ state: string | null; since: string }[]>(
        "lookups",
        "lookupAttemptsMs",
        (sql) =>
          sql`SELECT state, state_change::text AS since FROM pg_stat_activity WHERE pid = ${this.#pid}`,
      );
      if (session === undefined) return "ended";
      return session.state?.startsWith("idle") ? session.since : undefined;
    } catch (error) {
      if (error instanceof StoreError) return undefined;
      throw error;
    }
  }
}

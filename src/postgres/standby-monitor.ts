// Detects commits that wait for a synchronous standby which does not confirm them, as on a server that was promoted with the
// synchronous_standby_names of its former primary. They hold the lock of all writers, so later groups are refused at once.

import type { ReservedSQL, SQL } from "bun";
import type { Timeout } from "../inventory/clock.ts";
import { StoreError } from "../inventory/store-error.ts";
import { startTimer } from "./deadline.ts";
import { DEADLINES } from "./deadlines.ts";
import type { Primary } from "./primary.ts";

interface WaitRow {
  names: string;
  waits: boolean;
}

export class StandbyMonitor implements Disposable {
  readonly #primary: Primary;
  #reason: StoreError | undefined;
  #timer: Timeout | undefined;
  #closed = false;

  constructor(primary: Primary) {
    this.#primary = primary;
  }

  /** `unavailable`, with the remedy, while commits wait for a standby; undefined otherwise. */
  get reason(): StoreError | undefined {
    return this.#reason;
  }

  /** Called when a commit, or the lock behind it, takes long. While commits wait, checks again until they do not. */
  async check(): Promise<void> {
    const row = await this.#read();
    if (row === undefined || this.#closed || row.waits === (this.#reason !== undefined)) return;
    if (!row.waits) {
      this.#reason = undefined;
      this.#primary.log?.info("commits_go_on", {});
      return;
    }
    this.#reason = reasonOf(row);
    this.#primary.log?.warn("commits_wait_for_standby", { cause: this.#reason.message });
    this.#checkLater();
  }

  [Symbol.dispose](): void {
    this.#closed = true;
    this.#primary.clock.clearTimeout(this.#timer);
  }

  #checkLater(): void {
    this.#timer = startTimer(this.#primary.clock, "standbyCheckIntervalMs", async () => {
      await this.check();
      if (this.#reason !== undefined && !this.#closed) this.#checkLater();
    });
    this.#timer.unref();
  }

  /** Undefined where no server replies; Primary reports that. */
  async #read(): Promise<WaitRow | undefined> {
    try {
      const [row] = await this.#primary.query("lookups", "lookupAttemptsMs", selectWait);
      return row;
    } catch {
      return undefined;
    }
  }
}

/** Over the sessions of this role, on any server of petstock; only superusers see those of other roles. */
function selectWait(sql: ReservedSQL): SQL.Query<WaitRow[]> {
  return sql`
    SELECT current_setting('synchronous_standby_names') AS names, EXISTS (
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'
        AND clock_timestamp() - query_start > ${`${DEADLINES.standbyWaitMs} ms`}::interval
    ) AS waits`;
}

function reasonOf({ names }: WaitRow): StoreError {
  return new StoreError(
    "unavailable",
    `PostgreSQL: commits wait for a synchronous standby that does not confirm them (synchronous_standby_names is '${names}'); start that standby, or, where this server was promoted and has none, set synchronous_standby_names to '' and reload`,
  );
}

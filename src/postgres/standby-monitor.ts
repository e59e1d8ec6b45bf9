// Commits that wait for a synchronous standby which does not confirm them, as on a server that was promoted with its old
// primary's synchronous_standby_names. They keep the lock of all writers meanwhile, so the groups behind them are refused at
// once instead of waiting for it.

import type { ReservedSQL, SQL } from "bun";
import { StoreError } from "../inventory/store-error.ts";
import { type Primary, LOOKUP_TIMEOUTS_MS } from "./primary.ts";

/** A standby that is well confirms a commit in milliseconds. */
const WAIT_MS_MAX = 2_000;
const LOOK_INTERVAL_MS = 500;

interface WaitRow {
  names: string;
  waits: boolean;
}

export class StandbyMonitor implements Disposable {
  readonly #primary: Primary;
  #reason: StoreError | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(primary: Primary) {
    this.#primary = primary;
  }

  /** `unavailable`, with what to do, while commits wait for a standby; undefined while they do not. */
  get reason(): StoreError | undefined {
    return this.#reason;
  }

  /** For when a commit, or the lock behind it, takes long. Where commits wait it goes on looking until they do not. */
  async look(): Promise<void> {
    const row = await this.#ask();
    if (row === undefined || this.#closed || row.waits === (this.#reason !== undefined)) return;
    if (!row.waits) {
      this.#reason = undefined;
      this.#primary.log?.info("commits_go_on", {});
      return;
    }
    this.#reason = reasonOf(row);
    this.#primary.log?.warn("commits_wait_for_standby", { cause: this.#reason.message });
    this.#lookAgain();
  }

  [Symbol.dispose](): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #lookAgain(): void {
    this.#timer = setTimeout(async () => {
      await this.look();
      if (this.#reason !== undefined && !this.#closed) this.#lookAgain();
    }, LOOK_INTERVAL_MS);
    this.#timer.unref();
  }

  /** Undefined where the server is away, of which others tell. */
  async #ask(): Promise<WaitRow | undefined> {
    try {
      const [row] = await this.#primary.query("lookups", LOOKUP_TIMEOUTS_MS, selectWait);
      return row;
    } catch {
      return undefined;
    }
  }
}

/** Of this role's sessions, whichever server of petstock they belong to; others are shown to superusers alone. */
function selectWait(sql: ReservedSQL): SQL.Query<WaitRow[]> {
  return sql`
    SELECT current_setting('synchronous_standby_names') AS names, EXISTS (
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'
        AND clock_timestamp() - query_start > ${`${WAIT_MS_MAX} ms`}::interval
    ) AS waits`;
}

function reasonOf({ names }: WaitRow): StoreError {
  return new StoreError(
    "unavailable",
    `PostgreSQL: commits wait for a synchronous standby that does not confirm them (synchronous_standby_names is '${names}'); start that standby, or, where this server was promoted and has none, set synchronous_standby_names to '' and reload`,
  );
}

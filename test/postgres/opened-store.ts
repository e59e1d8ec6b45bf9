// A store for tests, with the events of its log, and the sessions of its database that wait for a lock.

import type { Log, LogFields } from "../../src/inventory/log.ts";
import { StoreError } from "../../src/inventory/store-error.ts";
import { PostgresStore, type PostgresStoreOptions } from "../../src/postgres/store.ts";
import { makeDatabase, sharedServer, type TestDatabase } from "../support/postgres-database.ts";
import type { PostgresServer } from "../support/postgres-server.ts";
import { until } from "../support/until.ts";

/** A log that keeps its events. */
export class EventLog implements Log {
  readonly entries: (readonly [event: string, fields: LogFields | undefined])[] = [];
  readonly debug = (event: string, fields?: LogFields) => void this.entries.push([event, fields]);
  readonly info = this.debug;
  readonly warn = this.debug;
  readonly error = this.debug;

  get events(): string[] {
    return this.entries.map(([event]) => event);
  }
}

type StoreOptions = Partial<PostgresStoreOptions>;

export function openStore(
  url: string | readonly string[],
  options: StoreOptions = {},
): Promise<PostgresStore> {
  return PostgresStore.open({ urls: [url].flat(), lockTimeoutMs: 30_000, retryOpen: false, ...options });
}

export interface OpenedStore extends AsyncDisposable {
  readonly database: TestDatabase;
  readonly store: PostgresStore;
  readonly log: EventLog;
}

/** A store on a database of its own. */
export async function openNewStore(
  options: StoreOptions = {},
  server?: PostgresServer,
): Promise<OpenedStore> {
  await using owned = new AsyncDisposableStack();
  const database = owned.use(await makeDatabase(server ?? (await sharedServer())));
  const log = new EventLog();
  const store = owned.use(await openStore(database.url, { log, ...options }));
  const kept = owned.move();
  return { database, store, log, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** `done`, or the code of the error. */
export function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "done",
    (error: unknown) => (error instanceof StoreError ? error.code : error),
  );
}

/** How many sessions of the database have waited for a lock for longer than this. */
export async function lockWaits(database: TestDatabase, ms = 0): Promise<number> {
  const waiting = await database.run(`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND clock_timestamp() - query_start > interval '${ms} ms'`);
  return waiting.length;
}

/** Waits until all sessions of stores have ended: PostgreSQL adds a session's figures then. */
export async function untilStoresLeft(database: TestDatabase): Promise<void> {
  await until("the stores' sessions to end", async () => {
    const sessions = await database.run(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'petstock'",
    );
    return sessions.length === 0;
  });
}

// A server with the change feed alone, in the test's process, on a SQLite database of its own: for intervals that a process does
// not let a test choose.

import { changes } from "../../src/admin/changes.ts";
import type { ChangesSource } from "../../src/feed/differences.ts";
import { Feed, type FeedOptions } from "../../src/feed/feed.ts";
import { authenticator, strangerLimit } from "../../src/http/authenticate.ts";
import { Downloads } from "../../src/http/downloads.ts";
import { RefusalLog } from "../../src/http/refusal-log.ts";
import { startServer } from "../../src/http/server.ts";
import { noMetrics } from "../../src/inventory/metrics.ts";
import { systemClock } from "../../src/inventory/clock.ts";
import { KeyEndings } from "../../src/keys/key-endings.ts";
import { ApiKeys } from "../../src/keys/api-keys.ts";
import { newKey } from "../../src/keys/new-key.ts";
import { ReaderMemory } from "../../src/snapshot/reader-memory.ts";
import { Snapshot } from "../../src/snapshot/snapshot.ts";
import type { SqliteStore } from "../../src/sqlite/store.ts";
import { silent } from "../snapshot/model-inventory.ts";
import { openSqlite } from "../sqlite/embedded.ts";
import { OPERATOR } from "../store/keys-suite.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

export interface FeedServerOptions extends Partial<FeedOptions> {
  readonly idleTimeoutS?: number;
  /** The store that the feed reads from. */
  readonly observe?: (store: SqliteStore) => ChangesSource;
}

/** What the feed reads of a store, for an `observe` that changes a part of it. */
export function readingsOf(store: ChangesSource): ChangesSource {
  return {
    changesSince: (...args) => store.changesSince(...args),
    readChanges: (...args) => store.readChanges(...args),
    actorsBetween: (range) => store.actorsBetween(range),
    readActors: (range) => store.readActors(range),
  };
}

export type FeedServer = Awaited<ReturnType<typeof FeedServer.start>>;

export const FeedServer = {
  async start({ idleTimeoutS, observe, ...options }: FeedServerOptions = {}) {
    const folder = new TemporaryFolder();
    const store = await openSqlite(folder.file("petstock.db"));
    const wanted = {
      name: "test",
      account: "default",
      role: "reader",
      expiresInMs: null,
      linkValidMs: null,
    } as const;
    const { secret: key, record } = newKey(systemClock, wanted, OPERATOR);
    await store.keys.create(record);
    const keys = await ApiKeys.open(store.keys, { clock: systemClock, log: silent });
    const endings = new KeyEndings((keyId) => keys.isUsable(keyId));
    const feed = new Feed({
      store: observe?.(store) ?? store,
      endings,
      ensureLive: () => store.ping(),
      isBusy: () => false,
      lookIntervalMs: 20,
      log: silent,
      streamsLimit: 100,
      keyStreamsLimit: 100,
      ...options,
    });
    const clientOf = () => "127.0.0.1";
    const authenticate = authenticator({ keys, admitStranger: strangerLimit(clientOf, undefined) });
    const snapshot = new Snapshot(store, { log: silent });
    const server = startServer({
      host: "127.0.0.1",
      port: 0,
      routes: {
        "/admin/v1/changes": {
          GET: changes({
            authenticate,
            feed,
            snapshot,
            downloads: new Downloads({ keyDownloadsLimit: 100, endings, log: silent }),
            readerMemory: new ReaderMemory(),
            log: silent,
            metrics: noMetrics,
          }),
        },
        // For proxies.
        "/readyz": { GET: () => ({ body: "ready" }) },
      },
      refusals: new RefusalLog(silent),
      clientOf,
      ...(idleTimeoutS !== undefined && { idleTimeoutS }),
    });
    const dispose = async () => {
      feed.end();
      await server.abort();
      await keys[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    };
    return { url: server.url, store, feed, key, keyRecord: record, [Symbol.asyncDispose]: dispose };
  },
};

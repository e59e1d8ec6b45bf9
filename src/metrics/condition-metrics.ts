// Gauges of the service's condition, set when they are read. An unknown value is NaN, on which no alert fires.

import type { Gauges } from "../inventory/metrics.ts";
import type { MetricsRegistry } from "./metrics-registry.ts";

type Read = (condition: Gauges) => number | undefined;

const GAUGES: Readonly<Record<string, readonly [help: string, read: Read]>> = {
  petstock_ready: ["1 where requests should come here, as /readyz says, else 0", (now) => Number(now.ready)],
  petstock_inventory_revision: ["the inventory's newest revision", (now) => now.revision],
  petstock_inventory_pets: ["pets in the list", (now) => now.pets],
  petstock_queue_waiting: ["updates that wait for their commit to begin", (now) => now.waiting],
  petstock_list_bytes: ["length of the list, uncompressed", (now) => now.listBytes],
  petstock_list_superseded_bytes: ["replaced pages, kept for slow readers", (now) => now.supersededBytes],
  petstock_list_readers: [
    "lists, of pets, labels or changes, that are being sent in pages",
    (now) => now.readers,
  ],
  petstock_streams: ["open streams of changes", (now) => now.streams],
  petstock_streams_limit: ["streams of changes that may be open", (now) => now.streamsLimit],
  petstock_database_size_bytes: [
    "size of the database, without its log",
    (now) => now.storage?.databaseBytes,
  ],
  petstock_database_unused_bytes: [
    "of the database, in pages that hold nothing",
    (now) => now.storage?.unusedBytes,
  ],
  petstock_database_wal_size_bytes: ["size of the write-ahead log", (now) => now.storage?.walBytes],
  petstock_database_wal_backlog_bytes: [
    "of the write-ahead log, not written back yet",
    (now) => now.storage?.walBacklogBytes,
  ],
  petstock_database_oldest_snapshot_transactions: [
    "transactions since the oldest snapshot that is held",
    (now) => now.storage?.oldestSnapshotTransactions,
  ],
  petstock_idempotency_records: [
    "results kept for Idempotency-Keys, about",
    (now) => now.storage?.idempotencyRecords,
  ],
  petstock_disk_free_bytes: ["free on the database's file system", (now) => now.storage?.diskFreeBytes],
  petstock_disk_size_bytes: ["size of the database's file system", (now) => now.storage?.diskBytes],
  petstock_last_backup_timestamp_seconds: [
    "last petstock backup, since 1970; 0 for never",
    (now) => seconds(now.storage?.lastBackupAt),
  ],
  petstock_certificate_expiry_timestamp_seconds: [
    "end of the certificate, since 1970",
    (now) => seconds(now.certificateExpiresAt),
  ],
  petstock_api_key_expiry_timestamp_seconds: [
    "first end of an API key that is in use, since 1970",
    (now) => seconds(now.keyExpiresAt),
  ],
};

export class ConditionMetrics {
  readonly #engine: string;
  readonly #gauges;
  readonly #databaseUp;
  readonly #hooks;
  readonly #logLinesDropped;

  constructor(registry: MetricsRegistry, { engine }: { engine: string }) {
    this.#engine = engine;
    this.#gauges = Object.entries(GAUGES).map(([name, [help, read]]) => ({
      gauge: registry.gauge(name, help),
      read,
    }));
    this.#databaseUp = registry.gauge(
      "petstock_database_up",
      "1 where the database answers, else 0",
      "engine",
    );
    this.#hooks = registry.gauge("petstock_hooks", "hooks, by what their deliveries come to", "condition");
    this.#logLinesDropped = registry.counter(
      "petstock_log_lines_dropped_total",
      "log lines dropped: written too slowly, or not at all",
    );
  }

  set(condition: Gauges): void {
    for (const { gauge, read } of this.#gauges) gauge.set(read(condition) ?? Number.NaN);
    for (const [state, count] of Object.entries(condition.hooks))
      this.#hooks.set({ condition: state }, count);
    this.#logLinesDropped.reset();
    this.#logLinesDropped.inc(condition.logLinesDropped);
    this.#databaseUp.set({ engine: this.#engine }, Number(condition.databaseUp));
  }
}

function seconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1_000;
}

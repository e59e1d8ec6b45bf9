// The metrics in Prometheus' format; docs/metrics.md describes each. Values that change with every request are added up in
// plain numbers, which prom-client gets when the metrics are read.

import {
  FAILURE_REASONS,
  type FailureReason,
  type Gauges,
  HOOK_RESULTS,
  type HookResult,
  KEY_REFUSALS,
  LINK_OUTCOMES,
  type LinkResult,
  type KeyRefusal,
  type MeasuredOperation,
  type Metrics,
  STREAM_ENDS,
  type StreamEnd,
} from "../inventory/metrics.ts";
import type { Build } from "../version.ts";
import { STORE_ERROR_CODES } from "../inventory/store-error.ts";
import { ConditionMetrics } from "./condition-metrics.ts";
import { MetricsRegistry } from "./metrics-registry.ts";
import { addProcessMetrics } from "./process-metrics.ts";
import { RequestMetrics } from "./request-metrics.ts";
import { SECONDS, Tally } from "./tally.ts";

/** Up to the largest group. */
const CHANGES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
/** A change that the queue refuses is in no group. */
const COMMIT_FAILURES = [...STORE_ERROR_CODES.filter((code) => code !== "overloaded"), "internal_error"];

export interface MetricsOptions {
  /** The database's. */
  readonly engine: string;
  /** The most updates that may wait. */
  readonly queueLimit: number;
  readonly build: Build;
  /** Undefined if the store has none. */
  readonly storeName: string | undefined;
}

export class PrometheusMetrics implements Metrics {
  readonly #registry = new MetricsRegistry();
  readonly #groups = new Tally(CHANGES);
  readonly #commits = new Tally(SECONDS);
  readonly #catchUps = new Tally(SECONDS);
  readonly #requestsFailed = this.#registry.counter(
    "petstock_requests_failed_total",
    "requests that failed because of the service or its database",
    "reason",
  );
  readonly #commitsFailed = this.#registry.counter(
    "petstock_commits_failed_total",
    "groups that were not committed",
    "code",
  );
  readonly #changesRefused = this.#registry.counter(
    "petstock_queue_refused_total",
    "updates that found no place to wait",
  );
  readonly #readersCutOff = this.#registry.counter(
    "petstock_list_readers_cut_off_total",
    "lists broken off: read too slowly",
  );
  readonly #keysRefused = this.#registry.counter(
    "petstock_keys_refused_total",
    "API keys that were refused",
    "reason",
  );
  readonly #links = this.#registry.counter(
    "petstock_links_total",
    "codes of sign-in links that were presented",
    "result",
  );
  readonly #eventsSent = this.#registry.counter(
    "petstock_stream_events_total",
    "events sent to streams of changes",
  );
  readonly #streamsEnded = this.#registry.counter(
    "petstock_streams_ended_total",
    "streams of changes that have ended",
    "reason",
  );
  readonly #hooksAnswered = this.#registry.counter(
    "petstock_hook_deliveries_total",
    "messages posted to hooks",
    "result",
  );
  readonly #requests: RequestMetrics;
  readonly #condition: ConditionMetrics;

  constructor({ engine, queueLimit, build, storeName = "" }: MetricsOptions) {
    const registry = this.#registry;
    this.#requests = new RequestMetrics(registry);
    this.#condition = new ConditionMetrics(registry, { engine });
    addProcessMetrics(registry);
    registry.gauge("petstock_queue_limit", "updates that may wait").set(queueLimit);
    const runtime = `bun ${Bun.version}`;
    registry
      .gauge("petstock_build_info", "what runs; always 1", "version", "commit", "runtime")
      .set({ ...build, runtime }, 1);
    // Also without a name: a join with it drops no server.
    registry.gauge("petstock_store_info", "the store's name; always 1", "store").set({ store: storeName }, 1);
    for (const reason of FAILURE_REASONS) this.#requestsFailed.inc({ reason }, 0);
    for (const code of COMMIT_FAILURES) this.#commitsFailed.inc({ code }, 0);
    for (const reason of KEY_REFUSALS) this.#keysRefused.inc({ reason }, 0);
    for (const result of LINK_OUTCOMES) this.#links.inc({ result }, 0);
    for (const reason of STREAM_ENDS) this.#streamsEnded.inc({ reason }, 0);
    for (const result of HOOK_RESULTS) this.#hooksAnswered.inc({ result }, 0);
    this.#showTallies();
  }

  now(): number {
    return performance.now();
  }

  answered(operation: MeasuredOperation, status: number, startedAt: number): void {
    this.#requests.answered(operation, status, startedAt);
  }

  requestFailed(reason: FailureReason): void {
    this.#requestsFailed.inc({ reason });
  }

  committed(changes: number, startedAt: number): void {
    this.#groups.add(changes);
    this.#commits.addSecondsSince(startedAt);
  }

  commitFailed(code: string): void {
    this.#commitsFailed.inc({ code });
  }

  changeRefused(): void {
    this.#changesRefused.inc();
  }

  caughtUp(startedAt: number): void {
    this.#catchUps.addSecondsSince(startedAt);
  }

  readerCutOff(): void {
    this.#readersCutOff.inc();
  }

  keyRefused(reason: KeyRefusal): void {
    this.#keysRefused.inc({ reason });
  }

  linkPresented(result: LinkResult): void {
    this.#links.inc({ result });
  }

  eventSent(): void {
    this.#eventsSent.inc();
  }

  streamEnded(reason: StreamEnd): void {
    this.#streamsEnded.inc({ reason });
  }

  hookAnswered(result: HookResult): void {
    this.#hooksAnswered.inc({ result });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All metrics, up to date. */
  async text(condition: Gauges): Promise<string> {
    this.#condition.set(condition);
    return this.#registry.text();
  }

  #showTallies(): void {
    const tallies = [
      ["petstock_commit_changes", "updates that were committed together", this.#groups],
      ["petstock_commit_duration_seconds", "commits, until they are on disk", this.#commits],
      ["petstock_catch_up_duration_seconds", "bringing the list up to date after changes", this.#catchUps],
    ] as const;
    for (const [name, help, tally] of tallies) this.#registry.histogram(name, help, () => [[{}, tally]]);
  }
}

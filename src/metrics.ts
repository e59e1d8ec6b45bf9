// The metrics as Prometheus reads them; docs/metrics.md tells of each. What happens with every request is added up in
// plain numbers, which prom-client gets when somebody asks: it looks labels up each time, and that takes half a µs.

import { readdir } from "node:fs/promises";
import { Counter, Gauge, Histogram, type Metric, Registry } from "prom-client";
import manifest from "../package.json" with { type: "json" };
import { type Condition, KEY_REFUSALS, type KeyRefusal, type Metrics } from "./inventory/ports.ts";
import { STORE_ERROR_CODES } from "./inventory/store.ts";

const PREFIX = "petstock_";
/** 10 µs to 50 s: a list takes one of the former, and an update may wait for a lock as long as the latter. */
const SECONDS = [-5, -4, -3, -2, -1, 0, 1].flatMap((exponent) =>
  // Read as text: as a product, 5 · 10^-5 is not quite that.
  [1, 2, 5].map((digit) => Number(`${digit}e${exponent}`)),
);
/** As far as groups go. */
const CHANGES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const STATUS_MAX = 599;
/** Whoever watches for these must see them begin: a series that is not there before it counts is no rise to Prometheus. */
const FAILURES: ReadonlySet<number> = new Set([500, 503]);
/** A change that finds no place is in no group. */
const COMMIT_FAILURES = [...STORE_ERROR_CODES.filter((code) => code !== "overloaded"), "internal_error"];

export interface MetricsOptions {
  /** The database's. */
  readonly engine: string;
  /** How many updates may wait. */
  readonly queueLimit: number;
}

export class PrometheusMetrics implements Metrics {
  readonly #registry = new Registry();
  /** What is to be done before anything is shown. */
  readonly #before: (() => void)[] = [];
  readonly #answers = new Map<string, Answers>();
  readonly #groups = new Tally(CHANGES);
  readonly #commits = new Tally(SECONDS);
  readonly #catchUps = new Tally(SECONDS);
  readonly #commitsFailed = this.#counter("commits_failed_total", "groups that were not committed", "code");
  readonly #changesRefused = this.#counter("queue_refused_total", "updates that found no place to wait");
  readonly #readersCutOff = this.#counter("list_readers_cut_off_total", "lists broken off: read too slowly");
  readonly #keysRefused = this.#counter("keys_refused_total", "API keys that were refused", "reason");
  readonly #gauges = GAUGES.map(([name, help, of]) => ({ gauge: this.#gauge(name, help), of }));
  readonly #databaseUp = this.#gauge("database_up", "1 where the database answers, else 0", "engine");
  readonly #engine: string;

  constructor({ engine, queueLimit }: MetricsOptions) {
    this.#engine = engine;
    this.#gauge("queue_limit", "updates that may wait").set(queueLimit);
    const runtime = `bun ${Bun.version}`;
    this.#gauge("build_info", "what runs; always 1", "version", "runtime").set(
      { version: manifest.version, runtime },
      1,
    );
    for (const code of COMMIT_FAILURES) this.#commitsFailed.inc({ code }, 0);
    for (const reason of KEY_REFUSALS) this.#keysRefused.inc({ reason }, 0);
    this.#countRequests();
    this.#countProcessorTime();
    this.#histogram("commit_changes", "updates that were committed together", () => [[{}, this.#groups]]);
    this.#histogram("commit_duration_seconds", "commits, until they are on disk", () => [
      [{}, this.#commits],
    ]);
    this.#histogram("catch_up_duration_seconds", "bringing the list up to date after changes", () => [
      [{}, this.#catchUps],
    ]);
    this.#histogram("request_duration_seconds", "from a request's head to that of its answer", () =>
      [...this.#answers].map(([operation, { seconds }]) => [{ operation }, seconds]),
    );
  }

  now(): number {
    return performance.now();
  }

  answered(operation: string, status: number, startedAt: number): void {
    let answers = this.#answers.get(operation);
    if (answers === undefined) this.#answers.set(operation, (answers = new Answers()));
    answers.byStatus[status] = (answers.byStatus[status] ?? 0) + 1;
    answers.seconds.add(secondsSince(startedAt));
  }

  committed(changes: number, startedAt: number): void {
    this.#groups.add(changes);
    this.#commits.add(secondsSince(startedAt));
  }

  commitFailed(code: string): void {
    this.#commitsFailed.inc({ code });
  }

  changeRefused(): void {
    this.#changesRefused.inc();
  }

  caughtUp(startedAt: number): void {
    this.#catchUps.add(secondsSince(startedAt));
  }

  readerCutOff(): void {
    this.#readersCutOff.inc();
  }

  keyRefused(reason: KeyRefusal): void {
    this.#keysRefused.inc({ reason });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All of it, as of now. */
  async text(condition: Condition): Promise<string> {
    for (const bringUpToDate of this.#before) bringUpToDate();
    for (const { gauge, of } of this.#gauges) gauge.set(await of(condition));
    this.#databaseUp.set({ engine: this.#engine }, Number(condition.databaseUp));
    return this.#registry.metrics();
  }

  #countRequests(): void {
    const requests = this.#counter("requests_total", "requests that were answered", "operation", "status");
    this.#before.push(() => {
      requests.reset();
      for (const [operation, { byStatus }] of this.#answers) {
        byStatus.forEach((count, status) => {
          if (count > 0 || FAILURES.has(status)) requests.inc({ operation, status }, count);
        });
      }
    });
  }

  #countProcessorTime(): void {
    const seconds = this.#counter("process_cpu_seconds_total", "processor time, of all threads");
    this.#before.push(() => {
      const { user, system } = process.cpuUsage();
      seconds.reset();
      seconds.inc((user + system) / 1e6);
    });
  }

  #counter(name: string, help: string, ...labelNames: string[]): Counter<string> {
    return this.#added(new Counter({ name: PREFIX + name, help, labelNames, registers: [] }));
  }

  #gauge(name: string, help: string, ...labelNames: string[]): Gauge<string> {
    return this.#added(new Gauge({ name: PREFIX + name, help, labelNames, registers: [] }));
  }

  #histogram(name: string, help: string, tallies: Tallies): void {
    this.#added(new TalliedHistogram({ name: PREFIX + name, help, tallies }));
  }

  #added<T extends Metric>(metric: T): T {
    this.#registry.registerMetric(metric);
    return metric;
  }
}

type Of = (condition: Condition) => number | Promise<number>;

const GAUGES: readonly (readonly [name: string, help: string, of: Of])[] = [
  ["ready", "1 where requests should come here, as /readyz says, else 0", ({ ready }) => Number(ready)],
  ["inventory_revision", "the inventory's newest revision", ({ revision }) => revision],
  ["inventory_pets", "pets in the list", ({ pets }) => pets],
  ["queue_waiting", "updates that wait for their commit to begin", ({ waiting }) => waiting],
  ["list_bytes", "length of the list, uncompressed", ({ listBytes }) => listBytes],
  ["list_superseded_bytes", "replaced pages, kept for slow readers", (now) => now.supersededBytes],
  ["list_readers", "lists that are being sent in pages", ({ readers }) => readers],
  ["process_resident_memory_bytes", "memory that is resident", () => process.memoryUsage.rss()],
  ["process_open_fds", "open file descriptors", openDescriptors],
  ["process_start_time_seconds", "when the process started, since 1970", () => performance.timeOrigin / 1000],
];

/** NaN, which Prometheus takes for unknown, where the system does not tell. */
async function openDescriptors(): Promise<number> {
  const open = await readdir("/dev/fd").catch(() => undefined);
  // One of them is for this very look.
  return open === undefined ? Number.NaN : open.length - 1;
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1_000;
}

/** The answers of one operation. */
class Answers {
  readonly byStatus = new Float64Array(STATUS_MAX + 1);
  readonly seconds = new Tally(SECONDS);
}

/** How many values came at or below each bound, and above the one before it. */
class Tally {
  readonly bounds: readonly number[];
  /** One more than there are bounds, for what is above them all. */
  readonly counts: Float64Array;
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  add(value: number): void {
    let at = 0;
    while (at < this.bounds.length && value > (this.bounds[at] as number)) at += 1;
    this.counts[at] = (this.counts[at] as number) + 1;
    this.sum += value;
  }
}

type Labels = Readonly<Record<string, string>>;
type Tallies = () => readonly (readonly [labels: Labels, tally: Tally])[];

/** A histogram that shows tallies, and is told of no values. */
class TalliedHistogram extends Histogram {
  readonly #name: string;
  readonly #help: string;
  readonly #tallies: Tallies;

  constructor({ name, help, tallies }: { name: string; help: string; tallies: Tallies }) {
    super({ name, help, registers: [] });
    this.#name = name;
    this.#help = help;
    this.#tallies = tallies;
  }

  /** What the registry asks for. */
  getForPromString() {
    const values = this.#tallies().flatMap(([labels, tally]) => this.#valuesOf(labels, tally));
    return { name: this.#name, help: this.#help, type: "histogram", values };
  }

  #valuesOf(labels: Labels, { bounds, counts, sum }: Tally) {
    let count = 0;
    const buckets = [...bounds, "+Inf"].map((le, at) => {
      count += counts[at] as number;
      return { metricName: `${this.#name}_bucket`, labels: { ...labels, le }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${this.#name}_sum`, labels, value: sum },
      { metricName: `${this.#name}_count`, labels, value: count },
    ];
  }
}

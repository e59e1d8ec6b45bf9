// Logs refused and failed requests at a bounded rate, and counts the failed ones by their cause. In each window the first ones of each
// client and error code are logged one by one, the others as a count.

import type { Log } from "../inventory/log.ts";
import { type Metrics, noMetrics } from "../inventory/metrics.ts";
import type { StoreProblem } from "../inventory/store-error.ts";
import { networkOf } from "./client-address.ts";
import type { TraceContext } from "./trace-context.ts";

const WINDOW_MS = 60_000;
/** Lines for one client and code in each window: enough to see the mistake. */
const LINES_PER_GROUP_MAX = 20;
/** Lines of all clients in each window: keeps a flood from many addresses below 1 GB of log a day. */
const LINES_MAX = 1_000;
/** Pairs of client and code that are counted separately; 200 KB. */
const GROUPS_MAX = 1_000;
/** Stands for the address of all further clients. */
const OTHERS = "others";

export interface Refusal extends Partial<TraceContext> {
  readonly requestId: string;
  readonly client: string;
  readonly method: string;
  readonly path: string;
  readonly code: string;
  readonly status: number;
}

interface RefusalLogOptions {
  readonly windowMs?: number;
  readonly metrics?: Pick<Metrics, "requestFailed"> | undefined;
}

interface Group {
  readonly client: string;
  readonly code: string;
  lines: number;
  /** Requests without a line of their own: how many, and the time of the first, ms since 1970. */
  count: number;
  since: number;
}

export class RefusalLog implements Disposable {
  readonly #log: Log;
  readonly #metrics: Pick<Metrics, "requestFailed">;
  readonly #groups = new Map<string, Group>();
  readonly #windowMs: number;
  #lines = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(log: Log, { windowMs = WINDOW_MS, metrics = noMetrics }: RefusalLogOptions = {}) {
    this.#log = log;
    this.#metrics = metrics;
    this.#windowMs = windowMs;
  }

  /** A request was refused deliberately. */
  refused(refusal: Refusal): void {
    if (this.#hasLine(refusal)) this.#log.info("request_refused", { ...refusal });
    else this.#log.debug("request_refused_again", { ...refusal });
  }

  /** A request failed because of the service or its database. */
  failed(refusal: Refusal, cause: string, problem?: StoreProblem): void {
    this.#metrics.requestFailed(problem ?? "other");
    if (this.#hasLine(refusal)) this.#log.error("request_failed", { ...refusal, cause });
    else this.#log.debug("request_failed_again", { ...refusal, cause });
  }

  /** Logs the counts of the current window. */
  [Symbol.dispose](): void {
    this.#endWindow();
  }

  #hasLine({ client, code }: Refusal): boolean {
    this.#timer ??= setTimeout(() => this.#endWindow(), this.#windowMs).unref();
    const group = this.#groupOf(networkOf(client), code);
    if (group.lines < LINES_PER_GROUP_MAX && this.#lines < LINES_MAX) {
      group.lines += 1;
      this.#lines += 1;
      return true;
    }
    if (group.count === 0) group.since = Date.now();
    group.count += 1;
    return false;
  }

  #groupOf(client: string, code: string): Group {
    const name = `${client} ${code}`;
    const known = this.#groups.get(name);
    if (known !== undefined) return known;
    if (this.#groups.size >= GROUPS_MAX && client !== OTHERS) return this.#groupOf(OTHERS, code);
    const group = { client, code, lines: 0, count: 0, since: 0 };
    this.#groups.set(name, group);
    return group;
  }

  #endWindow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { client, code, count, since } of this.#groups.values()) {
      if (count === 0) continue;
      this.#log.info("requests_refused", { client, code, count, since: new Date(since).toISOString() });
    }
    this.#groups.clear();
    this.#lines = 0;
  }
}

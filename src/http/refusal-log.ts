// The log lines of requests that were refused or that failed: at a bounded rate, whatever clients send. The first ones of
// each client and error code are logged one by one, the others as a number.

import type { Log } from "../inventory/ports.ts";
import { networkOf } from "./client-address.ts";
import type { TraceContext } from "./trace-context.ts";

const WINDOW_MS = 60_000;
/** Of one client with one code, in each window: enough to see what it does wrong. */
const LINES_PER_GROUP_MAX = 20;
/** Of all clients, in each window: a flood from many addresses then writes below 1 GB a day. */
const LINES_MAX = 1_000;
/** Clients and codes that are told apart; 200 KB. */
const GROUPS_MAX = 1_000;
/** In the place of an address, for all that are not told apart. */
const OTHERS = "others";

export interface Refusal extends Partial<TraceContext> {
  readonly requestId: string;
  readonly client: string;
  readonly method: string;
  readonly path: string;
  readonly code: string;
  readonly status: number;
}

interface Group {
  readonly client: string;
  readonly code: string;
  lines: number;
  /** Of those that got no line: how many, and when the first of them came, ms since 1970. */
  count: number;
  since: number;
}

export class RefusalLog implements Disposable {
  readonly #log: Log;
  readonly #groups = new Map<string, Group>();
  readonly #windowMs: number;
  #lines = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(log: Log, { windowMs = WINDOW_MS }: { windowMs?: number } = {}) {
    this.#log = log;
    this.#windowMs = windowMs;
  }

  /** A request was refused on purpose. */
  refused(refusal: Refusal): void {
    if (this.#hasLine(refusal)) this.#log.info("request_refused", { ...refusal });
    else this.#log.debug("request_refused_again", { ...refusal });
  }

  /** A request failed: the service, or its database, could not do what it should. */
  failed(refusal: Refusal, cause: string): void {
    if (this.#hasLine(refusal)) this.#log.error("request_failed", { ...refusal, cause });
    else this.#log.debug("request_failed_again", { ...refusal, cause });
  }

  /** Logs what was only counted so far. */
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

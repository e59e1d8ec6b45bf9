// Watches the list: follows its changes over a stream, so that it is read only once. Where the service offers no stream, reads the
// list repeatedly: each request sends the last list's tag, so that an unchanged list costs a 304 without a body.

import type { InventoryItem } from "../contract/item-json.ts";
import { applyChanges, type Changes, changesBetween } from "./changes.ts";
import type { Connection } from "./connection.ts";
import { RequestError } from "./errors.ts";
import { followChanges, type LostStream } from "./follow-changes.ts";
import { type List, readList } from "./list.ts";
import { DEFAULTS, type WatchOptions } from "./options.ts";
import { pause } from "./pause.ts";
import { isRetryable, pauseMsAfter, TEMPORARY_STATUSES } from "./retry.ts";

/** The present list, and its difference from the one before. */
export interface InventoryChange extends Changes {
  readonly items: readonly InventoryItem[];
}

/** A list that takes a second is read at most every ten seconds: a watch uses a tenth of a connection. */
const PART_OF_TIME = 10;
/** Up to a quarter longer each time, so that clients that started together spread. */
const JITTER = 0.25;
/** The service has no stream for this client now, such as beyond a limit, or a proxy holds it back. */
const STREAM_RETRY_MS = 60_000;
/** Attempts to open a stream while the service refuses everything, such as while it ends: some ten seconds. */
const REFUSED_ATTEMPTS = 8;

export async function* watchInventory(
  connection: Connection,
  options: WatchOptions,
): AsyncGenerator<InventoryChange, void, undefined> {
  const watch = new Watch(connection, options);
  for (;;) {
    yield* watch.read();
    yield* watch.follow();
    await watch.pause();
  }
}

class Watch {
  readonly #connection: Connection;
  readonly #options: WatchOptions;
  #known: List | undefined;
  /** The tag of the known list; undefined if the list must be read whole. */
  #etag: string | undefined;
  /** When to open a stream next, by `performance.now()`. */
  #streamAt: number;
  #transferMs = 0;
  #failures = 0;
  #pauseMs = 0;

  constructor(connection: Connection, options: WatchOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#streamAt = (options.stream ?? true) ? 0 : Number.POSITIVE_INFINITY;
  }

  /** Reads the list once, unless it is unchanged. */
  async *read(): AsyncGenerator<InventoryChange, void, undefined> {
    const { before, onArriving, onAnswer, signal, timeoutMs, retries } = this.#options;
    await before?.();
    signal?.throwIfAborted();
    this.#pauseMs = 0;
    const askedAt = performance.now();
    try {
      const list = await readList(this.#connection, {
        etag: this.#etag,
        onArriving: this.#known === undefined ? onArriving : undefined,
        signal,
        timeoutMs,
        retries,
      });
      this.#failures = 0;
      onAnswer?.(askedAt);
      if (list === undefined) return;
      this.#transferMs = performance.now() - askedAt;
      this.#etag = list.etag;
      yield* this.#show({ items: list.items, ...changesBetween(this.#known?.items ?? [], list.items) });
    } catch (error) {
      // A temporary error does not end the watch; a permanent one, such as a revoked key, does.
      if (!(error instanceof RequestError) || !isRetryable(error, true)) throw error;
      this.#onTrouble(error);
      this.#pauseMs = pauseMsAfter(this.#failures++, error.retryAfterMs);
    }
  }

  /** Follows the changes of the known list as long as streams can be opened. */
  async *follow(): AsyncGenerator<InventoryChange, void, undefined> {
    if (this.#etag === undefined || performance.now() < this.#streamAt) return;
    const { before, onAnswer, signal, timeoutMs } = this.#options;
    try {
      const changes = followChanges(this.#connection, {
        since: this.#etag,
        reopensAfter: isReopened,
        onTrouble: (error) => this.#onTrouble(error),
        before,
        onOpened: onAnswer,
        signal,
        timeoutMs,
      });
      for await (const { position, items, removed } of changes) {
        this.#etag = position;
        yield* this.#show(applyChanges(this.#known?.items ?? [], { changed: items, removed }));
      }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.#endStream(error);
    }
  }

  async pause(): Promise<void> {
    const { intervalMs = DEFAULTS.intervalMs, signal } = this.#options;
    const leastMs = Math.max(intervalMs, this.#transferMs * PART_OF_TIME) * (1 + Math.random() * JITTER);
    await pause(Math.max(this.#pauseMs, leastMs), signal);
  }

  *#show(change: InventoryChange): Generator<InventoryChange, void, undefined> {
    const isNews = this.#known === undefined || change.changed.length > 0 || change.removed.length > 0;
    this.#known = { items: change.items, etag: this.#etag };
    if (isNews) yield change;
  }

  /** Continues with the list: it decides whether the error is permanent, such as a revoked key. */
  #endStream(error: RequestError): void {
    if (error.code === "position_gone") this.#etag = undefined;
    else if (isRetryable(error, true)) {
      this.#onTrouble(error);
      if (!isRefused(error)) this.#streamAt = performance.now() + STREAM_RETRY_MS;
    } else this.#streamAt = Number.POSITIVE_INFINITY;
  }

  #onTrouble(error: RequestError): void {
    this.#options.onTrouble?.(error);
  }
}

/** A restart of the service must not make every client read the list again. */
export function isReopened(error: RequestError, { wasOpen, failures }: LostStream): boolean {
  if (wasOpen) return isRetryable(error, true);
  return error.code === "network_error" || (isRefused(error) && failures < REFUSED_ATTEMPTS);
}

/** Then reading the list would fail as well. */
function isRefused({ code, status }: RequestError): boolean {
  return code === "unavailable" || (code === "unexpected_answer" && TEMPORARY_STATUSES.has(status));
}

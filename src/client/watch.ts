// Watches the list: follows its changes over a stream, so that it is read only once. Where the service offers no stream, reads the
// list repeatedly: each request sends the last list's tag, so that an unchanged list costs a 304 without a body.

import type { InventoryItem } from "../contract/item-json.ts";
import { applyChanges, type Changes, changesBetween } from "./changes.ts";
import type { Connection } from "./connection.ts";
import { RequestError } from "./errors.ts";
import { followChanges } from "./follow-changes.ts";
import { type List, readList } from "./list.ts";
import { isReopened, LivePace } from "./live-pace.ts";
import { DEFAULTS, type WatchOptions } from "./options.ts";
import { pause } from "./pause.ts";

/** The current list, and its difference from the one before. */
export interface InventoryChange extends Changes {
  readonly items: readonly InventoryItem[];
}

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
  readonly #pace: LivePace;

  constructor(connection: Connection, options: WatchOptions) {
    this.#connection = connection;
    this.#options = options;
    const { intervalMs = DEFAULTS.intervalMs, stream = true } = options;
    this.#pace = new LivePace({ intervalMs, stream });
  }

  /** Reads the list once, unless it is unchanged. */
  async *read(): AsyncGenerator<InventoryChange, void, undefined> {
    const { before, onArriving, onAnswer, signal, timeoutMs, retries } = this.#options;
    await before?.();
    signal?.throwIfAborted();
    const askedAt = performance.now();
    try {
      const list = await readList(this.#connection, {
        etag: this.#etag,
        onArriving: this.#known === undefined ? onArriving : undefined,
        signal,
        timeoutMs,
        retries,
      });
      this.#pace.listRead(list && performance.now() - askedAt);
      onAnswer?.(askedAt);
      if (list === undefined) return;
      this.#etag = list.etag;
      yield* this.#show({ items: list.items, ...changesBetween(this.#known?.items ?? [], list.items) });
    } catch (error) {
      this.#pace.listFailed(error);
      this.#onTrouble(error);
    }
  }

  /** Follows the changes of the known list as long as streams can be opened. */
  async *follow(): AsyncGenerator<InventoryChange, void, undefined> {
    if (this.#etag === undefined || !this.#pace.opensStream) return;
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
      const end = this.#pace.streamFailed(error);
      if (end === "gone") this.#etag = undefined;
      if (end === "trouble") this.#onTrouble(error);
    }
  }

  async pause(): Promise<void> {
    await pause(this.#pace.pauseMs(), this.#options.signal);
  }

  *#show(change: InventoryChange): Generator<InventoryChange, void, undefined> {
    const isNews = this.#known === undefined || change.changed.length > 0 || change.removed.length > 0;
    this.#known = { items: change.items, etag: this.#etag };
    if (isNews) yield change;
  }

  #onTrouble(error: RequestError): void {
    this.#options.onTrouble?.(error);
  }
}

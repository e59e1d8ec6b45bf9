// The list again and again, as cheaply as the service allows: a tag is sent back, and what has not changed is not sent.

import type { InventoryItem } from "../contract/item-json.ts";
import { type Changes, changesBetween } from "./changes.ts";
import { RequestError } from "./errors.ts";
import { pause } from "./pause.ts";
import { isRetryable, pauseMsAfter } from "./retry.ts";

/** The list as it is now, and what has become different since the one before. */
export interface InventoryChange extends Changes {
  readonly items: readonly InventoryItem[];
}

export interface List {
  readonly items: readonly InventoryItem[];
  readonly etag: string | undefined;
}

export interface WatchSettings {
  /** The least time between two requests. */
  readonly intervalMs: number;
  readonly onTrouble: (error: RequestError) => void;
  readonly before?: (() => Promise<void>) | undefined;
  readonly onAnswer?: ((askedAt: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Undefined where the list has not changed since `etag`. */
export type ReadList = (etag: string | undefined) => Promise<List | undefined>;

/** So a list that takes a second is read every ten seconds at most: watching takes a tenth of a connection. */
const PART_OF_TIME = 10;
/** Up to a quarter longer each time, so that many who were started together spread. */
const JITTER = 0.25;

export async function* watchList(
  read: ReadList,
  watch: WatchSettings,
): AsyncGenerator<InventoryChange, void, undefined> {
  const { intervalMs, onTrouble, before, onAnswer, signal } = watch;
  let known: List | undefined;
  let transferMs = 0;
  let failures = 0;
  for (;;) {
    let pauseMs = 0;
    await before?.();
    signal?.throwIfAborted();
    const startedAt = performance.now();
    try {
      const list = await read(known?.etag);
      failures = 0;
      onAnswer?.(startedAt);
      if (list !== undefined) {
        transferMs = performance.now() - startedAt;
        const changes = changesBetween(known?.items ?? [], list.items);
        const isNews = known === undefined || changes.changed.length > 0 || changes.removed.length > 0;
        known = list;
        if (isNews) yield { items: list.items, ...changes };
      }
    } catch (error) {
      // What passes does not end a watch; what does not, such as a revoked key, does.
      if (!(error instanceof RequestError) || !isRetryable(error, true)) throw error;
      onTrouble(error);
      pauseMs = pauseMsAfter(failures++, error.retryAfterMs);
    }
    const leastMs = Math.max(intervalMs, transferMs * PART_OF_TIME) * (1 + Math.random() * JITTER);
    await pause(Math.max(pauseMs, leastMs), signal);
  }
}

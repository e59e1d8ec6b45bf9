// Reads the list repeatedly. Each request sends the last list's tag, so that an unchanged list costs a 304 without a body.

import type { InventoryItem } from "../contract/item-json.ts";
import { type Changes, changesBetween } from "./changes.ts";
import { RequestError } from "./errors.ts";
import { pause } from "./pause.ts";
import { isRetryable, pauseMsAfter } from "./retry.ts";

/** The present list, and its difference from the one before. */
export interface InventoryChange extends Changes {
  readonly items: readonly InventoryItem[];
}

export interface List {
  readonly items: readonly InventoryItem[];
  readonly etag: string | undefined;
}

export interface WatchSettings {
  /** The shortest time between two requests. */
  readonly intervalMs: number;
  readonly onTrouble: (error: RequestError) => void;
  readonly before?: (() => Promise<void>) | undefined;
  readonly onAnswer?: ((askedAt: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Undefined if the list has not changed since `etag`. */
export type ReadList = (etag: string | undefined) => Promise<List | undefined>;

/** A list that takes a second is read at most every ten seconds: a watch uses a tenth of a connection. */
const PART_OF_TIME = 10;
/** Up to a quarter longer each time, so that clients that started together spread. */
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
      // A temporary error does not end the watch; a permanent one, such as a revoked key, does.
      if (!(error instanceof RequestError) || !isRetryable(error, true)) throw error;
      onTrouble(error);
      pauseMs = pauseMsAfter(failures++, error.retryAfterMs);
    }
    const leastMs = Math.max(intervalMs, transferMs * PART_OF_TIME) * (1 + Math.random() * JITTER);
    await pause(Math.max(pauseMs, leastMs), signal);
  }
}

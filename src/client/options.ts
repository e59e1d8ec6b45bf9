// What a caller may choose, with the defaults.

import type { InventoryItem } from "../contract/item-json.ts";
import type { RequestError } from "./errors.ts";
import type { Fetch } from "./exchange.ts";

/** An int64. A `number` only while it is exact (`Number.isSafeInteger`); a text in plain decimal form. */
export type PetId = bigint | number | string;

export interface PetstockClientOptions {
  /** The service's address, such as `http://127.0.0.1:8080`; with or without `/v1`. */
  readonly url: string | URL;
  readonly apiKey: string;
  /** In place of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** The longest wait for the next bytes of the service, for each attempt. Default 40,000. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first, where they are safe. Default 4. */
  readonly retries?: number | undefined;
  /** No attempt begins later than this after the first. Default 60,000. */
  readonly retryForMs?: number | undefined;
}

export interface ReadOptions {
  /** Once it is aborted, the call rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface UpdateOptions extends ReadOptions {
  /** Update only if the item is still this; `precondition_failed` otherwise. */
  readonly ifUnchanged?: InventoryItem | undefined;
  /** A random text of this update alone, 1 to 255 visible ASCII characters: makes it safe to send again, for a day. */
  readonly idempotencyKey?: string | undefined;
}

export interface AdjustOptions extends ReadOptions {
  /** Of this adjustment alone; made where absent. One that you keep outlives your process. */
  readonly idempotencyKey?: string | undefined;
  /** How often it is tried where others are faster. Default 50. */
  readonly roundsMax?: number | undefined;
}

export interface WatchOptions extends ReadOptions {
  /** The least time between two requests. Default 1,000; longer where the list takes long. */
  readonly intervalMs?: number | undefined;
  /** Called with each failure that does not end the watch. */
  readonly onTrouble?: ((error: RequestError) => void) | undefined;
  /** Waited for before each request: a page that nobody sees need not ask. */
  readonly before?: (() => Promise<void>) | undefined;
  /** Called with what has come of the first list, again and again while it arrives; from its start again after a break. */
  readonly onArriving?: ((items: readonly InventoryItem[]) => void) | undefined;
  /** Called with each answer, ahead of what is new in it. It shows all that was acknowledged before `askedAt` (`performance.now()`). */
  readonly onAnswer?: ((askedAt: number) => void) | undefined;
}

export const DEFAULTS = {
  /** Longer than the service waits for its database (30 s), so that its own answer comes first. */
  timeoutMs: 40_000,
  retries: 4,
  retryForMs: 60_000,
  roundsMax: 50,
  intervalMs: 1000,
};

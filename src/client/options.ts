// The client's options and their defaults.

import type { components } from "../contract/admin.generated.ts";
import { type InventoryItem, parsePetId } from "../contract/item-json.ts";
import type { CallOptions } from "./call.ts";
import type { RequestError } from "./errors.ts";
import type { Fetch } from "./exchange.ts";

/** An int64. A `number` only while it is exact (`Number.isSafeInteger`); a text in plain decimal form. */
export type PetId = bigint | number | string;

/** Why the stock changed, for people. */
export type Reason = components["schemas"]["Reason"];

export interface PetstockClientOptions {
  /** The service's address, such as `http://127.0.0.1:8080`; with or without `/v1`. Not a user name, password or query. */
  readonly url: string | URL;
  /** From `petstock keys create`, or the dashboard's page of keys. */
  readonly apiKey: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** The longest wait for the next bytes of an answer, for each attempt. Default 40,000. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first, if they are safe. Default 4. */
  readonly retries?: number | undefined;
  /**
   * No attempt starts later than this after the first. Default 60,000; of changes at most 23 hours, as the service keeps keys a
   * day.
   */
  readonly retryForMs?: number | undefined;
}

/** The members of a change's movement in the ledger that a caller may set. */
export interface LedgerOptions {
  /** Why, for people. */
  readonly reason?: Reason | undefined;
  /** 1 to 200 characters. */
  readonly note?: string | undefined;
}

export interface UpdateOptions extends CallOptions, LedgerOptions {
  /** Update only if the item is unchanged; `precondition_failed` otherwise. */
  readonly ifUnchanged?: InventoryItem | undefined;
  /**
   * For this update alone, 1 to 255 visible ASCII characters: makes it safe to send again, for a day. Generated if absent. Store it
   * to repeat the update after a restart of your process. `null`: none, so that the update is not sent again after a lost answer;
   * for more than a million updates a day with one API key.
   */
  readonly idempotencyKey?: string | null | undefined;
}

export interface AdjustOptions extends CallOptions, LedgerOptions {
  /** For this adjustment alone; generated if absent. Store it to repeat the adjustment after a restart of your process. */
  readonly idempotencyKey?: string | undefined;
  /** The most attempts while other clients change the item first. Default 50. */
  readonly roundsMax?: number | undefined;
}

export interface WatchOptions extends CallOptions {
  /** Follow the changes over a stream where the service offers one, instead of reading the list again. Default true. */
  readonly stream?: boolean | undefined;
  /** The shortest time between two requests for the list. Default 1,000; longer if the list takes long. */
  readonly intervalMs?: number | undefined;
  /** Called with each failure that does not end the watch. */
  readonly onTrouble?: ((error: RequestError) => void) | undefined;
  /** Awaited before each request, also for a stream: a hidden page can pause the watch. */
  readonly before?: (() => Promise<void>) | undefined;
  /** Called repeatedly with the part of the first list that has arrived; starts again after a broken connection. */
  readonly onArriving?: ((items: readonly InventoryItem[]) => void) | undefined;
  /**
   * Called with each answer, before its changes are given; of a stream, once it is open. The answer shows all that was
   * acknowledged before `askedAt` (`performance.now()`).
   */
  readonly onAnswer?: ((askedAt: number) => void) | undefined;
}

export const DEFAULTS = {
  /** Longer than the service waits for its database (30 s), so that its own answer arrives first. */
  timeoutMs: 40_000,
  retries: 4,
  retryForMs: 60_000,
  roundsMax: 50,
  intervalMs: 1000,
};

/** A page, with the cursor of the next one; null at the end. */
export interface Page<T> {
  readonly entries: readonly T[];
  readonly next: string | null;
}

/** A page of the ledger. */
export interface SearchedPage<T> extends Page<T> {
  /** Only if the service found nothing within its time: everything after this time was searched; go on with `next`. */
  readonly searchedBackTo?: string;
  /** Only of the last page with `order: "asc"`: the `afterRevision` to go on with next time. */
  readonly through?: number;
}

/** The id as a bigint. Throws a TypeError. */
export function petIdOrThrow(petId: PetId): bigint {
  const isExact = typeof petId !== "number" || Number.isSafeInteger(petId);
  const id = isExact ? parsePetId(String(petId)) : undefined;
  if (id !== undefined) return id;
  throw new TypeError(`petId must be an int64, and a number only up to 2^53 - 1; got ${petId}`);
}

/** Reason and note as headers of a request. The note is percent-encoded: a header holds only ASCII. */
export function ledgerHeaders({ reason, note }: LedgerOptions): Readonly<Record<string, string>> {
  return {
    ...(reason !== undefined && { "Petstock-Reason": reason }),
    ...(note !== undefined && { "Petstock-Note": encodeURIComponent(note) }),
  };
}

// The typed client: both operations, with exact ids, typed errors, and retries where they are safe. Runs in browsers,
// Node and Bun; must never import a package or anything of a runtime.

import { itemETag } from "../contract/item-etag.ts";
import { type InventoryItem, parsePetId } from "../contract/item-json.ts";
import { adjustStock, type Update } from "./adjust.ts";
import { errorFrom, itemFrom } from "./answers.ts";
import { RequestError } from "./errors.ts";
import { type Answer, type ApiRequest, exchange, type Fetch, type Transport } from "./exchange.ts";
import {
  type AdjustOptions,
  DEFAULTS,
  type PetId,
  type PetstockClientOptions,
  type ReadOptions,
  type UpdateOptions,
  type WatchOptions,
} from "./options.ts";
import { randomKey } from "./random-key.ts";
import { isOutcomeUnknown, type RetryPolicy, withRetries } from "./retry.ts";
import { itemBatches } from "./stream-items.ts";
import { type InventoryChange, watchList } from "./watch.ts";

export type { InventoryItem, PetStatus } from "../contract/item-json.ts";
export {
  type ErrorCode,
  PetstockError,
  RequestError,
  StockRangeError,
  type TransportCode,
  TransportError,
} from "./errors.ts";
export type { Fetch } from "./exchange.ts";
export type {
  AdjustOptions,
  PetId,
  PetstockClientOptions,
  ReadOptions,
  UpdateOptions,
  WatchOptions,
} from "./options.ts";
export type { InventoryChange } from "./watch.ts";

const NOT_MODIFIED = 304;
const IDEMPOTENCY_KEY = /^[!-~]{1,255}$/;

export class PetstockClient {
  readonly #wire: Transport;
  readonly #policy: RetryPolicy;

  constructor({ url, apiKey, fetch, timeoutMs, retries, retryForMs }: PetstockClientOptions) {
    // A browser's fetch throws when it is called as a method of another object.
    const send: Fetch = fetch ?? ((address, init) => globalThis.fetch(address, init));
    // Checked here, because a header that cannot be sent would look like a network error.
    if (!/^[!-~]+$/.test(apiKey)) throw new TypeError("apiKey must be a petstock API key");
    this.#wire = { url: baseOf(url), apiKey, fetch: send, timeoutMs: timeoutMs ?? DEFAULTS.timeoutMs };
    this.#policy = { retries: retries ?? DEFAULTS.retries, retryForMs: retryForMs ?? DEFAULTS.retryForMs };
  }

  /** Every pet's stock, ascending by `petId`. */
  async listInventory({ signal }: ReadOptions = {}): Promise<InventoryItem[]> {
    const list = await this.#read(undefined, signal);
    return list?.items ?? [];
  }

  /** The same, item by item as they arrive. Throws `broken_body` if the list breaks off after its first item. */
  async *streamInventory({ signal }: ReadOptions = {}): AsyncGenerator<InventoryItem, void, undefined> {
    // No retry once an item was given: the next list may differ.
    const { first, rest } = await withRetries(this.#policy, { repeatable: true, signal }, async () => {
      const batches = itemBatches(await this.#ask({ method: "GET", path: "/inventory", signal }));
      return { first: await batches.next(), rest: batches };
    });
    try {
      for (let next = first; next.done !== true; next = await rest.next()) {
        for (const item of next.value) {
          yield item;
          signal?.throwIfAborted();
        }
      }
    } finally {
      await rest.return();
    }
  }

  /** The list at once, and again after each change, until the signal is aborted or an error is permanent. */
  watchInventory(options: WatchOptions = {}): AsyncGenerator<InventoryChange, void, undefined> {
    const { signal, onArriving } = options;
    const read = (etag: string | undefined) =>
      this.#read(etag, signal, etag === undefined ? onArriving : undefined);
    return watchList(read, {
      ...options,
      intervalMs: options.intervalMs ?? DEFAULTS.intervalMs,
      onTrouble: options.onTrouble ?? (() => {}),
    });
  }

  /** Sets the stock of one pet. A result means that the change is on disk. */
  async updateInventory(petId: PetId, quantity: number, options: UpdateOptions = {}): Promise<InventoryItem> {
    const { ifUnchanged, idempotencyKey, signal } = options;
    const id = idOf(petId);
    if (ifUnchanged !== undefined && ifUnchanged.petId !== id) {
      throw new TypeError(`ifUnchanged is pet ${ifUnchanged.petId}, not ${id}`);
    }
    const ifMatch = ifUnchanged === undefined ? undefined : itemETag(ifUnchanged);
    return this.#update(id, quantity, { ifMatch, idempotencyKey, signal });
  }

  /**
   * Adds to the stock of one pet, or takes from it, exactly once, also while other clients change it. Takes one request if
   * `pet` is an unchanged item, two if it is an id. Throws `StockRangeError` if there is not enough stock.
   */
  async adjust(pet: PetId | InventoryItem, by: number, options: AdjustOptions = {}): Promise<InventoryItem> {
    if (!Number.isSafeInteger(by)) throw new TypeError(`by must be an integer; got ${by}`);
    const known = typeof pet === "object" ? pet : undefined;
    const id = idOf(typeof pet === "object" ? pet.petId : pet);
    const { signal, roundsMax = DEFAULTS.roundsMax } = options;
    // One key for all rounds: if a round succeeds and its answer is lost, the service replays that success to later rounds.
    const idempotencyKey = options.idempotencyKey ?? randomKey();
    const update: Update = (quantity, ifMatch) =>
      this.#update(id, quantity, { ifMatch, idempotencyKey, signal });
    return adjustStock(update, { by, known, roundsMax, signal });
  }

  async #update(
    id: bigint,
    quantity: number,
    {
      ifMatch,
      idempotencyKey,
      signal,
    }: ReadOptions & { ifMatch: string | undefined; idempotencyKey: string | undefined },
  ): Promise<InventoryItem> {
    if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey)) {
      throw new TypeError("idempotencyKey must be 1 to 255 visible ASCII characters");
    }
    const ask: ApiRequest = {
      method: "PATCH",
      path: `/inventory/${id}`,
      headers: {
        "Content-Type": "application/json",
        ...(ifMatch !== undefined && { "If-Match": ifMatch }),
        ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
      },
      body: JSON.stringify({ quantity }),
      signal,
    };
    const repeatable = idempotencyKey !== undefined;
    return withRetries(this.#policy, { repeatable, signal }, async () => {
      try {
        return await itemFrom(await this.#ask(ask, id));
      } catch (error) {
        if (error instanceof RequestError) error.mayBeApplied = isOutcomeUnknown(error);
        throw error;
      }
    });
  }

  /** The whole list; undefined if it has not changed since `etag`. */
  #read(
    etag: string | undefined,
    signal: AbortSignal | undefined,
    onArriving?: (items: readonly InventoryItem[]) => void,
  ): Promise<WholeList | undefined> {
    const headers = etag === undefined ? {} : { "If-None-Match": etag };
    return withRetries(this.#policy, { repeatable: true, signal }, async () => {
      const answer = await this.#ask({ method: "GET", path: "/inventory", headers, signal });
      if (answer.status === NOT_MODIFIED) {
        answer.discard();
        return undefined;
      }
      const items: InventoryItem[] = [];
      for await (const batch of itemBatches(answer)) {
        for (const item of batch) items.push(item);
        onArriving?.(items);
      }
      return { items, etag: answer.headers.get("ETag") ?? undefined };
    });
  }

  /** A 200, or a 304 if the request had `If-None-Match`. */
  async #ask(ask: ApiRequest, petId?: bigint): Promise<Answer> {
    const answer = await exchange(this.#wire, ask);
    const { status } = answer;
    if (status === 200 || (status === NOT_MODIFIED && ask.headers?.["If-None-Match"] !== undefined))
      return answer;
    throw await errorFrom(answer, petId);
  }
}

interface WholeList {
  readonly items: InventoryItem[];
  readonly etag: string | undefined;
}

function baseOf(url: string | URL): string {
  const { protocol, origin, pathname } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:")
    throw new TypeError(`url must be http or https: ${protocol}`);
  return origin + pathname.replace(/\/+$/, "").replace(/\/v1$/, "") + "/v1";
}

function idOf(petId: PetId): bigint {
  const isExact = typeof petId !== "number" || Number.isSafeInteger(petId);
  const id = isExact ? parsePetId(String(petId)) : undefined;
  if (id !== undefined) return id;
  throw new TypeError(`petId must be an int64, and a number only up to 2^53 - 1; got ${petId}`);
}

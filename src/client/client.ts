// The typed client: both operations, with exact ids, typed errors, and retries where they are safe. Runs in browsers,
// Node and Bun; must never import a package or anything of a runtime.

import { itemETag } from "../contract/item-etag.ts";
import type { InventoryItem } from "../contract/item-json.ts";
import { adjustStock, type Update } from "./adjust.ts";
import { itemFrom } from "./answers.ts";
import { Connection } from "./connection.ts";
import type { ApiRequest } from "./exchange.ts";
import { idempotencyKeyOrThrow } from "./idempotency-key.ts";
import { ledgerHeaders } from "./ledger-headers.ts";
import { itemsOf, LIST_PATH, openList, readList } from "./list.ts";
import {
  type AdjustOptions,
  DEFAULTS,
  type PetId,
  type PetstockClientOptions,
  type ReadOptions,
  type UpdateOptions,
  type WatchOptions,
} from "./options.ts";
import { petIdOrThrow } from "./pet-id.ts";
import { randomKey } from "./random-key.ts";
import { type InventoryChange, watchInventory } from "./watch.ts";

export type { InventoryItem, PetStatus } from "../contract/item-json.ts";
export {
  type Conflict,
  type ErrorCode,
  PetstockError,
  type Problem,
  RequestError,
  StockRangeError,
  type TransportCode,
  TransportError,
} from "./errors.ts";
export { PetstockAdmin } from "./admin.ts";
export type * from "./admin-options.ts";
export type { Rows } from "./admin-requests.ts";
export type * from "./admin-types.ts";
export type { Fetch } from "./exchange.ts";
export type {
  AdjustOptions,
  LedgerOptions,
  PetId,
  PetstockClientOptions,
  ReadOptions,
  Reason,
  UpdateOptions,
  WatchOptions,
} from "./options.ts";
export type { Page } from "./pages.ts";
export type { InventoryChange } from "./watch.ts";

export class PetstockClient {
  readonly #connection: Connection;

  constructor(options: PetstockClientOptions) {
    this.#connection = new Connection(options);
  }

  /** Every pet's stock, ascending by `petId`. */
  async listInventory({ signal }: ReadOptions = {}): Promise<InventoryItem[]> {
    const list = await readList(this.#connection, { signal });
    return list?.items ?? [];
  }

  /** The same, item by item as they arrive. Throws `broken_body` if the list breaks off after its first item. */
  async *streamInventory({ signal }: ReadOptions = {}): AsyncGenerator<InventoryItem, void, undefined> {
    const { batches } = await openList(this.#connection, signal);
    yield* itemsOf(batches, signal);
  }

  /** The list at once, and again after each change, until the signal is aborted or an error is permanent. */
  watchInventory(options: WatchOptions = {}): AsyncGenerator<InventoryChange, void, undefined> {
    return watchInventory(this.#connection, options);
  }

  /** Sets the stock of one pet. A result means that the change is on disk. */
  async updateInventory(petId: PetId, quantity: number, options: UpdateOptions = {}): Promise<InventoryItem> {
    const { ifUnchanged, idempotencyKey, signal } = options;
    const headers = ledgerHeaders(options);
    const id = petIdOrThrow(petId);
    if (ifUnchanged !== undefined && ifUnchanged.petId !== id) {
      throw new TypeError(`ifUnchanged is pet ${ifUnchanged.petId}, not ${id}`);
    }
    const ifMatch = ifUnchanged === undefined ? undefined : itemETag(ifUnchanged);
    return this.#update(id, quantity, { ifMatch, idempotencyKey, headers, signal });
  }

  /**
   * Adds to the stock of one pet, or takes from it, exactly once, also while other clients change it. Takes one request if
   * `pet` is an unchanged item, two if it is an id. Throws `StockRangeError` if there is not enough stock.
   */
  async adjust(pet: PetId | InventoryItem, by: number, options: AdjustOptions = {}): Promise<InventoryItem> {
    if (!Number.isSafeInteger(by)) throw new TypeError(`by must be an integer; got ${by}`);
    const known = typeof pet === "object" ? pet : undefined;
    const id = petIdOrThrow(typeof pet === "object" ? pet.petId : pet);
    const { signal, roundsMax = DEFAULTS.roundsMax } = options;
    // One key for all rounds: if a round succeeds and its answer is lost, the service replays that success to later rounds.
    const idempotencyKey = options.idempotencyKey ?? randomKey();
    const headers = ledgerHeaders(options);
    const update: Update = (quantity, ifMatch) =>
      this.#update(id, quantity, { ifMatch, idempotencyKey, headers, signal });
    return adjustStock(update, { by, known, roundsMax, signal });
  }

  async #update(
    id: bigint,
    quantity: number,
    { ifMatch, idempotencyKey, headers, signal }: UpdateRequest,
  ): Promise<InventoryItem> {
    if (idempotencyKey !== undefined) idempotencyKeyOrThrow(idempotencyKey);
    const request: ApiRequest = {
      method: "PATCH",
      path: `${LIST_PATH}/${id}`,
      headers: {
        "Content-Type": "application/json",
        ...headers,
        ...(ifMatch !== undefined && { "If-Match": ifMatch }),
        ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
      },
      body: JSON.stringify({ quantity }),
      signal,
    };
    const effect = idempotencyKey === undefined ? "once" : "repeatable";
    return this.#connection.send(request, { effect, petId: id }, itemFrom);
  }
}

interface UpdateRequest extends ReadOptions {
  readonly ifMatch: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

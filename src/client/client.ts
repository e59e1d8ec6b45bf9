// The typed client: both operations, with exact ids, typed errors, and retries where they are safe. Runs in browsers,
// Node and Bun; must never import a package or anything of a runtime.

import { itemETag } from "../contract/item-etag.ts";
import type { InventoryItem } from "../contract/item-json.ts";
import { adjustStock, type Update } from "./adjust.ts";
import { elementsOf } from "./batches.ts";
import { type Call, type CallOptions, startCall } from "./call.ts";
import { Connection } from "./connection.ts";
import { idempotencyKeyOrThrow, randomKey } from "./idempotency-key.ts";
import {
  ledgerHeaders,
  type AdjustOptions,
  DEFAULTS,
  type PetId,
  type PetstockClientOptions,
  type UpdateOptions,
  type WatchOptions,
  petIdOrThrow,
} from "./options.ts";
import { openList, readList } from "./list.ts";
import { sendUpdate } from "./send-update.ts";
import { type InventoryChange, watchInventory } from "./watch.ts";

export type { InventoryItem, PetStatus } from "../contract/item-json.ts";
export type { Call, CallOptions, ResponseFacts, WithResponse } from "./call.ts";
export {
  type Conflict,
  type ErrorCode,
  InsufficientStockError,
  PetstockError,
  type Problem,
  RequestError,
  type Shortage,
  StockRangeError,
  type TransportCode,
  TransportError,
  type UnknownErrorCode,
} from "./errors.ts";
export { isLow } from "../inventory/low-stock.ts";
export { PetstockAdmin } from "./admin.ts";
export type * from "./admin-options.ts";
export type { Rows } from "./admin-requests.ts";
export type * from "./admin-types.ts";
export type { Fetch } from "./exchange.ts";
export { parse, stringify } from "./json.ts";
export type {
  AdjustOptions,
  LedgerOptions,
  Page,
  PetId,
  PetstockClientOptions,
  Reason,
  SearchedPage,
  UpdateOptions,
  WatchOptions,
} from "./options.ts";
export { linkOwner, signIn } from "./sign-in.ts";
export type { InventoryChange } from "./watch.ts";

/**
 * A client of one service with one API key. Its methods reject with a `PetstockError`, a `TransportError`, the reason of the
 * caller's signal, or, before a request, a `TypeError`.
 */
export class PetstockClient {
  readonly #connection: Connection;

  /** Sends nothing. Throws a TypeError if an option is invalid, such as `apiKey: undefined`. */
  constructor(options: PetstockClientOptions) {
    this.#connection = new Connection(options);
  }

  /**
   * Every pet's stock, ascending by `petId`. Throws `broken_body` if the list is incomplete, never a shorter list. The `etag` of
   * the response is the list's position, for `PetstockAdmin.changes`.
   */
  listInventory(options: CallOptions = {}): Call<InventoryItem[]> {
    return startCall(options, async (context) => (await readList(this.#connection, context))?.items ?? []);
  }

  /** The same, item by item as they arrive. Throws `broken_body` if the list breaks off after its first item. */
  async *streamInventory(options: CallOptions = {}): AsyncGenerator<InventoryItem, void, undefined> {
    const { batches } = await startCall(options, (context) => openList(this.#connection, context));
    yield* elementsOf(batches, options.signal);
  }

  /** The list at once, and again after each change, until the signal is aborted or an error is permanent. */
  watchInventory(options: WatchOptions = {}): AsyncGenerator<InventoryChange, void, undefined> {
    return watchInventory(this.#connection, options);
  }

  /**
   * Sets the stock of one pet: `quantity` is an integer, 0 to 2147483647. A result means that the change is on disk. Sent again
   * after a lost answer, and applied once, because of its Idempotency-Key. Throws `pet_not_found`; with `ifUnchanged` also
   * `precondition_failed`, with the current `item`.
   */
  updateInventory(petId: PetId, quantity: number, options: UpdateOptions = {}): Call<InventoryItem> {
    return startCall(options, async (context) => {
      const { ifUnchanged, idempotencyKey = randomKey() } = options;
      const id = petIdOrThrow(petId);
      if (ifUnchanged !== undefined && ifUnchanged.petId !== id) {
        throw new TypeError(`ifUnchanged is pet ${ifUnchanged.petId}, not ${id}`);
      }
      return sendUpdate(this.#connection, context, {
        petId: id,
        quantity,
        ifMatch: ifUnchanged === undefined ? undefined : itemETag(ifUnchanged),
        idempotencyKey: idempotencyKey === null ? undefined : idempotencyKeyOrThrow(idempotencyKey),
        headers: ledgerHeaders(options),
      });
    });
  }

  /**
   * Adds the integer `by` to the stock of one pet, or takes from it, exactly once, also while other clients change it. Takes one
   * request if `pet` is an unchanged item, two if it is an id. Throws `StockRangeError` if there is not enough stock,
   * `pet_not_found`, and `precondition_failed` after `roundsMax` rounds.
   */
  adjust(pet: PetId | InventoryItem, by: number, options: AdjustOptions = {}): Call<InventoryItem> {
    return startCall(options, async (context) => {
      if (!Number.isSafeInteger(by)) throw new TypeError(`by must be an integer; got ${by}`);
      const known = typeof pet === "object" ? pet : undefined;
      const petId = petIdOrThrow(typeof pet === "object" ? pet.petId : pet);
      // One key for all rounds: if a round succeeds and its answer is lost, the service replays that success to later rounds.
      const idempotencyKey = idempotencyKeyOrThrow(options.idempotencyKey ?? randomKey());
      const common = { petId, idempotencyKey, headers: ledgerHeaders(options) };
      const update: Update = (quantity, ifMatch) =>
        sendUpdate(this.#connection, context, { ...common, quantity, ifMatch });
      const { roundsMax = DEFAULTS.roundsMax, signal } = options;
      return adjustStock(update, { by, known, roundsMax, signal });
    });
  }
}

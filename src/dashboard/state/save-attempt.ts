// One save of one pet's quantity: what is sent, and what its result means. Pure.

import type { InventoryItem, PetstockClient } from "../../client/client.ts";
import { isQuantity } from "../../contract/item-json.ts";
import { formatCount, formatDelta } from "../model/format.ts";
import type { QuantityEdit } from "../model/quantity-edit.ts";
import type { Change, Save } from "./state.ts";

export interface SaveAttempt {
  /** The row that the update is guarded with. */
  readonly from: InventoryItem;
  readonly edit: Exclude<QuantityEdit, { kind: "error" }>;
  /** The same for every retry, so that the update is applied once. */
  readonly idempotencyKey: string;
  /** Of the session in which the save began. The service knows the idempotency key only for this client's API key. */
  readonly client: PetstockClient;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
}

export interface SaveResult {
  /** What to show; undefined if nothing. */
  readonly save: Save | undefined;
  /** What can be undone; undefined if nothing was changed. */
  readonly change?: Change;
}

export function wantedQuantity({ from, edit }: SaveAttempt): number {
  return edit.kind === "set" ? edit.quantity : from.quantity + edit.by;
}

export function savingState(attempt: SaveAttempt): Save {
  return { kind: "saving", wanted: wantedQuantity(attempt) };
}

/** Of a `set` whose answer was lost, judged by the row in a list that was requested later. Undefined: not applied. */
export function resultFromList(attempt: SaveAttempt, now: InventoryItem): SaveResult | undefined {
  const wanted = wantedQuantity(attempt);
  if (now.quantity === wanted) {
    return { save: { kind: "saved", wanted }, change: changeOf(attempt.from, now) };
  }
  if (now.quantity === attempt.from.quantity) return undefined;
  return { save: { kind: "conflict", wanted, theirs: now } };
}

/**
 * The next attempt of an adjustment whose answer was lost. If the row may already include it, the request stays identical,
 * and the service replays the first answer.
 */
export function retryOf(attempt: SaveAttempt, now: InventoryItem): SaveAttempt {
  const fromNow = { ...attempt, from: now };
  return now.quantity !== wantedQuantity(attempt) && isQuantity(wantedQuantity(fromNow)) ? fromNow : attempt;
}

export function attemptTitle({ from, edit }: SaveAttempt): string {
  return edit.kind === "set" ? updateTitle(from, edit) : `pet ${from.petId}, ${formatDelta(edit.by)}`;
}

export function changeOf(before: InventoryItem, after: InventoryItem): Change {
  return { title: updateTitle(before, after), updates: [{ before, after }] };
}

function updateTitle({ petId, quantity }: InventoryItem, after: { readonly quantity: number }): string {
  return `pet ${petId}, ${formatCount(quantity)} → ${formatCount(after.quantity)}`;
}

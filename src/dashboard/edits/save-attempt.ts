// One save of one pet's quantity: what is sent, and what its result means. Pure.

import type { InventoryItem } from "../../client/client.ts";
import { isQuantity } from "../../contract/item-json.ts";
import { formatCount, formatDelta } from "../ui/format.ts";
import type { Author } from "./authors.ts";
import type { QuantityEdit } from "./quantity-edit.ts";
import type { Change, Save } from "../state/state.ts";

export interface SaveAttempt {
  /** The row that the update is guarded with. */
  readonly from: InventoryItem;
  readonly edit: Exclude<QuantityEdit, { kind: "error" }>;
  /** The same for every retry, so that the update is applied once. */
  readonly idempotencyKey: string;
  /** Whose key made the edit. The service knows the idempotency key only for that one. */
  readonly author: Author;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
  /** Its entry in the outbox. */
  readonly outboxId: string;
  /** For titles: the pet as people know it. */
  readonly name: string;
}

export interface SaveResult {
  /** The save to show; undefined if none. */
  readonly save: Save | undefined;
  /** The change, for undo; undefined if there is none. */
  readonly change?: Change;
}

export function wantedQuantity({ from, edit }: SaveAttempt): number {
  return edit.kind === "set" ? edit.quantity : from.quantity + edit.by;
}

export function savingState(attempt: SaveAttempt): Save {
  return { kind: "saving", wanted: wantedQuantity(attempt) };
}

/** The result of a `set` whose answer was lost, by the row in a later list. Undefined: not applied. */
export function resultFromList(attempt: SaveAttempt, now: InventoryItem): SaveResult | undefined {
  const wanted = wantedQuantity(attempt);
  if (now.quantity === wanted) {
    return { save: { kind: "saved", wanted }, change: changeOf(attempt, attempt.from, now) };
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

export function attemptTitle(attempt: SaveAttempt): string {
  const { name, from, edit } = attempt;
  return edit.kind === "set" ? updateTitle(name, from, edit) : `${name}, ${formatDelta(edit.by)}`;
}

export function changeOf(
  { name }: Pick<SaveAttempt, "name">,
  before: InventoryItem,
  after: InventoryItem,
): Change {
  return { title: updateTitle(name, before, after), update: { before, after } };
}

type Quantity = Pick<InventoryItem, "quantity">;

function updateTitle(name: string, before: Quantity, after: Quantity): string {
  return `${name}, ${formatCount(before.quantity)} → ${formatCount(after.quantity)}`;
}

// Saves of quantities: what is sent, and what its answer means.

import { type InventoryItem, PetstockError, RequestError, StockRangeError } from "../../client/client.ts";
import { isQuantity } from "../../contract/item-json.ts";
import type { Change, QuantitySave } from "../state/state.ts";
import { editsText } from "../language/en/edits.ts";
import { errorText } from "../language/error-text.ts";
import { formatCount, formatDelta } from "../language/format.ts";
import { failureMessage } from "./failure-message.ts";
import type { QuantityEdit } from "./quantity-edit.ts";
import type { EditKind, NextStep, SaveAttempt, SaveResult, SendOptions } from "./save-attempt.ts";
import type { SessionContext } from "./session-context.ts";

export interface QuantityTypes {
  /** The row that the update is guarded with. */
  readonly from: InventoryItem;
  readonly edit: Exclude<QuantityEdit, { kind: "error" }>;
  readonly wanted: number;
  readonly theirs: InventoryItem;
}

type Attempt = SaveAttempt<QuantityTypes>;
type Options = SendOptions<QuantityTypes>;

export const QUANTITY_SAVES: EditKind<QuantityTypes> = {
  savesIn: ({ saves }) => saves,
  withSaves: (saves) => ({ saves }),
  wanted: wantedQuantity,
  title: attemptTitle,
  notSent: (petName, wanted) => editsText.quantityNotSent(petName, formatCount(wanted)),
  send: sendQuantity,
  next: nextStep,
  overTheirs: (attempt, from) => ({ from, edit: { kind: "set", quantity: wantedQuantity(attempt) } }),
  besidesTheirs: () => undefined,
  problem: problemOf,
};

function wantedQuantity({ from, edit }: Attempt): number {
  return edit.kind === "set" ? edit.quantity : from.quantity + edit.by;
}

/** In the name of the person who made the edit, or not at all. Never rejects. */
async function sendQuantity(attempt: Attempt, options: Options): Promise<SaveResult<QuantityTypes>> {
  const { from, edit, idempotencyKey } = attempt;
  const { pets, onKeyError, client: currentClient } = options.context;
  const client = currentClient();
  try {
    const after =
      edit.kind === "set"
        ? await client.updateInventory(from.petId, edit.quantity, { ifUnchanged: from, idempotencyKey })
        : await client.adjust(from, edit.by, { idempotencyKey });
    pets.acknowledge([after]);
    const before = edit.kind === "set" ? from : { ...from, quantity: after.quantity - edit.by };
    return { save: { kind: "saved", wanted: after.quantity }, change: changeOf(attempt, before, after) };
  } catch (error) {
    onKeyError(error, client);
    return { save: saveAfter(error, attempt, options) };
  }
}

function saveAfter(error: unknown, attempt: Attempt, { context, failed }: Options): QuantitySave {
  const wanted = wantedQuantity(attempt);
  const isAnswer = error instanceof PetstockError;
  const theirs = isAnswer || error instanceof StockRangeError ? error.item : undefined;
  if (theirs !== undefined) context.pets.acknowledge([theirs]);
  // The service stores a key only with a success, so an earlier attempt was applied and its answer was lost.
  if (isAnswer && error.code === "idempotency_mismatch") return alreadySaved(attempt, context);
  const isConflict = attempt.edit.kind === "set" && isAnswer && theirs !== undefined;
  if (isConflict) return { kind: "conflict", wanted, theirs };
  if (error instanceof RequestError && error.mayBeApplied) return { kind: "unconfirmed", wanted };
  return failed(failureMessage(error));
}

/** Others have changed the pet since, so the save cannot be undone. */
function alreadySaved(attempt: Attempt, { authors, store }: SessionContext): QuantitySave {
  const text = editsText.alreadySaved(attemptTitle(attempt));
  if (authors.isSameKey(attempt.author)) store.set({ notice: { text, tone: "good", undo: undefined } });
  return { kind: "saved", wanted: wantedQuantity(attempt) };
}

function nextStep(
  attempt: Attempt,
  { context, failed, canRetry }: Options & { readonly canRetry: boolean },
): NextStep<QuantityTypes> {
  const now = context.pets.item(attempt.from.petId);
  const known = (result: SaveResult<QuantityTypes>): NextStep<QuantityTypes> => ({ kind: "known", result });
  if (now === undefined) return known({ save: failed(errorText({ code: "pet_not_found", message: "" })) });
  const result = attempt.edit.kind === "set" || !canRetry ? resultFromList(attempt, now) : undefined;
  if (result !== undefined) return known(result);
  if (!canRetry) return known({ save: failed(editsText.oldQuantity) });
  return { kind: "retry", attempt: retryOf(attempt, now) };
}

/** The result of a `set` whose answer was lost, by the row in a later list. Undefined: not applied. */
function resultFromList(attempt: Attempt, now: InventoryItem): SaveResult<QuantityTypes> | undefined {
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
function retryOf(attempt: Attempt, now: InventoryItem): Attempt {
  const fromNow = { ...attempt, from: now };
  return now.quantity !== wantedQuantity(attempt) && isQuantity(wantedQuantity(fromNow)) ? fromNow : attempt;
}

function attemptTitle({ name, from, edit }: Attempt): string {
  return edit.kind === "set" ? updateTitle(name, from, edit) : `${name}, ${formatDelta(edit.by)}`;
}

function changeOf({ name }: Pick<Attempt, "name">, before: InventoryItem, after: InventoryItem): Change {
  return { title: updateTitle(name, before, after), isEdit: true, update: { before, after } };
}

type Quantity = Pick<InventoryItem, "quantity">;

function updateTitle(name: string, before: Quantity, after: Quantity): string {
  return `${name}, ${formatCount(before.quantity)} → ${formatCount(after.quantity)}`;
}

function problemOf(name: string, save: QuantitySave): string | undefined {
  if (save.kind === "failed") return editsText.quantityNotSaved(name, formatCount(save.wanted), save.message);
  if (save.kind !== "conflict") return undefined;
  return editsText.quantityConflict(name, formatCount(save.wanted), formatCount(save.theirs.quantity));
}

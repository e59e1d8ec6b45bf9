// Sends one save, and says what its answer means.

import { PetstockError, RequestError, StockRangeError } from "../../client/client.ts";
import type { Save } from "../state/state.ts";
import { failureMessage } from "./failure-message.ts";
import { attemptTitle, changeOf, type SaveAttempt, type SaveResult, wantedQuantity } from "./save-attempt.ts";
import type { SessionContext } from "./session-context.ts";

export interface SendOptions {
  readonly context: SessionContext;
  /** The state of a save that was not applied. */
  readonly failed: (message: string) => Save;
}

/** In the name of the person who made the edit, or not at all. Never rejects. */
export async function sendAttempt(attempt: SaveAttempt, options: SendOptions): Promise<SaveResult> {
  const { from, edit, author, idempotencyKey } = attempt;
  const { authors, pets, onKeyError, client: currentClient } = options.context;
  if (!authors.isSamePerson(author)) return { save: options.failed(authors.madeBy(author)) };
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

function saveAfter(error: unknown, attempt: SaveAttempt, { context, failed }: SendOptions): Save {
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
function alreadySaved(attempt: SaveAttempt, { authors, store }: SessionContext): Save {
  const text = `Already saved: ${attemptTitle(attempt)}`;
  if (authors.isSameKey(attempt.author)) store.set({ notice: { text, tone: "good", undo: undefined } });
  return { kind: "saved", wanted: wantedQuantity(attempt) };
}

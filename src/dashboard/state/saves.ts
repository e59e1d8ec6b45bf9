// Saves edited quantities. Each save is guarded with the row that the user saw, so it never overwrites a change of others.

import { type InventoryItem, PetstockError, RequestError, StockRangeError } from "../../client/client.ts";
import { randomKey } from "../../client/random-key.ts";
import { failureMessage } from "../model/failure-message.ts";
import { findRow } from "../model/rows.ts";
import {
  attemptTitle,
  changeOf,
  resultFromList,
  retryOf,
  type SaveAttempt,
  type SaveResult,
  savingState,
  wantedQuantity,
} from "./save-attempt.ts";
import { acknowledge, type SessionContext } from "./session-context.ts";
import { type Save, withEntry } from "./state.ts";
import type { UndoStack } from "./undo-stack.ts";

/** The service keeps an idempotency key for 24 hours; one hour is reserved for transit and clock differences. */
const IDEMPOTENCY_KEY_MS = 23 * 3_600_000;

export interface SavesOptions {
  readonly context: SessionContext;
  readonly undoStack: UndoStack;
  readonly savedMarkMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A save that waits for a list requested after `since` (`performance.now()`). */
interface Unconfirmed {
  readonly since: number;
  readonly resume: () => void;
}

export class Saves {
  readonly #context: SessionContext;
  readonly #options: SavesOptions;
  readonly #unconfirmed = new Set<Unconfirmed>();

  constructor(options: SavesOptions) {
    this.#context = options.context;
    this.#options = options;
  }

  /** `from` is the row as it was when the edit began. */
  save(from: InventoryItem, edit: SaveAttempt["edit"]): void {
    const client = this.#context.client();
    this.#enqueue({ from, edit, client, idempotencyKey: randomKey(), begunAt: this.#options.now() });
  }

  /** Resolves a conflict: saves the user's quantity over the row that the conflict showed. */
  useMine(petId: bigint): void {
    const save = this.#context.store.state.saves.get(petId);
    if (save?.kind === "conflict") this.save(save.theirs, { kind: "set", quantity: save.wanted });
  }

  dismiss(petId: bigint): void {
    this.#set(petId, undefined);
  }

  /** Resumes saves whose answer was lost before `requestedAt`, the time of the request for the current list. */
  onList(requestedAt: number): void {
    for (const each of this.#unconfirmed) {
      if (each.since >= requestedAt) continue;
      this.#unconfirmed.delete(each);
      each.resume();
    }
  }

  /** Sent when earlier updates of the same pet have ended, as the user may type faster than the service answers. */
  #enqueue(attempt: SaveAttempt): void {
    const { petId } = attempt.from;
    let shown: Save | undefined = savingState(attempt);
    this.#set(petId, shown);
    // A newer save of the same pet hides this one's progress.
    const show = (save: Save | undefined): void => {
      if (this.#context.store.state.saves.get(petId) !== shown) return;
      shown = save;
      this.#show(petId, save);
    };
    const result = this.#context.queue.run(petId, () => this.#sendUntilKnown(attempt, show));
    void result.then(({ save }) => show(save));
    const change = result.then((known) => known.change);
    void this.#options.undoStack.addPending(attemptTitle(attempt), change);
  }

  /** Ends only when the outcome is known, because the next update of the pet is guarded with it. */
  async #sendUntilKnown(attempt: SaveAttempt, show: (save: Save) => void): Promise<SaveResult> {
    const result = await this.#send(attempt);
    if (result.save?.kind !== "unconfirmed") return result;
    show(result.save);
    await new Promise<void>((resume) => this.#unconfirmed.add({ since: performance.now(), resume }));
    const { session, rows } = this.#context.store.state;
    const now = findRow(rows, attempt.from.petId);
    if (session.phase === "out" || now === undefined) return { save: undefined };
    if (!this.#canRetry(attempt)) {
      const failed = () => ({ save: this.#failed(attempt, "The inventory still has the old quantity") });
      return resultFromList(attempt, now) ?? failed();
    }
    show(savingState(attempt));
    return this.#sendUntilKnown(retryOf(attempt, now), show);
  }

  /** An adjustment can be retried with its idempotency key. The list cannot tell: others may have added the same amount. */
  #canRetry({ edit, client, begunAt }: SaveAttempt): boolean {
    const isKeyKnown = this.#options.now() - begunAt < IDEMPOTENCY_KEY_MS;
    return edit.kind === "adjust" && this.#context.isCurrent(client) && isKeyKnown;
  }

  async #send(attempt: SaveAttempt): Promise<SaveResult> {
    const { from, edit, client, idempotencyKey } = attempt;
    if (!this.#context.isCurrent(client)) {
      return { save: this.#failed(attempt, "You signed in with a different key") };
    }
    try {
      const after =
        edit.kind === "set"
          ? await client.updateInventory(from.petId, edit.quantity, { ifUnchanged: from, idempotencyKey })
          : await client.adjust(from, edit.by, { idempotencyKey });
      acknowledge(this.#context.store, [after]);
      const before = edit.kind === "set" ? from : { ...from, quantity: after.quantity - edit.by };
      return { save: { kind: "saved", wanted: after.quantity }, change: changeOf(before, after) };
    } catch (error) {
      this.#context.onKeyError(error, client);
      return { save: this.#saveAfter(error, attempt) };
    }
  }

  #saveAfter(error: unknown, attempt: SaveAttempt): Save {
    const wanted = wantedQuantity(attempt);
    const isAnswer = error instanceof PetstockError;
    const theirs = isAnswer || error instanceof StockRangeError ? error.item : undefined;
    if (theirs !== undefined) acknowledge(this.#context.store, [theirs]);
    // The service stores a key only with a success, so an earlier attempt was applied and its answer was lost.
    if (isAnswer && error.code === "idempotency_mismatch") return this.#alreadySaved(attempt);
    const isConflict = attempt.edit.kind === "set" && isAnswer && theirs !== undefined;
    if (isConflict) return { kind: "conflict", wanted, theirs };
    if (error instanceof RequestError && error.mayBeApplied) return { kind: "unconfirmed", wanted };
    return this.#failed(attempt, failureMessage(error));
  }

  /** A retry is sent by the session that asks for it. */
  #failed(attempt: SaveAttempt, message: string): Save {
    const retry = (): void => this.#enqueue({ ...attempt, client: this.#context.client() });
    return { kind: "failed", message, wanted: wantedQuantity(attempt), retry };
  }

  /** Others have changed the pet since, so the save cannot be undone. */
  #alreadySaved(attempt: SaveAttempt): Save {
    const text = `Already saved: ${attemptTitle(attempt)}`;
    if (this.#context.isCurrent(attempt.client)) {
      this.#context.store.set({ notice: { text, tone: "good", undo: undefined } });
    }
    return { kind: "saved", wanted: wantedQuantity(attempt) };
  }

  /** "Saved" disappears after a while. */
  #show(petId: bigint, save: Save | undefined): void {
    this.#set(petId, save);
    if (save?.kind !== "saved") return;
    setTimeout(() => {
      if (this.#context.store.state.saves.get(petId) === save) this.dismiss(petId);
    }, this.#options.savedMarkMs);
  }

  #set(petId: bigint, save: Save | undefined): void {
    const { store } = this.#context;
    store.set({ saves: withEntry(store.state.saves, petId, save) });
  }
}

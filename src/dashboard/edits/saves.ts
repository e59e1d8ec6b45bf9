// Saves edited quantities. Each save is guarded with the row that the user saw, so it never overwrites a change of others. An edit is
// sent in the name of the person who made it, or after a question.

import type { InventoryItem, PetstockClient } from "../../client/client.ts";
import { randomKey } from "../../client/idempotency-key.ts";
import type { Save } from "../state/state.ts";
import { petName } from "../ui/names.ts";
import type { Author } from "./authors.ts";
import { ListWaits } from "./list-waits.ts";
import type { Outbox, StoredAttempt } from "./outbox.ts";
import { IDEMPOTENCY_RESEND_MS } from "../../inventory/idempotency.ts";
import {
  attemptTitle,
  resultFromList,
  retryOf,
  type SaveAttempt,
  type SaveResult,
  savingState,
  wantedQuantity,
} from "./save-attempt.ts";
import { SaveDisplay } from "./save-display.ts";
import { sendAttempt } from "./send-attempt.ts";
import type { SessionContext } from "./session-context.ts";
import type { UndoStack } from "./undo-stack.ts";

interface SavesOptions {
  readonly context: SessionContext;
  readonly undoStack: UndoStack;
  readonly outbox: Outbox;
  readonly savedMarkMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A save that is being sent. */
interface SaveRun {
  readonly show: (save: Save) => void;
  /** Aborted when the session that made the edit is signed out. */
  readonly signOut: AbortSignal;
}

export class Saves {
  readonly #context: SessionContext;
  readonly #options: SavesOptions;
  readonly #display: SaveDisplay;
  readonly #listWaits = new ListWaits();
  /** Conflicts and failures on which the user decides; their outbox entries stay until then. */
  readonly #undecided = new Map<bigint, SaveAttempt>();
  /** Attempts whose outcome is not known. */
  #waiting = 0;
  #restoredFor: PetstockClient | undefined;

  constructor(options: SavesOptions) {
    const { context, savedMarkMs } = options;
    this.#context = context;
    this.#options = options;
    this.#display = new SaveDisplay({
      store: context.store,
      pets: context.pets,
      savedMarkMs,
      onSeen: (petId) => this.dismiss(petId),
    });
  }

  /** `from` is the row as it was when the edit began. */
  save(from: InventoryItem, edit: SaveAttempt["edit"]): void {
    this.#begin({ from, edit, idempotencyKey: randomKey(), begunAt: this.#options.now() });
  }

  /** Sends what a page before has left in the outbox of this key. */
  async restore(): Promise<void> {
    const client = this.#context.client();
    if (client === this.#restoredFor) return;
    this.#restoredFor = client;
    const author = this.#context.author();
    for (const { id, ...attempt } of await this.#options.outbox.takeOver(author)) {
      if (this.#context.isCurrent(client)) this.#enqueue(attempt, id);
      else this.#options.outbox.leave(id);
    }
  }

  /** Resolves a conflict: saves the user's quantity over the row that the conflict showed. */
  useMine(petId: bigint): void {
    const save = this.#display.get(petId);
    const author = this.#undecided.get(petId)?.author;
    if (save?.kind !== "conflict") return;
    const { theirs, wanted } = save;
    const send = (): void => this.save(theirs, { kind: "set", quantity: wanted });
    this.#sendOrAsk({ petId, wanted, author: author ?? this.#context.author(), send });
  }

  dismiss(petId: bigint): void {
    this.#decided(petId);
    this.#display.set(petId, undefined);
  }

  /** Resumes saves whose answer was lost before `requestedAt`, the time of the request for the current list. */
  onList(requestedAt: number): void {
    this.#listWaits.onList(requestedAt);
  }

  /** The entries of the session stay stored, for the next session with its key. */
  onSignOut(): void {
    this.#undecided.clear();
    this.#options.outbox.leaveAll();
    this.#listWaits.end();
  }

  /** A new edit is the user's decision on an earlier conflict or failure of the pet: that is not sent again after a reload. */
  #begin(attempt: StoredAttempt): void {
    const outboxId = this.#options.outbox.add(attempt, this.#context.author());
    this.#decided(attempt.from.petId);
    this.#enqueue(attempt, outboxId);
  }

  /** Sent when earlier updates of the same pet have ended, as the user may type faster than the service answers. */
  #enqueue(stored: StoredAttempt, outboxId: string): void {
    const { petId } = stored.from;
    const name = petName(petId, this.#context.pets.label(petId));
    const attempt: SaveAttempt = { ...stored, author: this.#context.author(), outboxId, name };
    let shown: Save | undefined = savingState(attempt);
    this.#display.set(petId, shown);
    // A newer save of the same pet hides this one's progress.
    const show = (save: Save | undefined): void => {
      if (this.#display.get(petId) !== shown) return;
      shown = save;
      this.#display.show(petId, save);
    };
    this.#setWaiting(1);
    const signOut = this.#context.signOutSignal();
    const result = this.#context.queue.run(petId, () => this.#sendUntilKnown(attempt, { show, signOut }));
    void result.then(({ save }) => {
      this.#setWaiting(-1);
      show(save);
      if (!signOut.aborted || save?.kind === "saved") this.#settle(attempt, save);
    });
    const change = result.then((known) => known.change);
    void this.#options.undoStack.addPending(attemptTitle(attempt), change);
  }

  /** Ends only when the outcome is known, because the next update of the pet is guarded with it. */
  async #sendUntilKnown(attempt: SaveAttempt, run: SaveRun): Promise<SaveResult> {
    const { show, signOut } = run;
    if (signOut.aborted) return { save: undefined };
    const failed = (message: string): Save => this.#failed(attempt, message);
    const result = await sendAttempt(attempt, { context: this.#context, failed });
    if (result.save?.kind !== "unconfirmed") return result;
    if (signOut.aborted) return { save: undefined };
    show(result.save);
    const answered = this.#listWaits.untilList();
    this.#context.refresh();
    await answered;
    if (signOut.aborted) return { save: undefined };
    const now = this.#context.pets.item(attempt.from.petId);
    if (now === undefined) return { save: failed("This pet is no longer in the inventory") };
    const canRetry = this.#canRetry(attempt);
    const known = attempt.edit.kind === "set" || !canRetry ? resultFromList(attempt, now) : undefined;
    if (known !== undefined) return known;
    if (!canRetry) return { save: failed("The inventory still has the old quantity") };
    show(savingState(attempt));
    return this.#sendUntilKnown(retryOf(attempt, now), run);
  }

  /** With its idempotency key. Of an adjustment the list cannot tell: others may have added the same amount. */
  #canRetry({ author, begunAt }: SaveAttempt): boolean {
    return this.#context.authors.isSameKey(author) && this.#options.now() - begunAt < IDEMPOTENCY_RESEND_MS;
  }

  /** A retry is sent by the session that asks for it. */
  #failed(attempt: SaveAttempt, message: string): Save {
    const wanted = wantedQuantity(attempt);
    const { author, from, edit, idempotencyKey, begunAt } = attempt;
    const send = (): void => this.#begin({ from, edit, idempotencyKey, begunAt });
    const retry = (): void => this.#sendOrAsk({ petId: from.petId, wanted, author, send });
    return { kind: "failed", message, wanted, retry };
  }

  /** Asks if the history would name another person than the one who made the edit. */
  #sendOrAsk({ author, ...edit }: UndecidedEdit): void {
    const { authors, store } = this.#context;
    if (authors.isSamePerson(author)) return edit.send();
    store.set({ foreignEdit: { ...edit, by: authors.nameOf(author), as: authors.currentName } });
  }

  /** The entry of a conflict or failure stays stored until the user decides. */
  #settle(attempt: SaveAttempt, save: Save | undefined): void {
    const { petId } = attempt.from;
    const isUndecided = save?.kind === "conflict" || save?.kind === "failed";
    if (isUndecided && this.#display.get(petId) === save) this.#undecided.set(petId, attempt);
    else this.#options.outbox.remove(attempt.outboxId);
  }

  #decided(petId: bigint): void {
    const undecided = this.#undecided.get(petId);
    this.#undecided.delete(petId);
    if (undecided !== undefined) this.#options.outbox.remove(undecided.outboxId);
  }

  #setWaiting(by: 1 | -1): void {
    this.#waiting += by;
    this.#context.store.set({ waiting: this.#waiting });
  }
}

/** A conflict or failure that the user decides to send. */
interface UndecidedEdit {
  readonly petId: bigint;
  readonly wanted: number;
  readonly author: Author;
  readonly send: () => void;
}

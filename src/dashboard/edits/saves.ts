// Saves edits of one kind: quantities, or labels. Each save is guarded with what the user saw, so it never overwrites a change of
// others. An edit is sent in the name of the person who made it, or after a question.

import { randomKey } from "../../client/idempotency-key.ts";
import { IDEMPOTENCY_RESEND_MS } from "../../inventory/idempotency.ts";
import { petName } from "../ui/names.ts";
import { ListWaits } from "./list-waits.ts";
import type { Outbox } from "./outbox.ts";
import type { EditKind, EditTypes, Save, SaveAttempt, SaveResult, StoredAttempt } from "./save-attempt.ts";
import { SaveDisplay } from "./save-display.ts";
import type { SessionContext } from "./session-context.ts";
import type { UndoStack } from "./undo-stack.ts";

export interface SavesOptions {
  readonly context: SessionContext;
  readonly undoStack: UndoStack;
  readonly outbox: Outbox;
  readonly savedMarkMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Opens a pet, for a decision that its row does not offer. */
  readonly open?: (petId: bigint) => void;
}

/** A save that is being sent. */
interface SaveRun<T extends EditTypes> {
  readonly show: (save: Save<T>) => void;
  /** Aborted when the session that made the edit is signed out. */
  readonly signOut: AbortSignal;
}

export class Saves<T extends EditTypes> {
  readonly #kind: EditKind<T>;
  readonly #context: SessionContext;
  readonly #options: SavesOptions;
  readonly #display: SaveDisplay<T>;
  readonly #listWaits = new ListWaits();
  /** Conflicts and failures on which the user decides; their outbox entries stay until then. */
  readonly #undecided = new Map<bigint, SaveAttempt<T>>();

  constructor(kind: EditKind<T>, options: SavesOptions) {
    const { context, savedMarkMs, open } = options;
    this.#kind = kind;
    this.#context = context;
    this.#options = options;
    this.#display = new SaveDisplay({
      kind,
      store: context.store,
      pets: context.pets,
      savedMarkMs,
      open,
      onSeen: (petId) => this.dismiss(petId),
    });
  }

  /** `from` is what the user saw when the edit began. */
  save(from: T["from"], edit: T["edit"]): void {
    this.#begin({ from, edit, idempotencyKey: randomKey(), begunAt: this.#options.now() });
  }

  /** Sends an edit that a page before has left in the outbox of this key. */
  resume({ from, edit, idempotencyKey, begunAt }: StoredAttempt<T>, outboxId: string): void {
    this.#enqueue({ from, edit, idempotencyKey, begunAt }, outboxId);
  }

  /** Resolves a conflict: saves the user's edit over what the conflict showed. */
  useMine(petId: bigint): void {
    const save = this.#display.get(petId);
    const attempt = this.#undecided.get(petId);
    if (save?.kind !== "conflict" || attempt === undefined) return;
    const { from, edit } = this.#kind.overTheirs(attempt, save.theirs);
    this.#sendOrAsk(attempt, () => this.save(from, edit));
  }

  /** Resolves a conflict: keeps what others have set, and saves the rest of the edit. */
  keepTheirs(petId: bigint): void {
    const save = this.#display.get(petId);
    const attempt = this.#undecided.get(petId);
    this.dismiss(petId);
    if (save?.kind !== "conflict" || attempt === undefined) return;
    const rest = this.#kind.besidesTheirs(attempt, save.theirs);
    if (rest !== undefined) this.#sendOrAsk(attempt, () => this.save(rest.from, rest.edit));
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
  #begin(attempt: StoredAttempt<T>): void {
    const outboxId = this.#options.outbox.add(attempt, this.#context.author());
    this.#decided(attempt.from.petId);
    this.#enqueue(attempt, outboxId);
  }

  /** Sent when earlier updates of the same pet have ended, as the user may type faster than the service answers. */
  #enqueue(stored: StoredAttempt<T>, outboxId: string): void {
    const { petId } = stored.from;
    const name = petName(petId, this.#context.pets.label(petId));
    const attempt: SaveAttempt<T> = { ...stored, author: this.#context.author(), outboxId, name };
    let shown: Save<T> | undefined = this.#saving(attempt);
    this.#display.set(petId, shown);
    // A newer save of the same pet hides this one's progress.
    const show = (save: Save<T> | undefined): void => {
      if (this.#display.get(petId) !== shown) return;
      shown = save;
      this.#display.show(petId, save);
    };
    const { signOutSignal, queue, waiting } = this.#context;
    waiting.add(1);
    const signOut = signOutSignal();
    const result = queue.run(petId, () => this.#sendUntilKnown(attempt, { show, signOut }));
    void result.then(({ save }) => {
      waiting.add(-1);
      show(save);
      if (!signOut.aborted || save?.kind === "saved") this.#settle(attempt, save);
    });
    const change = result.then((known) => known.change);
    void this.#options.undoStack.addPending({ title: this.#kind.title(attempt) }, change);
  }

  /** Ends only when the outcome is known, because the next update of the pet is guarded with it. */
  async #sendUntilKnown(attempt: SaveAttempt<T>, run: SaveRun<T>): Promise<SaveResult<T>> {
    const { show, signOut } = run;
    const { authors, refresh } = this.#context;
    if (signOut.aborted) return { save: undefined };
    const failed = (message: string): Save<T> => this.#failed(attempt, message);
    const options = { context: this.#context, failed };
    // In the name of the person who made the edit, or not at all.
    if (!authors.isSamePerson(attempt.author)) return { save: failed(authors.madeBy(attempt.author)) };
    const result = await this.#kind.send(attempt, options);
    if (result.save?.kind !== "unconfirmed") return result;
    if (signOut.aborted) return { save: undefined };
    show(result.save);
    const answered = this.#listWaits.untilList();
    refresh();
    await answered;
    if (signOut.aborted) return { save: undefined };
    const next = this.#kind.next(attempt, { ...options, canRetry: this.#canRetry(attempt) });
    if (next.kind === "known") return next.result;
    show(this.#saving(attempt));
    return this.#sendUntilKnown(next.attempt, run);
  }

  #saving(attempt: SaveAttempt<T>): Save<T> {
    return { kind: "saving", wanted: this.#kind.wanted(attempt) };
  }

  /** With its idempotency key. Of an adjustment the list cannot tell: others may have added the same amount. */
  #canRetry({ author, begunAt }: SaveAttempt<T>): boolean {
    return this.#context.authors.isSameKey(author) && this.#options.now() - begunAt < IDEMPOTENCY_RESEND_MS;
  }

  /** A retry is sent by the session that asks for it. */
  #failed(attempt: SaveAttempt<T>, message: string): Save<T> {
    const { from, edit, idempotencyKey, begunAt } = attempt;
    const send = (): void => this.#begin({ from, edit, idempotencyKey, begunAt });
    const retry = (): void => this.#sendOrAsk(attempt, send);
    return { kind: "failed", message, wanted: this.#kind.wanted(attempt), retry };
  }

  /** Asks if the history would name another person than the one who made the edit. */
  #sendOrAsk(attempt: SaveAttempt<T>, send: () => void): void {
    const { authors, store, pets } = this.#context;
    const { author } = attempt;
    if (authors.isSamePerson(author)) return send();
    const { petId } = attempt.from;
    const edit = this.#kind.notSent(petName(petId, pets.label(petId)), this.#kind.wanted(attempt));
    store.set({
      foreignEdit: { petId, edit, by: authors.nameOf(author), as: authors.currentName, send },
    });
  }

  /** The entry of a conflict or failure stays stored until the user decides. */
  #settle(attempt: SaveAttempt<T>, save: Save<T> | undefined): void {
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
}

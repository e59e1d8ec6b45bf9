// Undoes changes made on this page, newest first. Each undo is guarded with the row that the change left, so it never
// overwrites a later change of others.

import { type InventoryItem, PetstockError, RequestError } from "../../client/client.ts";
import type { Author } from "./authors.ts";
import { failureMessage } from "./failure-message.ts";
import { editsText } from "../language/en/edits.ts";
import { randomKey } from "../../client/idempotency-key.ts";
import type { SessionContext } from "./session-context.ts";
import {
  type Change,
  type Notice,
  type QuantitySave,
  type StateStore,
  type Undoable,
  type Update,
  withEntry,
} from "../state/state.ts";

const UNDOABLE_MAX = 100;

/** An undo that is running or queued, with the session that asked for it. */
interface UndoRequest {
  readonly undoable: Undoable;
  /** Who asked for it. */
  readonly author: Author;
  readonly signOutSignal: AbortSignal;
}

export class UndoStack {
  readonly #context: SessionContext;
  readonly #store: StateStore;
  readonly #requests: UndoRequest[] = [];

  constructor(context: SessionContext) {
    this.#context = context;
    this.#store = context.store;
  }

  /** Adds a change that is still being sent. It is removed again if it changes nothing. */
  async addPending(
    { title, undoes }: Pick<Undoable, "title" | "undoes">,
    change: Undoable["change"],
  ): Promise<void> {
    const pending = { title, undoes, change };
    this.#push(pending);
    const made = await change;
    const { undoable } = this.#store.state;
    // Its undo was already requested.
    if (!undoable.includes(pending)) return;
    if (made === undefined) {
      return this.#store.set({ undoable: undoable.filter((each) => each !== pending) });
    }
    const done = { title: made.title, undoes, change };
    this.#store.set({ undoable: undoable.map((each) => (each === pending ? done : each)) });
    if (made.isEdit) this.#notifySaved(done);
    // Its title says what was done.
    else this.#store.set({ notice: { text: made.title, tone: "good", undo: done } });
  }

  undoNewest(): void {
    const { undoable } = this.#store.state;
    if (undoable[0] !== undefined) this.undo(undoable[0]);
  }

  /** Requests run one after the other: an older value of a pet can only follow the undo of the newer one. */
  undo(change: Undoable): void {
    const { undoable } = this.#store.state;
    if (!undoable.includes(change)) return;
    this.#store.set({ undoable: undoable.filter((each) => each !== change) });
    this.#notify(editsText.undoing(change.title), "good");
    const { author, signOutSignal } = this.#context;
    this.#requests.push({ undoable: change, author: author(), signOutSignal: signOutSignal() });
    if (this.#requests.length === 1) void this.#run();
  }

  async #run(): Promise<void> {
    for (let [first] = this.#requests; first !== undefined; [first] = this.#requests) {
      const rest = await this.#undoOne(first);
      this.#requests.shift();
      if (rest === undefined) continue;
      // Queued requests return to the stack behind it, so that the order stays and the user can retry.
      const queued = this.#requests.splice(0).filter(({ signOutSignal }) => !signOutSignal.aborted);
      this.#push(rest, ...queued.map(({ undoable }) => undoable));
    }
  }

  /** Returns what can be tried again after an interruption; undefined when finished. */
  async #undoOne(request: UndoRequest): Promise<Undoable | undefined> {
    const { undoable, author, signOutSignal } = request;
    const { title } = undoable;
    const { authors } = this.#context;
    const change = await undoable.change;
    if (signOutSignal.aborted) return undefined;
    if (!authors.isSamePerson(author)) {
      const asked = authors.nameOf(author) ?? editsText.anotherKey;
      this.#notify(editsText.undoOfOther(title, asked), "bad");
      return undoable;
    }
    if (change?.revision !== undefined) return this.#undoRevision(request, change);
    if (change?.update !== undefined) return this.#undoUpdate(request, change, change.update);
    this.#notify(editsText.nothingToUndo(title), "bad");
    return undefined;
  }

  /** As a revision of its own. */
  async #undoRevision(request: UndoRequest, change: Change): Promise<Undoable | undefined> {
    const { undoable, signOutSignal } = request;
    const client = this.#context.client();
    try {
      await this.#context
        .admin()
        .undo(change.revision!)
        .catch((error: unknown) => this.#applyInverse(change, error));
      if (!signOutSignal.aborted) this.#notify(undoneText(undoable), "good");
      return undefined;
    } catch (error) {
      if (signOutSignal.aborted) return undefined;
      this.#context.onKeyError(error, client);
      this.#notify(editsText.notUndone(undoable.title, undoFailure(error)), "bad");
      // An undo that was interrupted can be tried again; one that was refused cannot.
      return error instanceof PetstockError && error.status < 500 ? undefined : undoable;
    }
  }

  /** A later change of a pet that was undone is a change since, but its guard shows that nothing is left of it. */
  async #applyInverse({ revision, inverse }: Change, refusal: unknown): Promise<void> {
    const isChanged = refusal instanceof PetstockError && refusal.code === "changed_since";
    if (!isChanged || inverse === undefined) throw refusal;
    const changeSet = { changes: inverse, note: `undo of revision ${revision}` };
    await this.#context
      .admin()
      .applyChanges(changeSet)
      .catch((error: unknown) => {
        throw error instanceof PetstockError ? refusal : error;
      });
  }

  /** Guarded with the row that the change left. */
  async #undoUpdate(request: UndoRequest, change: Change, update: Update): Promise<Undoable | undefined> {
    const { signOutSignal } = request;
    const client = this.#context.client();
    const { before, after } = update;
    const { petId } = before;
    const options = { ifUnchanged: after, idempotencyKey: randomKey() };
    const endSaving = this.#showSaving(before);
    try {
      const restored = await this.#context.queue.run(petId, async () => {
        signOutSignal.throwIfAborted();
        return client.updateInventory(petId, before.quantity, options);
      });
      this.#context.pets.acknowledge([restored]);
      if (!signOutSignal.aborted) this.#notify(editsText.undone(change.title), "good");
      return undefined;
    } catch (error) {
      if (signOutSignal.aborted) return undefined;
      this.#context.onKeyError(error, client);
      this.#notify(editsText.notUndone(change.title, failureMessage(error)), "bad");
      // A pet that others have changed since cannot be undone later either.
      const isAboutPet = error instanceof PetstockError && (error.status === 404 || error.status === 412);
      return isAboutPet ? undefined : undoableOf(change);
    } finally {
      endSaving();
    }
  }

  /** Lets a new edit of the pet start from the restored quantity. Returns the function that ends it. */
  #showSaving({ petId, quantity }: InventoryItem): () => void {
    const { saves } = this.#store.state;
    const current = saves.get(petId);
    // A conflict or failure stays visible until the user decides.
    if (current !== undefined && current.kind !== "saved") return () => {};
    const saving: QuantitySave = { kind: "saving", wanted: quantity };
    this.#store.set({ saves: withEntry(saves, petId, saving) });
    return () => {
      const { saves: later } = this.#store.state;
      if (later.get(petId) === saving) this.#store.set({ saves: withEntry(later, petId, undefined) });
    };
  }

  /** The newest first. */
  #push(...undoable: readonly Undoable[]): void {
    this.#store.set({ undoable: [...undoable, ...this.#store.state.undoable].slice(0, UNDOABLE_MAX) });
  }

  #notifySaved(undo: Undoable): void {
    this.#store.set({ notice: { text: editsText.saved(undo.title), tone: "good", undo } });
  }

  #notify(text: string, tone: Notice["tone"]): void {
    this.#store.set({ notice: { text, tone, undo: undefined } });
  }
}

function undoFailure(error: unknown): string {
  if (error instanceof PetstockError && error.code === "changed_since")
    return editsText.changedSince(error.conflictsTotal);
  if (error instanceof RequestError && error.mayBeApplied) return editsText.undoNotConfirmed;
  return failureMessage(error);
}

function undoableOf(change: Change): Undoable {
  return { title: change.title, change: Promise.resolve(change) };
}

/** After an undo, or after the undo of an undo. */
function undoneText({ title, undoes }: Undoable): string {
  return undoes === undefined ? editsText.undone(title) : editsText.restored(undoes);
}

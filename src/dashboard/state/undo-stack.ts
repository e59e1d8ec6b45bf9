// Undoes changes made on this page, newest first. Each undo is guarded with the row that the change left, so it never
// overwrites a later change of others.

import type { InventoryItem, PetstockClient } from "../../client/client.ts";
import type { FailedRow } from "../model/failed-rows.ts";
import { formatCount } from "../model/format.ts";
import { runUpdates } from "./run-updates.ts";
import { acknowledge, type SessionContext } from "./session-context.ts";
import { type Change, type Notice, type Save, type StateStore, type Undoable, withEntry } from "./state.ts";

const UNDOABLE_MAX = 100;

/** An undo that is running or queued, with the session that asked for it. */
interface UndoRequest {
  readonly undoable: Undoable;
  readonly client: PetstockClient;
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
  async addPending(title: string, change: Undoable["change"]): Promise<void> {
    const pending = { title, change };
    this.#push(pending);
    const made = await change;
    const { undoable } = this.#store.state;
    // Its undo was already requested.
    if (!undoable.includes(pending)) return;
    if (made === undefined) {
      return this.#store.set({ undoable: undoable.filter((each) => each !== pending) });
    }
    const done = { title: made.title, change };
    this.#store.set({ undoable: undoable.map((each) => (each === pending ? done : each)) });
    this.#notifySaved(done);
  }

  add(change: Change): Undoable {
    const done = undoableOf(change);
    this.#push(done);
    this.#notifySaved(done);
    return done;
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
    this.#notify(`Undoing: ${change.title}`, "good");
    const { client, signOutSignal } = this.#context;
    this.#requests.push({ undoable: change, client: client(), signOutSignal: signOutSignal() });
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
    const { undoable, client, signOutSignal } = request;
    const { title } = undoable;
    const change = await undoable.change;
    if (signOutSignal.aborted) return undefined;
    if (!this.#context.isCurrent(client)) {
      this.#notify(`Not undone: ${title}. You signed in with a different key`, "bad");
      return undoable;
    }
    if (change !== undefined) return this.#send(change, request);
    this.#notify(`Nothing to undo: ${title}`, "bad");
    return undefined;
  }

  async #send(change: Change, { client, signOutSignal }: UndoRequest): Promise<Undoable | undefined> {
    const { title, updates } = change;
    const failed: FailedRow[] = [];
    const left = new Map(updates.map((update) => [update.after.petId, update]));
    const endSaving = updates.length === 1 ? this.#showSaving(updates[0]!.before) : undefined;
    const fatalError = await runUpdates({
      client,
      queue: this.#context.queue,
      jobs: updates.map(({ before, after }) => ({ before: after, quantity: before.quantity })),
      stop: signOutSignal,
      onProgress: (updated, refused) => {
        const rows = updated.map(({ after }) => after);
        acknowledge(this.#store, rows);
        if (signOutSignal.aborted) return;
        failed.push(...refused);
        for (const { petId } of rows) left.delete(petId);
        this.#notifyProgress(updates.length - left.size, updates.length);
      },
    });
    endSaving?.();
    if (signOutSignal.aborted) return undefined;
    this.#context.onKeyError(fatalError, client);
    this.#notifyEnd(change, failed);
    // Rows that others have changed since cannot be undone later either; interrupted ones can.
    return fatalError === undefined ? undefined : undoableOf({ title, updates: [...left.values()] });
  }

  #notifyProgress(done: number, total: number): void {
    if (total > 1) this.#notify(`Undoing: ${formatCount(done)} of ${formatCount(total)}`, "good");
  }

  #notifyEnd({ title, updates }: Change, [first, ...others]: readonly FailedRow[]): void {
    if (first === undefined) return this.#notify(`Undone: ${title}`, "good");
    const isPart = others.length + 1 < updates.length;
    this.#notify(
      `${isPart ? "Partly undone. Failed" : "Not undone"}: pet ${first.petId}. ${first.reason}`,
      "bad",
    );
  }

  /** Lets a new edit of the pet start from the restored quantity. Returns the function that ends it. */
  #showSaving({ petId, quantity }: InventoryItem): () => void {
    const { saves } = this.#store.state;
    const current = saves.get(petId);
    // A conflict or failure stays visible until the user decides.
    if (current !== undefined && current.kind !== "saved") return () => {};
    const saving: Save = { kind: "saving", wanted: quantity };
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
    this.#store.set({ notice: { text: `Saved: ${undo.title}`, tone: "good", undo } });
  }

  #notify(text: string, tone: Notice["tone"]): void {
    this.#store.set({ notice: { text, tone, undo: undefined } });
  }
}

function undoableOf(change: Change): Undoable {
  return { title: change.title, change: Promise.resolve(change) };
}

// Taking back what was changed here, in the order in which it was begun, and guarded as each change was: nothing that others
// have changed since is overwritten.

import type { InventoryItem, PetstockClient } from "../../client/client.ts";
import type { FailedRow } from "../model/failed-rows.ts";
import { count } from "../model/words.ts";
import { acknowledge, type Sending } from "./sending.ts";
import { type Change, type Notice, type Save, type StateStore, type Undoable, withEntry } from "./state.ts";
import type { Turns } from "./turns.ts";
import { runUpdates } from "./update-run.ts";

const UNDO_MAX = 100;

/** A change that is being taken back, or waits for its turn, for whoever asked for that. */
interface Request {
  readonly undoable: Undoable;
  readonly client: PetstockClient;
  readonly signedOut: AbortSignal;
}

export class Undo {
  readonly #store: StateStore;
  readonly #client: Sending["client"];
  readonly #isSignedIn: Sending["isSignedIn"];
  readonly #signedOut: Sending["signedOut"];
  readonly #turns: Turns;
  readonly #noteKey: Sending["noteKey"];
  readonly #requests: Request[] = [];

  constructor({ store, client, isSignedIn, signedOut, turns, noteKey }: Sending) {
    this.#store = store;
    this.#client = client;
    this.#isSignedIn = isSignedIn;
    this.#signedOut = signedOut;
    this.#turns = turns;
    this.#noteKey = noteKey;
  }

  /** A change that is on its way; it is the newest from now on, and can be taken back unless nothing comes of it. */
  async follow(title: string, change: Undoable["change"]): Promise<void> {
    const begun = { title, change };
    this.#enter(begun);
    const made = await change;
    const { undoable } = this.#store.state;
    // It is being taken back already.
    if (!undoable.includes(begun)) return;
    if (made === undefined) return this.#store.set({ undoable: undoable.filter((each) => each !== begun) });
    const done = { title: made.title, change };
    this.#store.set({ undoable: undoable.map((each) => (each === begun ? done : each)) });
    this.#tellSaved(done);
  }

  /** A change that has been made. */
  add(change: Change): Undoable {
    const done = undoableOf(change);
    this.#enter(done);
    this.#tellSaved(done);
    return done;
  }

  /** Takes the newest change back. */
  takeNewestBack(): void {
    const { undoable } = this.#store.state;
    if (undoable[0] !== undefined) this.takeBack(undoable[0]);
  }

  /** One after the other: an older value of a pet can come back only once the newer one is gone. */
  takeBack(change: Undoable): void {
    const { undoable } = this.#store.state;
    if (!undoable.includes(change)) return;
    this.#store.set({ undoable: undoable.filter((each) => each !== change) });
    this.#tell(`Taking back: ${change.title}`, "good");
    this.#requests.push({ undoable: change, client: this.#client(), signedOut: this.#signedOut() });
    if (this.#requests.length === 1) void this.#takeAllBack();
  }

  async #takeAllBack(): Promise<void> {
    for (let [first] = this.#requests; first !== undefined; [first] = this.#requests) {
      const left = await this.#takeBack(first);
      this.#requests.shift();
      if (left === undefined) continue;
      // What is older stays older: it waits until somebody tries this one again.
      const behind = this.#requests.splice(0).filter(({ signedOut }) => !signedOut.aborted);
      this.#enter(left, ...behind.map(({ undoable }) => undoable));
    }
  }

  /** Gives what is left to take back, where it broke off. */
  async #takeBack(request: Request): Promise<Undoable | undefined> {
    const { undoable, client, signedOut } = request;
    const { title } = undoable;
    const made = await undoable.change;
    // Whoever has signed out meanwhile changes nothing more.
    if (signedOut.aborted) return undefined;
    if (!this.#isSignedIn(client)) {
      this.#tell(`Not taken back: ${title}. The key is another since`, "bad");
      return undoable;
    }
    if (made !== undefined) return this.#send(made, request);
    this.#tell(`Nothing to take back of ${title}`, "bad");
    return undefined;
  }

  async #send({ title, steps }: Change, { client, signedOut }: Request): Promise<Undoable | undefined> {
    const failed: FailedRow[] = [];
    const left = new Map(steps.map((step) => [step.after.petId, step]));
    const unmark = steps.length === 1 ? this.#markSaving(steps[0]!.before) : undefined;
    const stopped = await runUpdates({
      client,
      turns: this.#turns,
      jobs: steps.map(({ before, after }) => ({ before: after, quantity: before.quantity })),
      stop: signedOut,
      onSome: (updated, refused) => {
        acknowledge(
          this.#store,
          updated.map(({ after }) => after),
        );
        if (signedOut.aborted) return;
        failed.push(...refused);
        for (const { before } of updated) left.delete(before.petId);
        const done = steps.length - left.size;
        if (steps.length > 1) this.#tell(`Taking back: ${count(done)} of ${count(steps.length)}`, "good");
      },
    });
    unmark?.();
    if (signedOut.aborted) return undefined;
    this.#noteKey(stopped, client);
    this.#tellTakenBack({ title, steps }, failed);
    // What broke off can be tried again; what somebody has changed since cannot.
    return stopped === undefined ? undefined : undoableOf({ title, steps: [...left.values()] });
  }

  #tellTakenBack({ title, steps }: Change, [first, ...others]: readonly FailedRow[]): void {
    if (first === undefined) return this.#tell(`Taken back: ${title}`, "good");
    const how = others.length + 1 < steps.length ? `Not all was taken back` : "Not taken back";
    this.#tell(`${how}: pet ${first.petId}. ${first.reason}`, "bad");
  }

  /** So that whoever edits the pet meanwhile begins with what it is about to be. Gives the function that ends it. */
  #markSaving({ petId, quantity }: InventoryItem): () => void {
    const { saves } = this.#store.state;
    const now = saves.get(petId);
    // What is still to be decided of it stays in sight.
    if (now !== undefined && now.kind !== "saved") return () => {};
    const saving: Save = { kind: "saving", wanted: quantity };
    this.#store.set({ saves: withEntry(saves, petId, saving) });
    return () => {
      const { saves: later } = this.#store.state;
      if (later.get(petId) === saving) this.#store.set({ saves: withEntry(later, petId, undefined) });
    };
  }

  /** The newest first. */
  #enter(...undoable: readonly Undoable[]): void {
    this.#store.set({ undoable: [...undoable, ...this.#store.state.undoable].slice(0, UNDO_MAX) });
  }

  #tellSaved(undo: Undoable): void {
    this.#store.set({ notice: { text: `Saved: ${undo.title}`, tone: "good", undo } });
  }

  #tell(text: string, tone: Notice["tone"]): void {
    this.#store.set({ notice: { text, tone, undo: undefined } });
  }
}

function undoableOf(change: Change): Undoable {
  return { title: change.title, change: Promise.resolve(change) };
}

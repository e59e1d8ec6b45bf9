// Taking back what was changed here, in the order in which it was begun, and guarded as each change was: nothing that others
// have changed since is overwritten.

import type { InventoryItem } from "../../client/client.ts";
import type { FailedRow } from "../model/failed-rows.ts";
import { count } from "../model/words.ts";
import { acknowledge, type Sending } from "./sending.ts";
import { type Change, type Notice, type Save, type StateStore, type Undoable, withEntry } from "./state.ts";
import type { Turns } from "./turns.ts";
import { runUpdates } from "./update-run.ts";

const UNDO_MAX = 100;

export class Undo {
  readonly #store: StateStore;
  readonly #client: Sending["client"];
  readonly #turns: Turns;
  readonly #noteKey: Sending["noteKey"];
  #last = Promise.resolve();

  constructor({ store, client, turns, noteKey }: Sending) {
    this.#store = store;
    this.#client = client;
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
    const done = this.#entered(change);
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
    this.#last = this.#last.then(() => this.#takeBack(change));
  }

  async #takeBack({ title, change }: Undoable): Promise<void> {
    const made = await change;
    // Whoever has signed out meanwhile changes nothing more.
    if (this.#store.state.session.phase === "out") return;
    if (made === undefined) return this.#tell(`Nothing to take back of ${title}`, "bad");
    await this.#send(made);
  }

  async #send({ title, steps }: Change): Promise<void> {
    const failed: FailedRow[] = [];
    const left = new Map(steps.map((step) => [step.after.petId, step]));
    const unmark = steps.length === 1 ? this.#markSaving(steps[0]!.before) : undefined;
    const stopped = await runUpdates({
      client: this.#client(),
      turns: this.#turns,
      jobs: steps.map(({ before, after }) => ({ before: after, quantity: before.quantity })),
      stop: new AbortController().signal,
      onSome: (updated, refused) => {
        acknowledge(
          this.#store,
          updated.map(({ after }) => after),
        );
        failed.push(...refused);
        for (const { before } of updated) left.delete(before.petId);
        const done = steps.length - left.size;
        if (steps.length > 1) this.#tell(`Taking back: ${count(done)} of ${count(steps.length)}`, "good");
      },
    });
    unmark?.();
    this.#noteKey(stopped);
    // What broke off can be tried again; what somebody has changed since cannot.
    if (stopped !== undefined) this.#entered({ title, steps: [...left.values()] });
    const [first] = failed;
    if (first === undefined) return this.#tell(`Taken back: ${title}`, "good");
    const how = failed.length < steps.length ? `Not all was taken back` : "Not taken back";
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

  #entered(change: Change): Undoable {
    const done = { title: change.title, change: Promise.resolve(change) };
    this.#enter(done);
    return done;
  }

  #enter(undoable: Undoable): void {
    this.#store.set({ undoable: [undoable, ...this.#store.state.undoable].slice(0, UNDO_MAX) });
  }

  #tellSaved(undo: Undoable): void {
    this.#store.set({ notice: { text: `Saved: ${undo.title}`, tone: "good", undo } });
  }

  #tell(text: string, tone: Notice["tone"]): void {
    this.#store.set({ notice: { text, tone, undo: undefined } });
  }
}

// Saving quantities: each guarded with the row as its editor saw it, so that nobody's change is overwritten unseen.

import {
  type InventoryItem,
  PetstockError,
  type PetstockClient,
  RequestError,
  StockRangeError,
} from "../../client/client.ts";
import { randomKey } from "../../client/random-key.ts";
import { isQuantity } from "../../contract/item-json.ts";
import type { QuantityEdit } from "../model/quantity-edit.ts";
import { rowOf } from "../model/rows.ts";
import { count, failureWords, signed } from "../model/words.ts";
import { acknowledge, type Sending } from "./sending.ts";
import { type Change, type Save, type StateStore, withEntry } from "./state.ts";
import type { Turns } from "./turns.ts";
import type { Undo } from "./undo.ts";

const SAVED_SHOWN_MS = 2500;
/** The service knows a key for a day; an hour is left for the way and for clocks. */
const KEY_KNOWN_MS = 23 * 3_600_000;

export interface SavesOptions extends Sending {
  readonly undo: Undo;
}

/** One save, as it is sent, and sent again. */
interface Attempt {
  readonly from: InventoryItem;
  readonly edit: Exclude<QuantityEdit, { kind: "mistake" }>;
  /** The same for each time it is sent: it happens once. */
  readonly idempotencyKey: string;
  /** Of the sign-in it began under: it is sent for nobody else, and the service knows its key only beside that API key. */
  readonly client: PetstockClient;
  /** By the clock, which goes on while the machine sleeps. */
  readonly begunAt: number;
}

/** What became of an attempt. */
interface Outcome {
  /** Undefined where there is nothing to say of it any more. */
  readonly save: Save | undefined;
  /** What there is to take back. */
  readonly change?: Change;
}

/** Waits for a list that is asked for later. */
interface Waiting {
  readonly since: number;
  readonly goOn: () => void;
}

export class Saves {
  readonly #store: StateStore;
  readonly #client: Sending["client"];
  readonly #isSignedIn: Sending["isSignedIn"];
  readonly #turns: Turns;
  readonly #undo: Undo;
  readonly #noteKey: Sending["noteKey"];
  readonly #waiting = new Set<Waiting>();

  constructor({ store, client, isSignedIn, turns, undo, noteKey }: SavesOptions) {
    this.#store = store;
    this.#client = client;
    this.#isSignedIn = isSignedIn;
    this.#turns = turns;
    this.#undo = undo;
    this.#noteKey = noteKey;
  }

  /** `from` is the row as it was seen when the edit began. */
  save(from: InventoryItem, edit: Attempt["edit"]): void {
    const client = this.#client();
    this.#sendInTurn({ from, edit, client, idempotencyKey: randomKey(), begunAt: Date.now() });
  }

  /** Against the row as it is now, which the conflict has shown. */
  useMine(petId: bigint): void {
    const save = this.#store.state.saves.get(petId);
    if (save?.kind === "conflict") this.save(save.theirs, { kind: "set", quantity: save.wanted });
  }

  dismiss(petId: bigint): void {
    this.#mark(petId, undefined);
  }

  /** What was left open, by the list that was asked for then. */
  settle(askedAt: number): void {
    for (const waiting of this.#waiting) {
      if (waiting.since >= askedAt) continue;
      this.#waiting.delete(waiting);
      waiting.goOn();
    }
  }

  /** Whoever types fast saves a pet again before the first answer is there; that one comes first. */
  #sendInTurn(attempt: Attempt): void {
    const { petId } = attempt.from;
    let shown: Save | undefined = savingOf(attempt);
    this.#mark(petId, shown);
    // Of several saves the last one's is what there is to show.
    const show = (save: Save | undefined): void => {
      if (this.#store.state.saves.get(petId) !== shown) return;
      shown = save;
      this.#show(petId, save);
    };
    const known = this.#turns.take(petId, () => this.#sendUntilKnown(attempt, show));
    void known.then(({ save }) => show(save));
    void this.#undo.follow(
      titleOf(attempt),
      known.then(({ change }) => change),
    );
  }

  /** What follows of the same pet builds on what became of it. */
  async #sendUntilKnown(attempt: Attempt, show: (save: Save) => void): Promise<Outcome> {
    const { petId } = attempt.from;
    const outcome = await this.#send(attempt);
    if (outcome.save?.kind !== "unknown") return outcome;
    show(outcome.save);
    await new Promise<void>((goOn) => this.#waiting.add({ since: performance.now(), goOn }));
    const { session, rows } = this.#store.state;
    const now = rowOf(rows, petId);
    if (session.phase === "out" || now === undefined) return { save: undefined };
    if (!this.#canAddAgain(attempt)) return this.#judge(attempt, now);
    show(savingOf(attempt));
    return this.#sendUntilKnown(againFrom(attempt, now), show);
  }

  /** No quantity tells whether it was added, as others may have added as much. Its key does, and adds it once. */
  #canAddAgain({ edit, client, begunAt }: Attempt): boolean {
    return edit.kind === "adjust" && this.#isSignedIn(client) && Date.now() - begunAt < KEY_KNOWN_MS;
  }

  #judge(attempt: Attempt, now: InventoryItem): Outcome {
    const wanted = wantedOf(attempt);
    if (now.quantity === wanted)
      return { save: { kind: "saved", wanted }, change: changeOf(attempt.from, now) };
    if (now.quantity !== attempt.from.quantity) return { save: { kind: "conflict", wanted, theirs: now } };
    return { save: this.#failed(attempt, "The list has the old quantity") };
  }

  async #send(attempt: Attempt): Promise<Outcome> {
    const { from, edit, client, idempotencyKey } = attempt;
    if (!this.#isSignedIn(client)) return { save: this.#failed(attempt, "The key is another since") };
    try {
      const after =
        edit.kind === "set"
          ? await client.updateInventory(from.petId, edit.quantity, { ifUnchanged: from, idempotencyKey })
          : await client.adjust(from, edit.by, { idempotencyKey });
      acknowledge(this.#store, [after]);
      const before = edit.kind === "set" ? from : { ...from, quantity: after.quantity - edit.by };
      return { save: { kind: "saved", wanted: after.quantity }, change: changeOf(before, after) };
    } catch (error) {
      this.#noteKey(error, client);
      return { save: this.#failure(error, attempt) };
    }
  }

  #failure(error: unknown, attempt: Attempt): Save {
    const wanted = wantedOf(attempt);
    const isOfService = error instanceof PetstockError;
    const theirs = error instanceof StockRangeError || isOfService ? error.item : undefined;
    if (theirs !== undefined) acknowledge(this.#store, [theirs]);
    // Only what has happened is kept under a key: the answer to it was lost.
    if (isOfService && error.code === "idempotency_mismatch") return this.#savedBefore(attempt);
    const isGuarded = attempt.edit.kind === "set" && isOfService;
    if (isGuarded && theirs !== undefined) return { kind: "conflict", wanted, theirs };
    if (error instanceof RequestError && error.mayBeApplied) return { kind: "unknown", wanted };
    return this.#failed(attempt, failureWords(error));
  }

  /** Whoever asks for it again sends it as their own. */
  #failed(attempt: Attempt, message: string): Save {
    const again = (): void => this.#sendInTurn({ ...attempt, client: this.#client() });
    return { kind: "failed", message, wanted: wantedOf(attempt), again };
  }

  /** Others have changed it since, so that it cannot be taken back. */
  #savedBefore(attempt: Attempt): Save {
    const text = `Saved before: ${titleOf(attempt)}`;
    if (this.#isSignedIn(attempt.client)) {
      this.#store.set({ notice: { text, tone: "good", undo: undefined } });
    }
    return { kind: "saved", wanted: wantedOf(attempt) };
  }

  /** For a while, where all is well. */
  #show(petId: bigint, save: Save | undefined): void {
    this.#mark(petId, save);
    if (save?.kind !== "saved") return;
    setTimeout(() => {
      if (this.#store.state.saves.get(petId) === save) this.dismiss(petId);
    }, SAVED_SHOWN_MS);
  }

  #mark(petId: bigint, save: Save | undefined): void {
    this.#store.set({ saves: withEntry(this.#store.state.saves, petId, save) });
  }
}

/** Where it may be as wanted already, the very same request is answered as the first time. */
function againFrom(attempt: Attempt, now: InventoryItem): Attempt {
  const fromNow = { ...attempt, from: now };
  return now.quantity !== wantedOf(attempt) && isQuantity(wantedOf(fromNow)) ? fromNow : attempt;
}

function savingOf(attempt: Attempt): Save {
  return { kind: "saving", wanted: wantedOf(attempt) };
}

function wantedOf({ from, edit }: Attempt): number {
  return edit.kind === "set" ? edit.quantity : from.quantity + edit.by;
}

function titleOf({ from, edit }: Attempt): string {
  return edit.kind === "set" ? titleOfStep(from, edit) : `pet ${from.petId}, ${signed(edit.by)}`;
}

function changeOf(before: InventoryItem, after: InventoryItem): Change {
  return { title: titleOfStep(before, after), steps: [{ before, after }] };
}

function titleOfStep({ petId, quantity }: InventoryItem, after: { readonly quantity: number }): string {
  return `pet ${petId}, ${count(quantity)} → ${count(after.quantity)}`;
}

// Saving quantities: each guarded with the row as its editor saw it, so that nobody's change is overwritten unseen; and
// taking back what was saved, guarded in the same way.

import {
  type InventoryItem,
  PetstockError,
  type PetstockClient,
  RequestError,
  StockRangeError,
} from "../../client/client.ts";
import { randomKey } from "../../client/random-key.ts";
import type { QuantityEdit } from "../model/quantity-edit.ts";
import type { FailedRow } from "../model/failed-rows.ts";
import { rowOf, type Saved, withSaved } from "../model/rows.ts";
import { count, failureWords } from "../model/words.ts";
import { type Notice, type Save, type StateStore, type Undoable, withEntry } from "./state.ts";
import { runUpdates } from "./update-run.ts";

const SAVED_SHOWN_MS = 2500;
const UNDO_MAX = 100;

export interface SavesOptions {
  readonly store: StateStore;
  readonly client: () => PetstockClient;
  /** The key is of no use any more. */
  readonly onRefused: () => void;
}

/** One save, as it is sent, and sent again. */
interface Attempt {
  readonly from: InventoryItem;
  readonly edit: Exclude<QuantityEdit, { kind: "mistake" }>;
  readonly wanted: number;
  /** The same for each time it is sent: it happens once. */
  readonly idempotencyKey: string;
}

/** The saves of one pet that are on their way: the last one's result is what there is to show. */
interface Sending {
  readonly last: Attempt;
  readonly done: Promise<void>;
}

export class Saves {
  readonly #store: StateStore;
  readonly #client: () => PetstockClient;
  readonly #onRefused: () => void;
  readonly #sending = new Map<bigint, Sending>();

  constructor({ store, client, onRefused }: SavesOptions) {
    this.#store = store;
    this.#client = client;
    this.#onRefused = onRefused;
  }

  /** `from` is the row as it was seen when the edit began. */
  save(from: InventoryItem, edit: Attempt["edit"]): void {
    const wanted = edit.kind === "set" ? edit.quantity : from.quantity + edit.by;
    this.#sendInTurn({ from, edit, wanted, idempotencyKey: randomKey() });
  }

  /** Against the row as it is now, which the conflict has shown. */
  useMine(petId: bigint): void {
    const save = this.#store.state.saves.get(petId);
    if (save?.kind === "conflict") this.save(save.theirs, { kind: "set", quantity: save.wanted });
  }

  dismiss(petId: bigint): void {
    this.#mark(petId, undefined);
  }

  /** Takes the newest change back, where nobody has changed it since. */
  async undo(): Promise<void> {
    const [last, ...rest] = this.#store.state.undoable;
    if (last === undefined) return;
    this.#store.set({ undoable: rest });
    const { steps, title } = last;
    const failed: FailedRow[] = [];
    const left = new Map(steps.map((step) => [step.after.petId, step]));
    const stopped = await runUpdates({
      client: this.#client(),
      jobs: steps.map(({ before, after }) => ({ before: after, quantity: before.quantity })),
      stop: new AbortController().signal,
      onSome: (updated, refused) => {
        this.acknowledge(updated.map(({ after }) => after));
        failed.push(...refused);
        for (const { before } of updated) left.delete(before.petId);
        const done = steps.length - left.size;
        if (steps.length > 1) this.#tell(`Taking back: ${count(done)} of ${count(steps.length)}`, "good");
      },
    });
    this.noteKey(stopped);
    // What broke off can be tried again; what somebody has changed since cannot.
    if (stopped !== undefined) this.remember({ title, steps: [...left.values()] });
    const [first] = failed;
    if (first === undefined) return this.#tell(`Taken back: ${title}`, "good");
    const how = failed.length < steps.length ? `Not all was taken back` : "Not taken back";
    this.#tell(`${how}: pet ${first.petId}. ${first.reason}`, "bad");
  }

  /** The rows are so from now on, whatever a list says that was asked for before. */
  acknowledge(items: readonly InventoryItem[]): void {
    const at = performance.now();
    const { list, saved: before } = this.#store.state;
    const saved = new Map([...before, ...items.map((item): [bigint, Saved] => [item.petId, { item, at }])]);
    this.#store.set({ saved, rows: withSaved(list, saved) });
  }

  /** What an error says of the key. */
  noteKey(error: unknown): void {
    if (!(error instanceof PetstockError)) return;
    if (error.status === 401) this.#onRefused();
    if (error.code === "read_only_api_key") this.#store.set({ readOnly: true });
  }

  remember(undoable: Undoable): void {
    this.#store.set({ undoable: [undoable, ...this.#store.state.undoable].slice(0, UNDO_MAX) });
  }

  /** What was left open, by a list that was asked for later. */
  settle(askedAt: number): void {
    const { saves, rows } = this.#store.state;
    for (const [petId, save] of saves) {
      if (save.kind !== "unknown" || save.failedAt >= askedAt) continue;
      const now = rowOf(rows, petId);
      if (now === undefined) this.dismiss(petId);
      else if (now.quantity === save.wanted) this.#show(petId, this.#finish(save.from, now));
      else if (now.quantity === save.from.quantity) {
        const { wanted, again } = save;
        this.#mark(petId, { kind: "failed", message: "The list has the old quantity", wanted, again });
      } else this.#mark(petId, { kind: "conflict", wanted: save.wanted, theirs: now });
    }
  }

  /** Whoever types fast saves a pet again before the first answer is there; that one comes first. */
  #sendInTurn(attempt: Attempt): void {
    const { petId } = attempt.from;
    this.#mark(petId, { kind: "saving", wanted: attempt.wanted });
    const before = this.#sending.get(petId)?.done;
    const done = before === undefined ? this.#send(attempt) : before.then(() => this.#send(attempt));
    this.#sending.set(petId, { last: attempt, done });
  }

  async #send(attempt: Attempt): Promise<void> {
    const { from, edit, wanted, idempotencyKey } = attempt;
    const { petId } = from;
    try {
      const client = this.#client();
      const after =
        edit.kind === "set"
          ? await client.updateInventory(petId, wanted, { ifUnchanged: from, idempotencyKey })
          : await client.adjust(from, edit.by, { idempotencyKey });
      this.acknowledge([after]);
      const before = edit.kind === "set" ? from : { ...from, quantity: after.quantity - edit.by };
      this.#end(attempt, this.#finish(before, after));
    } catch (error) {
      this.noteKey(error);
      this.#end(attempt, this.#failure(error, attempt));
    }
  }

  #end(attempt: Attempt, save: Save): void {
    const { petId } = attempt.from;
    if (this.#sending.get(petId)?.last !== attempt) return;
    this.#sending.delete(petId);
    this.#show(petId, save);
  }

  #failure(error: unknown, attempt: Attempt): Save {
    const { wanted, from } = attempt;
    const theirs =
      error instanceof StockRangeError || error instanceof PetstockError ? error.item : undefined;
    if (theirs !== undefined) this.acknowledge([theirs]);
    if (error instanceof PetstockError && theirs !== undefined) return { kind: "conflict", wanted, theirs };
    const again = (): void => this.#sendInTurn(attempt);
    if (error instanceof RequestError && error.mayBeApplied) {
      return { kind: "unknown", wanted, from, failedAt: performance.now(), again };
    }
    return { kind: "failed", message: failureWords(error), wanted, again };
  }

  #finish(before: InventoryItem, after: InventoryItem): Save {
    const title = `pet ${after.petId}, ${count(before.quantity)} → ${count(after.quantity)}`;
    this.remember({ title, steps: [{ before, after }] });
    this.#tell(`Saved: ${title}`, "good", true);
    return { kind: "saved", wanted: after.quantity };
  }

  /** For a while, where all is well. */
  #show(petId: bigint, save: Save): void {
    this.#mark(petId, save);
    if (save.kind !== "saved") return;
    setTimeout(() => {
      if (this.#store.state.saves.get(petId) === save) this.dismiss(petId);
    }, SAVED_SHOWN_MS);
  }

  #tell(text: string, tone: Notice["tone"], undo = false): void {
    this.#store.set({ notice: { text, tone, undo } });
  }

  #mark(petId: bigint, save: Save | undefined): void {
    this.#store.set({ saves: withEntry(this.#store.state.saves, petId, save) });
  }
}

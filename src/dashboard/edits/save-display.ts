// Shows saves in their rows. Saves that need a decision are announced too, because their row may be filtered or out of sight.

import { type Save, type StateStore, withEntry } from "../state/state.ts";
import type { Pets } from "../data/pets.ts";
import { formatCount } from "../ui/format.ts";
import { petNameFirst } from "../ui/names.ts";

interface SaveDisplayOptions {
  readonly store: StateStore;
  readonly pets: Pets;
  readonly savedMarkMs: number;
  /** Called when a row no longer shows "Saved". */
  readonly onSeen: (petId: bigint) => void;
}

export class SaveDisplay {
  readonly #options: SaveDisplayOptions;

  constructor(options: SaveDisplayOptions) {
    this.#options = options;
  }

  get(petId: bigint): Save | undefined {
    return this.#options.store.state.saves.get(petId);
  }

  set(petId: bigint, save: Save | undefined): void {
    const { store } = this.#options;
    store.set({ saves: withEntry(store.state.saves, petId, save) });
  }

  /** "Saved" disappears after a while. */
  show(petId: bigint, save: Save | undefined): void {
    const { store, savedMarkMs, onSeen } = this.#options;
    this.set(petId, save);
    const text = this.#problemOf(petId, save);
    if (text !== undefined) store.set({ notice: { text, tone: "bad", undo: undefined } });
    if (save?.kind !== "saved") return;
    setTimeout(() => {
      if (this.get(petId) === save) onSeen(petId);
    }, savedMarkMs);
  }

  #problemOf(petId: bigint, save: Save | undefined): string | undefined {
    const name = petNameFirst(petId, this.#options.pets.label(petId));
    if (save?.kind === "failed") return `${name}, ${formatCount(save.wanted)} not saved. ${save.message}`;
    if (save?.kind !== "conflict") return undefined;
    const [yours, theirs] = [save.wanted, save.theirs.quantity].map(formatCount);
    return `${name} was changed by someone else: yours ${yours}, theirs ${theirs}. Choose in its row`;
  }
}

// Shows saves in their rows and panels. Saves that need a decision are announced too, because their row may be filtered or out of
// sight.

import { type Notice, type StateStore, withEntry } from "../state/state.ts";
import type { Pets } from "../data/pets.ts";
import { editsText } from "../language/en/edits.ts";
import { petNameFirst } from "../ui/names.ts";
import type { EditKind, EditTypes, Save } from "./save-attempt.ts";

interface SaveDisplayOptions<T extends EditTypes> {
  readonly kind: EditKind<T>;
  readonly store: StateStore;
  readonly pets: Pets;
  readonly savedMarkMs: number;
  /** Opens where the user decides; undefined where the row shows it. */
  readonly open: ((petId: bigint) => void) | undefined;
  /** Called when a row no longer shows "Saved". */
  readonly onSeen: (petId: bigint) => void;
}

export class SaveDisplay<T extends EditTypes> {
  readonly #options: SaveDisplayOptions<T>;

  constructor(options: SaveDisplayOptions<T>) {
    this.#options = options;
  }

  get(petId: bigint): Save<T> | undefined {
    const { kind, store } = this.#options;
    return kind.savesIn(store.state).get(petId);
  }

  set(petId: bigint, save: Save<T> | undefined): void {
    const { kind, store } = this.#options;
    store.set(kind.withSaves(withEntry(kind.savesIn(store.state), petId, save)));
  }

  /** "Saved" disappears after a while. */
  show(petId: bigint, save: Save<T> | undefined): void {
    const { store, savedMarkMs, onSeen } = this.#options;
    this.set(petId, save);
    const notice = save && this.#problemOf(petId, save);
    if (notice !== undefined) store.set({ notice });
    if (save?.kind !== "saved") return;
    setTimeout(() => {
      if (this.get(petId) === save) onSeen(petId);
    }, savedMarkMs);
  }

  #problemOf(petId: bigint, save: Save<T>): Notice | undefined {
    const { kind, pets, open } = this.#options;
    const text = kind.problem(petNameFirst(petId, pets.label(petId)), save);
    if (text === undefined) return undefined;
    const action = open && { title: editsText.open, run: () => open(petId) };
    return { text, tone: "bad", undo: undefined, action };
  }
}

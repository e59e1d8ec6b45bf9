// Counts the edits whose outcome is not known, of all kinds, for the page's status.

import type { StateStore } from "../state/state.ts";

export class WaitingEdits {
  readonly #store: StateStore;
  #count = 0;

  constructor(store: StateStore) {
    this.#store = store;
  }

  add(by: 1 | -1): void {
    this.#count += by;
    this.#store.set({ waiting: this.#count });
  }
}

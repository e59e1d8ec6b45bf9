// Views of the inventory that the user named. They belong to this browser; on a shared computer they last as long as the tab.

import type { OpenRecords } from "../state/records.ts";
import type { StateStore } from "../state/state.ts";
import { queryFromView } from "./view-query.ts";
import type { SavedView, View } from "../state/view.ts";

/** Fits a menu. */
export const VIEW_NAME_CHARS_MAX = 60;

export class SavedViews {
  readonly #store: StateStore;
  readonly #open: OpenRecords;

  constructor(store: StateStore, open: OpenRecords) {
    this.#store = store;
    this.#open = open;
  }

  /** Reads what is stored, such as by another tab. What cannot be stored stays. */
  async load(): Promise<void> {
    const stored = await this.#records.all().catch(() => []);
    const names = new Set(stored.map(({ id }) => id));
    this.#show([...stored, ...this.#views.filter(({ id }) => !names.has(id))]);
  }

  /** Replaces a view with the same name. Resolves with whether the view is stored, or lasts only as long as the tab. */
  async save(name: string, view: View): Promise<boolean> {
    const saved = { id: name, query: queryFromView(view) };
    this.#show([...this.#views.filter(({ id }) => id !== name), saved]);
    return this.#records.put(saved).then(
      () => true,
      () => false,
    );
  }

  /** A view that has gone from the page does not come back with a reload. */
  async remove(name: string): Promise<void> {
    // Where nothing can be removed, nothing was stored.
    await this.#records.remove(name).catch(() => {});
    this.#show(this.#views.filter(({ id }) => id !== name));
  }

  get #views(): readonly SavedView[] {
    return this.#store.state.savedViews;
  }

  get #records() {
    return this.#open<SavedView>("views");
  }

  #show(views: readonly SavedView[]): void {
    this.#store.set({ savedViews: [...views].sort((a, b) => a.id.localeCompare(b.id)) });
  }
}

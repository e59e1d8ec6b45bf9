// What all share that send updates.

import type { InventoryItem, PetstockClient } from "../../client/client.ts";
import { type Saved, withSaved } from "../model/rows.ts";
import type { StateStore } from "./state.ts";
import type { Turns } from "./turns.ts";

export interface Sending {
  readonly store: StateStore;
  /** Of whoever is signed in now. */
  readonly client: () => PetstockClient;
  /** Nothing is sent for somebody once another is signed in. */
  readonly isSignedIn: (client: PetstockClient) => boolean;
  /** Aborted once whoever is signed in now has signed out: what is left of theirs is over. */
  readonly signedOut: () => AbortSignal;
  readonly turns: Turns;
  /** Takes note of what an error says of the client's key. */
  readonly noteKey: (error: unknown, client: PetstockClient) => void;
}

/** The rows are so from now on, whatever a list says that was asked for before. */
export function acknowledge(store: StateStore, items: readonly InventoryItem[]): void {
  const at = performance.now();
  const { list, saved: before } = store.state;
  const saved = new Map([...before, ...items.map((item): [bigint, Saved] => [item.petId, { item, at }])]);
  store.set({ saved, rows: withSaved(list, saved) });
}

// What saves, undo and bulk changes share: the store, the current session's client, and the queue of updates.

import type { InventoryItem, PetstockClient } from "../../client/client.ts";
import { applySaved, type Saved } from "../model/rows.ts";
import type { PetQueue } from "./pet-queue.ts";
import type { StateStore } from "./state.ts";

export interface SessionContext {
  readonly store: StateStore;
  /** The current session's client. Throws when signed out. */
  readonly client: () => PetstockClient;
  /** False after a sign-out or a sign-in with another key: that client must send nothing more. */
  readonly isCurrent: (client: PetstockClient) => boolean;
  /** The current session's signal, aborted by a sign-out: pending work of the session ends. */
  readonly signOutSignal: () => AbortSignal;
  readonly queue: PetQueue;
  /** Handles errors that concern the API key (401, read-only), unless the client is no longer current. */
  readonly onKeyError: (error: unknown, client: PetstockClient) => void;
}

/** Shows acknowledged rows at once, over any list that was requested before. */
export function acknowledge(store: StateStore, items: readonly InventoryItem[]): void {
  const at = performance.now();
  const { list, saved: before } = store.state;
  const saved = new Map([...before, ...items.map((item): [bigint, Saved] => [item.petId, { item, at }])]);
  store.set({ saved, rows: applySaved(list, saved) });
}

// Keeps the rows up to date while the page is visible: first the list as it loads, then every change.

import { changesBetween } from "../../client/changes.ts";
import type { InventoryItem, PetstockClient } from "../../client/client.ts";
import { applySaved, savedSince } from "../model/rows.ts";
import type { Environment } from "./environment.ts";
import { SIGNED_OUT, type StateStore } from "./state.ts";

export interface FollowOptions {
  readonly store: StateStore;
  readonly client: PetstockClient;
  readonly environment: Pick<Environment, "untilVisible" | "timing">;
  readonly signal: AbortSignal;
  /** Called when the first rows have loaded: the key works. */
  readonly onFirstRows: () => void;
  /** Called after each answer is shown, with the time of its request (`performance.now()`). */
  readonly onAnswer: (requestedAt: number) => void;
}

/** Runs until the signal is aborted. Throws errors that a retry does not fix, such as a revoked key. */
export async function followInventory(options: FollowOptions): Promise<void> {
  const { store, client, environment, signal, onAnswer } = options;
  const { timing, untilVisible } = environment;
  let requestedAt = 0;
  const lists = client.watchInventory({
    signal,
    // Each answer proves what was saved before it was requested; the changes of a stream do not.
    stream: false,
    intervalMs: timing.pollIntervalMs,
    before: () => untilVisible(signal),
    onArriving: showLoading(options),
    onTrouble: () => store.set({ offlineSince: store.state.offlineSince ?? new Date() }),
    onAnswer: (at) => {
      requestedAt = at;
      store.set({ checkedAt: new Date(), offlineSince: undefined });
      // Deferred: a list that comes with the answer is shown first.
      setTimeout(() => {
        if (signal.aborted) return;
        dropConfirmed(store, at);
        onAnswer(at);
      });
    },
  });
  for await (const { items } of lists) {
    showList(store, { list: items, requestedAt, changeMarkMs: timing.changeMarkMs });
  }
}

function showLoading({ store, environment, onFirstRows }: FollowOptions) {
  let paintedAt = -Infinity;
  return (items: readonly InventoryItem[]): void => {
    const now = performance.now();
    const { loading } = store.state;
    // After signing in again, the old rows stay until the new list is complete.
    if (loading === "complete" || now - paintedAt < environment.timing.paintIntervalMs) return;
    paintedAt = now;
    const list = items.slice();
    store.set({ list, rows: list, loading: "partial" });
    onFirstRows();
  };
}

/** Drops saved rows that the current list includes, even if the answer was "not modified". */
function dropConfirmed(store: StateStore, requestedAt: number): void {
  const { list, saved } = store.state;
  const later = savedSince(saved, requestedAt);
  if (later.size < saved.size) store.set({ saved: later, rows: applySaved(list, later) });
}

interface NewList {
  readonly list: readonly InventoryItem[];
  readonly requestedAt: number;
  readonly changeMarkMs: number;
}

function showList(store: StateStore, { list, requestedAt, changeMarkMs }: NewList): void {
  const { rows: before, loading, saved: allSaved, editing } = store.state;
  const saved = savedSince(allSaved, requestedAt);
  const rows = applySaved(list, saved);
  store.set({ list, saved, rows, loading: "complete" });
  if (loading !== "complete") return;
  const { changed, removed } = changesBetween(before, rows);
  if (changed.length > 0) markChanged(store, changed, { before, shownMs: changeMarkMs });
  if (editing !== undefined && removed.includes(editing.from.petId)) {
    const text = `Pet ${editing.from.petId} was removed by someone else`;
    store.set({ editing: undefined, notice: { text, tone: "bad", undo: undefined } });
  }
}

/** All marks disappear `shownMs` after the newest was added. */
function markChanged(
  store: StateStore,
  changed: readonly InventoryItem[],
  { before, shownMs }: Marking,
): void {
  const quantities = new Map(before.map(({ petId, quantity }) => [petId, quantity]));
  const added = changed.map(({ petId }): [bigint, number | undefined] => [petId, quantities.get(petId)]);
  const marks = new Map([...store.state.marks, ...added]);
  store.set({ marks });
  setTimeout(() => {
    // Otherwise newer marks have a timer of their own.
    if (store.state.marks === marks) store.set({ marks: SIGNED_OUT.marks });
  }, shownMs);
}

interface Marking {
  readonly before: readonly InventoryItem[];
  readonly shownMs: number;
}

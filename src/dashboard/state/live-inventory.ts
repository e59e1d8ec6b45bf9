// Keeps the rows as the service has them: the list as it arrives, then what changes, while anybody looks at the page.

import { changesBetween } from "../../client/changes.ts";
import type { InventoryItem, PetstockClient } from "../../client/client.ts";
import { savedSince, withSaved } from "../model/rows.ts";
import { SIGNED_OUT, type StateStore } from "./state.ts";

/** Often enough to be called live; the client asks more seldom where the list takes long. */
const INTERVAL_MS = 2000;
/** Of the first list: often enough to see it grow, and not so often that it takes longer. */
const PAINT_MS = 100;
const MARKED_MS = 8000;

export interface Follow {
  readonly store: StateStore;
  readonly client: PetstockClient;
  readonly signal: AbortSignal;
  /** The key works: the first rows are there. */
  readonly onFirstRows: () => void;
  /** Called with each list that has come, so that what was left open can be settled. */
  readonly onAnswer: (askedAt: number) => void;
}

/** Until the signal is aborted, or an error that does not pass, which it throws. */
export async function followInventory({
  store,
  client,
  signal,
  onFirstRows,
  onAnswer,
}: Follow): Promise<void> {
  let answeredFor = 0;
  const lists = client.watchInventory({
    signal,
    intervalMs: INTERVAL_MS,
    before: () => untilVisible(signal),
    onArriving: arriving(store, onFirstRows),
    onTrouble: () => store.set({ offlineSince: store.state.offlineSince ?? new Date() }),
    onAnswer: (askedAt) => {
      answeredFor = askedAt;
      store.set({ checkedAt: new Date(), offlineSince: undefined });
      // Once the list that may come with it is shown.
      setTimeout(() => {
        if (signal.aborted) return;
        forgetSaved(store, askedAt);
        onAnswer(askedAt);
      });
    },
  });
  for await (const { items } of lists) {
    show(store, items, answeredFor);
  }
}

function arriving(store: StateStore, onFirstRows: () => void): (items: readonly InventoryItem[]) => void {
  let paintedAt = -Infinity;
  return (items) => {
    const now = performance.now();
    const { loading } = store.state;
    // After a new sign-in the old rows stay until all new ones are there.
    if (loading === "whole" || now - paintedAt < PAINT_MS) return;
    paintedAt = now;
    const list = items.slice();
    store.set({ list, rows: list, loading: "arriving" });
    onFirstRows();
  };
}

/** What the list shows by now, whether or not it was news. */
function forgetSaved(store: StateStore, askedAt: number): void {
  const { list, saved } = store.state;
  const later = savedSince(saved, askedAt);
  if (later.size < saved.size) store.set({ saved: later, rows: withSaved(list, later) });
}

let unmark: ReturnType<typeof setTimeout> | undefined;

function show(store: StateStore, list: readonly InventoryItem[], askedAt: number): void {
  const { rows: before, loading, saved: all, editing, marks: old } = store.state;
  const saved = savedSince(all, askedAt);
  const rows = withSaved(list, saved);
  store.set({ list, saved, rows, loading: "whole" });
  if (loading !== "whole") return;
  const { changed, removed } = changesBetween(before, rows);
  if (changed.length > 0) {
    const quantities = new Map(before.map(({ petId, quantity }) => [petId, quantity]));
    const marks = new Map([
      ...old,
      ...changed.map(({ petId }): [bigint, number | undefined] => [petId, quantities.get(petId)]),
    ]);
    store.set({ marks });
    clearTimeout(unmark);
    unmark = setTimeout(() => store.set({ marks: SIGNED_OUT.marks }), MARKED_MS);
  }
  if (editing !== undefined && removed.includes(editing.from.petId)) {
    const text = `Pet ${editing.from.petId} was removed by somebody else`;
    store.set({ editing: undefined, notice: { text, tone: "bad", undo: undefined } });
  }
}

/** A page in the background asks for nothing. */
function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState !== "visible" && !signal.aborted) return;
      document.removeEventListener("visibilitychange", look);
      signal.removeEventListener("abort", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    signal.addEventListener("abort", look);
    look();
  });
}

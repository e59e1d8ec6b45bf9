// Changes many quantities from a file, step by step: read, preview, apply, undo. Nothing is sent before the user has seen
// the preview.

import type { BulkPlan } from "../model/bulk-plan.ts";
import type { Mapping } from "../model/column-mapping.ts";
import { type FailedRow, unsentRows } from "../model/failed-rows.ts";
import { formatPlural } from "../model/format.ts";
import { type BulkFile, openBulkFile, readBulkRows, type UnreadPreview } from "./bulk-file.ts";
import { runUpdates, type UpdatedRow } from "./run-updates.ts";
import { acknowledge, type SessionContext } from "./session-context.ts";
import type { BulkProgress, StateStore } from "./state.ts";
import type { UndoStack } from "./undo-stack.ts";

/** A hundred times the size of a large inventory. */
const FILE_BYTES_MAX = 50_000_000;

const NOT_STARTED = {
  step: "apply",
  changed: 0,
  failed: [],
  unsent: [],
  omitted: 0,
  ms: 0,
  ended: false,
  message: undefined,
  undo: undefined,
  refusedFile: undefined,
} as const;

export class BulkChange {
  readonly #context: SessionContext;
  readonly #store: StateStore;
  readonly #undoStack: UndoStack;
  /** Stops the reading or sending in progress. */
  #stop = new AbortController();

  constructor(context: SessionContext, undoStack: UndoStack) {
    this.#context = context;
    this.#store = context.store;
    this.#undoStack = undoStack;
  }

  open(): void {
    if (this.#store.state.readOnly) return;
    this.#restart();
    this.#store.set({ bulk: { step: "choose", message: undefined } });
  }

  close(): void {
    this.#stop.abort();
    this.#store.set({ bulk: undefined });
  }

  async openFile(file: File): Promise<void> {
    const { readOnly, bulk } = this.#store.state;
    if (readOnly) return;
    if (bulk?.step === "apply" && !bulk.ended) {
      const refusedFile = `${file.name} was not opened. Wait until this import has finished, or stop it`;
      return this.#store.set({ bulk: { ...bulk, refusedFile } });
    }
    const signal = this.#restart();
    if (file.size > FILE_BYTES_MAX) return this.#refuse(`${file.name} is too large. The limit is 50 MB`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!signal.aborted) await this.#open({ name: file.name, bytes });
  }

  async paste(text: string): Promise<void> {
    if (this.#store.state.readOnly) return;
    await this.#open({ name: "pasted rows", bytes: new TextEncoder().encode(text) });
  }

  async map(mapping: Mapping): Promise<void> {
    const { bulk } = this.#store.state;
    if (bulk?.step === "preview") await this.#preview({ ...bulk, mapping });
  }

  /** Compares the file with the current inventory. */
  async compareAgain(): Promise<void> {
    const { bulk } = this.#store.state;
    if (bulk?.step === "preview") await this.#preview(bulk);
  }

  async apply(plan: BulkPlan): Promise<void> {
    const { bulk } = this.#store.state;
    if (bulk?.step !== "preview") return;
    const { name } = bulk;
    const client = this.#context.client();
    const signOutSignal = this.#context.signOutSignal();
    const stop = this.#restart();
    this.#store.set({ bulk: { ...NOT_STARTED, name, total: plan.change.length } });
    const startedAt = performance.now();
    let [updates, failed]: [UpdatedRow[], FailedRow[]] = [[], []];
    const fatalError = await runUpdates({
      client,
      queue: this.#context.queue,
      jobs: plan.change.map(({ now, wanted }) => ({ before: now!, quantity: wanted! })),
      stop,
      onProgress: (updated, refused) => {
        updates = [...updates, ...updated];
        failed = [...failed, ...refused];
        const rows = updated.map(({ after }) => after);
        acknowledge(this.#store, rows);
        const ms = performance.now() - startedAt;
        if (!signOutSignal.aborted) this.#report({ changed: updates.length, failed, ms });
      },
    });
    if (signOutSignal.aborted) return;
    this.#context.onKeyError(fatalError, client);
    const sent = new Set([...updates.map(({ after }) => after), ...failed].map(({ petId }) => petId));
    this.#report({
      ended: true,
      unsent: unsentRows(plan, sent),
      omitted: plan.omitted,
      message: stopMessage(fatalError, stop),
      undo: this.#addUndo(name, updates),
      refusedFile: undefined,
    });
  }

  /** Sends no further rows; those in flight complete. */
  stop(): void {
    this.#stop.abort();
  }

  async #open(file: BulkFile): Promise<void> {
    const opened = openBulkFile(file);
    if ("reason" in opened) this.#refuse(opened.reason);
    else await this.#preview(opened);
  }

  async #preview(file: UnreadPreview): Promise<void> {
    const signal = this.#restart();
    if (this.#store.state.loading !== "complete") {
      this.#store.set({ bulk: { step: "wait", name: file.name } });
      await untilLoaded(this.#store);
    }
    const baseline = this.#store.state.rows;
    const read = await readBulkRows(file);
    if (!signal.aborted) this.#store.set({ bulk: { ...file, ...read, baseline } });
  }

  #report(change: Partial<BulkProgress>): void {
    const { bulk } = this.#store.state;
    if (bulk?.step === "apply") this.#store.set({ bulk: { ...bulk, ...change } });
  }

  /** Stops what was in progress before. */
  #restart(): AbortSignal {
    this.#stop.abort();
    this.#stop = new AbortController();
    return this.#stop.signal;
  }

  #refuse(message: string): void {
    this.#store.set({ bulk: { step: "choose", message } });
  }

  #addUndo(name: string, updates: readonly UpdatedRow[]) {
    const title = `${formatPlural(updates.length, "quantity", "quantities")} from ${name}`;
    return updates.length > 0 ? this.#undoStack.add({ title, updates }) : undefined;
  }
}

function stopMessage(fatalError: unknown, stop: AbortSignal): string | undefined {
  if (fatalError !== undefined) return "Stopped by an error. Rows that were not sent are unchanged";
  return stop.aborted ? "Stopped. Rows that were not sent are unchanged" : undefined;
}

/** The preview would report a pet that has not loaded yet as unknown. */
function untilLoaded(store: StateStore): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (store.state.loading !== "complete") return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = store.subscribe(check);
  });
}

// Keeps the pets up to date while the page is visible: first the list as it loads, then every change, over a stream of the Admin API.
// Where there is none, the list is asked for again and again. Says honestly since when the page may lack a change.

import { type ChangesSince, type Label, RequestError } from "../../client/client.ts";
import { isReopened, LivePace } from "../../client/live-pace.ts";
import { pause } from "../../client/pause.ts";
import type { Environment } from "../state/environment.ts";
import { type ArrivalOptions, showArrival } from "./arrivals.ts";
import { PetColumns } from "./pet-columns.ts";
import { differenceOf } from "./difference.ts";
import type { InventorySource } from "./inventory-source.ts";
import type { ChangedLabels } from "./merge-labels.ts";
import type { Arrival } from "./pets.ts";
import { inSlices } from "./slices.ts";

export interface LiveInventoryOptions extends ArrivalOptions {
  readonly source: InventorySource;
  readonly environment: Pick<Environment, "visibility" | "now" | "timing">;
  readonly signal: AbortSignal;
  /** Called when a list begins to arrive: what is asked for from now on is not older than it. */
  readonly onListBegun: () => void;
  /** Called when the first rows have loaded: the key works. */
  readonly onFirstRows: () => void;
  /** Called with each failure after which the service is asked again. */
  readonly onTrouble: (error: RequestError) => void;
  /** Called with each error that no retry is expected to fix; the service is asked again all the same. */
  readonly onFailed: (error: unknown) => void;
  /** Called after each answer is shown, with the time of its request (`performance.now()`). */
  readonly onAnswer: (requestedAt: number) => void;
}

/** The service writes to a stream every 15 s, also if nothing changes. */
const SILENCE_MS = 20_000;
/** After an error that no retry is expected to fix. Then the whole list is read, because the rows shown may be wrong. */
const FAILED_PAUSE_MS = 30_000;
const UNAUTHORIZED = 401;

export class LiveInventory {
  readonly #options: LiveInventoryOptions;
  /** Position of the page's pets; undefined: the whole list must be read. */
  #position: string | undefined;
  /** Aborted to ask anew, or to end: the open stream, or the pause between two lists. */
  #turn = new AbortController();
  readonly #pace: LivePace;
  /** The last sign of the service that the page is up to date (`Environment.now`). */
  #provedAt: number;
  /** When the answer that is awaited was asked for (`Environment.now`). */
  #askedAt: number | undefined;
  #isStreaming = false;
  /** The service refused the last stream: it may still give lists, of an inventory that has moved to another database. */
  #isRefused = false;
  #checkedAt: number;

  constructor(options: LiveInventoryOptions) {
    this.#options = options;
    this.#pace = new LivePace({ intervalMs: options.environment.timing.pollIntervalMs });
    this.#provedAt = this.#checkedAt = options.environment.now();
  }

  /** Runs until the signal is aborted. Throws what ends the session, such as a revoked key, or any error before the first rows. */
  async run(): Promise<void> {
    const { environment, signal } = this.#options;
    const refresh = (): void => this.refresh();
    const stopWatching = environment.visibility.onChange(refresh);
    // AbortSignal.any is missing in the oldest browsers.
    signal.addEventListener("abort", refresh);
    const timer = setInterval(() => this.#check(), environment.timing.checkIntervalMs);
    try {
      for (;;) {
        await this.#round().catch((error: unknown) => this.#failed(error));
      }
    } finally {
      clearInterval(timer);
      signal.removeEventListener("abort", refresh);
      stopWatching();
    }
  }

  async #round(): Promise<void> {
    await this.#read();
    await this.#follow();
    await this.#pause(this.#pace.pauseMs());
  }

  /** No row may be called live after this. Rethrows what ends the session. */
  async #failed(error: unknown): Promise<void> {
    const { signal, store, onFailed } = this.#options;
    signal.throwIfAborted();
    this.#doubt();
    const isRefused = error instanceof RequestError && error.status === UNAUTHORIZED;
    if (isRefused || store.state.loading === "none") throw error;
    onFailed(error);
    this.#position = undefined;
    this.#newTurn();
    await this.#pause(FAILED_PAUSE_MS);
  }

  /** Asks the service anew, so that an answer follows that includes all that was acknowledged before. */
  refresh(): void {
    this.#turn.abort();
  }

  async #read(): Promise<void> {
    const { environment, source, signal, store } = this.#options;
    await environment.visibility.untilVisible(signal);
    signal.throwIfAborted();
    this.#newTurn();
    const askedAt = this.#ask();
    const columns = store.state.loading === "complete" ? new PetColumns() : undefined;
    try {
      const read = await source.list({ etag: this.#position, signal, ...this.#receive(columns) });
      this.#pace.listRead(read && performance.now() - askedAt);
      if (read !== undefined) {
        await this.#showList(columns, askedAt);
        this.#position = read.etag;
      }
      this.#answered(askedAt, { items: [], removed: [], labels: undefined });
    } catch (error) {
      this.#pace.listFailed(error);
      this.#onTrouble(error);
    }
  }

  /** The first list is shown as it loads. Later ones replace the old rows when they are complete. */
  #receive(columns: PetColumns | undefined) {
    const { pets, store, environment, onFirstRows, onListBegun } = this.#options;
    let drawnAt = -Infinity;
    return {
      onStart: () => {
        if (columns === undefined) pets.clearRows();
        else columns.clear();
        onListBegun();
      },
      onBatch: (batch: Parameters<PetColumns["append"]>[0]) => {
        (columns ?? pets).append(batch);
        if (columns !== undefined || performance.now() - drawnAt < environment.timing.paintIntervalMs) return;
        drawnAt = performance.now();
        store.set({ loading: "partial" });
        pets.changed();
        onFirstRows();
      },
    };
  }

  async #showList(columns: PetColumns | undefined, requestedAt: number): Promise<void> {
    const { pets, store, signal } = this.#options;
    if (columns === undefined) {
      store.set({ loading: "complete" });
      pets.loaded(requestedAt);
      return;
    }
    const { items, removed } = await inSlices(differenceOf(pets.table.columns, columns), signal);
    const saved = [...store.state.saved.keys()]
      .map((petId) => columns.rowOf(petId))
      .filter((row) => row >= 0);
    // The difference is to what the page shows; of saved rows, what the list has is needed as well.
    const shown = [...items, ...saved.map((row) => columns.item(row))];
    this.#show({ items: shown, removed, labels: undefined, requestedAt });
  }

  /** Follows the changes for as long as streams can be opened. */
  async #follow(): Promise<void> {
    const { environment, signal } = this.#options;
    while (this.#position !== undefined && this.#pace.opensStream) {
      await environment.visibility.untilVisible(signal);
      signal.throwIfAborted();
      const turn = this.#newTurn();
      try {
        await this.#stream(turn.signal);
      } catch (error) {
        signal.throwIfAborted();
        if (turn.signal.aborted) continue;
        if (!(error instanceof RequestError)) throw error;
        const end = this.#pace.streamFailed(error);
        if (end === "gone") this.#position = undefined;
        if (end === "trouble") this.#onStreamTrouble(error);
        return;
      } finally {
        this.#isStreaming = false;
      }
    }
  }

  async #stream(signal: AbortSignal): Promise<void> {
    let openedBy: number | undefined = undefined;
    this.#ask();
    const changes = this.#options.source.changes({
      since: this.#position,
      reopensAfter: isReopened,
      silenceMs: SILENCE_MS,
      onTrouble: (error) => this.#onStreamTrouble(error),
      onOpened: (askedAt) => {
        openedBy = askedAt;
        this.#isStreaming = true;
        this.#isRefused = false;
      },
      onAlive: () => this.#isStreaming && this.#prove(),
      signal,
    });
    for await (const { position, items, removed, ...label } of changes) {
      this.#position = position;
      const requestedAt: number | undefined = openedBy;
      openedBy = undefined;
      const difference = { items, removed, labels: changedLabels(label) };
      if (requestedAt !== undefined) this.#answered(requestedAt, difference);
      else this.#show({ ...difference, requestedAt });
    }
  }

  async #pause(ms: number): Promise<void> {
    const { signal } = this.#options;
    await pause(ms, this.#turn.signal).catch(() => {});
    signal.throwIfAborted();
  }

  #newTurn(): AbortController {
    if (this.#turn.signal.aborted) this.#turn = new AbortController();
    return this.#turn;
  }

  #ask(): number {
    this.#askedAt = this.#options.environment.now();
    return performance.now();
  }

  /** An answer: it proves all that was acknowledged before it was asked for, unless the service says that it is not the place to ask. */
  #answered(requestedAt: number, changes: Omit<Arrival, "requestedAt">): void {
    this.#askedAt = undefined;
    this.#show({ ...changes, requestedAt });
    if (!this.#isRefused) this.#prove();
    this.#options.onAnswer(requestedAt);
  }

  #prove(): void {
    const { store, environment } = this.#options;
    this.#provedAt = environment.now();
    store.set({ checkedAt: new Date(this.#provedAt), offlineSince: undefined });
  }

  #onStreamTrouble(error: RequestError): void {
    this.#isRefused = error.code === "unavailable";
    this.#onTrouble(error);
  }

  #onTrouble(error: RequestError): void {
    this.#doubt();
    this.#options.onTrouble(error);
  }

  /** The page may lack changes from now on. */
  #doubt(): void {
    const { store } = this.#options;
    store.set({ offlineSince: store.state.offlineSince ?? new Date(this.#provedAt) });
  }

  /** Notices what no error tells: a connection that is dead, or an answer that does not come. */
  #check(): void {
    const { store, environment } = this.#options;
    const { checkIntervalMs } = environment.timing;
    const now = environment.now();
    const hasSlept = now - this.#checkedAt > SILENCE_MS;
    this.#checkedAt = now;
    if (store.state.loading !== "complete" || !environment.visibility.isVisible()) return;
    const isAwaited = this.#askedAt !== undefined && now - this.#askedAt > 2 * checkIntervalMs;
    const isSilent = now - this.#provedAt > SILENCE_MS;
    if (isAwaited || isSilent) this.#doubt();
    if (hasSlept || (this.#isStreaming && isSilent) || this.#isProofOverdue()) this.refresh();
  }

  /** A saved row or label that no event has shown since, such as one that others changed back at once. */
  #isProofOverdue(): boolean {
    const { pets, environment } = this.#options;
    const dueAt = performance.now() - 2 * environment.timing.checkIntervalMs;
    return this.#isStreaming && pets.isProofDue(dueAt);
  }

  #show(arrival: Arrival): void {
    if (showArrival(this.#options, arrival)) this.refresh();
  }
}

function changedLabels({ labels, unlabeled }: Pick<ChangesSince, "labels" | "unlabeled">): ChangedLabels {
  return new Map<bigint, Label | undefined>([
    ...labels.map((label): [bigint, Label] => [label.petId, label]),
    ...unlabeled.map((petId): [bigint, undefined] => [petId, undefined]),
  ]);
}

// Keeps the labels up to date: read when the session begins, when the page is shown again, every minute, and after own changes.

import { type Label, PetstockError, RequestError } from "../../client/client.ts";
import { pause } from "../../client/pause.ts";
import { isRetryable } from "../../client/retry.ts";
import type { Visibility } from "../state/environment.ts";
import type { InventorySource } from "./inventory-source.ts";
import type { Pets } from "./pets.ts";

/** Labels change seldom, and unchanged ones are not sent again. */
const INTERVAL_MS = 60_000;

interface LiveLabelsOptions {
  readonly pets: Pets;
  readonly source: InventorySource;
  readonly visibility: Visibility;
  readonly signal: AbortSignal;
}

export class LiveLabels {
  readonly #options: LiveLabelsOptions;
  #etag: string | undefined;
  #turn = new AbortController();

  constructor(options: LiveLabelsOptions) {
    this.#options = options;
  }

  /** Runs until the signal is aborted, or the service denies the labels. Never rejects. */
  async run(): Promise<void> {
    const { visibility, signal } = this.#options;
    const stopWatching = visibility.onChange(() => this.#turn.abort());
    try {
      while (await this.#read()) {
        await pause(INTERVAL_MS, AbortSignal.any([signal, this.#turn.signal])).catch(() => {});
      }
    } finally {
      stopWatching();
    }
  }

  /** Shows labels that this page has changed, and reads all again. */
  changed(labels: readonly Label[]): void {
    this.#options.pets.showLabels(labels);
    this.#turn.abort();
  }

  /** Returns whether to read again later. */
  async #read(): Promise<boolean> {
    const { pets, source, visibility, signal } = this.#options;
    await visibility.untilVisible(signal);
    if (signal.aborted) return false;
    this.#turn = new AbortController();
    try {
      const read = await source.labels({ etag: this.#etag, signal });
      if (read !== undefined && !signal.aborted) {
        this.#etag = read.etag;
        pets.setLabels(read.table);
      }
    } catch (error) {
      if (signal.aborted || !(error instanceof RequestError)) return false;
      // Labels that change while they are sent break off.
      return !(error instanceof PetstockError) || isRetryable(error, true);
    }
    return true;
  }
}

// Reads all labels once the list has begun to arrive, so that no change between list and labels is missed: what changes later arrives
// with the changes of the pets. Each further list has its labels read again.

import { RequestError } from "../../client/client.ts";
import { pause } from "../../client/pause.ts";
import { isRetryable, pauseMsAfter } from "../../client/retry.ts";
import type { Visibility } from "../state/environment.ts";
import type { InventorySource } from "./inventory-source.ts";
import type { PetLabels } from "./pet-labels.ts";

interface LiveLabelsOptions {
  readonly labels: PetLabels;
  readonly source: InventorySource;
  readonly visibility: Visibility;
  readonly signal: AbortSignal;
}

export class LiveLabels {
  readonly #options: LiveLabelsOptions;
  #etag: string | undefined;
  /** Lists that began to arrive, and the one that the labels were read for. */
  #lists = 0;
  #readFor = 0;
  #isAllowed = false;
  #isReading = false;

  constructor(options: LiveLabelsOptions) {
    this.#options = options;
  }

  /** Labels that are asked for from now on are not older than this list. */
  listBegun(): void {
    this.#options.labels.expect();
    this.#lists += 1;
    void this.#read();
  }

  /** The service gives labels to this key. */
  allow(): void {
    this.#isAllowed = true;
    void this.#read();
  }

  async #read(): Promise<void> {
    if (!this.#isAllowed || this.#isReading) return;
    this.#isReading = true;
    const { visibility, signal } = this.#options;
    let failures = 0;
    while (this.#readFor !== this.#lists) {
      await visibility.untilVisible(signal);
      if (signal.aborted) return;
      const list = this.#lists;
      try {
        await this.#readOnce();
        [this.#readFor, failures] = [list, 0];
      } catch (error) {
        if (signal.aborted || !(error instanceof RequestError) || !isRetryable(error, true)) return;
        await pause(pauseMsAfter(failures++, error.retryAfterMs), signal).catch(() => {});
      }
    }
    this.#isReading = false;
  }

  async #readOnce(): Promise<void> {
    const { labels, source, signal } = this.#options;
    const requestedAt = performance.now();
    const read = await source.labels({ etag: labels.isAsRead ? this.#etag : undefined, signal });
    signal.throwIfAborted();
    if (read !== undefined) this.#etag = read.etag;
    labels.set(read?.table, requestedAt);
  }
}

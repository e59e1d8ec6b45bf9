// Divides long work into short tasks, so that the page draws and answers keys in between.

import { nextTask, SLICE_MS } from "../data/slices.ts";

export class TaskSlices {
  readonly #signal: AbortSignal | undefined;
  #end = performance.now() + SLICE_MS;

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** Whether the current slice is over. Cheap enough to ask after each few rows. */
  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  /** Waits for the next task if the slice is over. Throws the signal's reason. */
  async pause(): Promise<void> {
    this.#signal?.throwIfAborted();
    if (!this.isOver) return;
    await nextTask();
    this.#signal?.throwIfAborted();
    this.#end = performance.now() + SLICE_MS;
  }
}

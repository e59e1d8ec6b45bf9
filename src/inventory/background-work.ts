// Work that a service repeats in the background until it is closed, with a pause after each step. A failed step is repeated.

import { StoreError } from "./store-error.ts";

interface BackgroundOptions {
  /** One step; gives the pause after it, ms. */
  readonly step: () => Promise<number>;
  readonly pauseAfterErrorMs: number;
  /** Called for the first of several failures. An unavailable database is not one: it is logged elsewhere. */
  readonly onFailure: (cause: string) => void;
}

export class BackgroundWork implements AsyncDisposable {
  readonly #options: BackgroundOptions;
  #isFailing = false;
  #isPausing = false;
  #isWoken = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> = Promise.resolve();
  #closed = false;

  /** Works until disposed. */
  constructor(options: BackgroundOptions) {
    this.#options = options;
    this.#schedule(0);
  }

  /** Completes the step that runs. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Ends the pause: the next step begins at once, or after the one that runs. */
  wake(): void {
    this.#isWoken = true;
    if (!this.#isPausing) return;
    clearTimeout(this.#timer);
    this.#schedule(0);
  }

  #schedule(delayMs: number): void {
    if (this.#closed) return;
    this.#isPausing = true;
    const begin = () => {
      this.#isPausing = false;
      this.#isWoken = false;
      this.#running = this.#run();
    };
    this.#timer = setTimeout(begin, this.#isWoken ? 0 : delayMs);
    this.#timer.unref();
  }

  async #run(): Promise<void> {
    let pauseMs = this.#options.pauseAfterErrorMs;
    try {
      pauseMs = await this.#options.step();
      this.#isFailing = false;
    } catch (error) {
      this.#noteFailure(error);
    }
    this.#schedule(pauseMs);
  }

  #noteFailure(error: unknown): void {
    const isExpected =
      error instanceof StoreError && (error.code === "unavailable" || error.code === "retired");
    if (isExpected || this.#isFailing) return;
    this.#isFailing = true;
    this.#options.onFailure(String(error));
  }
}

// Work that is done one after the other, or a few at a time, in which API keys take turns: each in the order in which its requests came,
// and none behind all that another one has sent.

import { WaitingLines, type Waits } from "./waiting-lines.ts";

type Signal = Pick<AbortSignal, "throwIfAborted">;

interface Turn extends Waits {
  readonly signal: Signal;
  start(): void;
}

export class KeyTurns {
  readonly #waiting = new WaitingLines<Turn>();
  readonly #placesMax: number;
  #taken = 0;

  /** `placesMax`: how much is done at a time. */
  constructor(placesMax = 1) {
    this.#placesMax = placesMax;
  }

  /**
   * Settles as the work does; a failure does not concern the next one. Throws the signal's reason if it is aborted before its turn.
   * `keyId` is null for work of the service itself, which has a line of its own.
   */
  async run<T>(keyId: string | null, signal: Signal, work: () => Promise<T>): Promise<T> {
    if (this.#taken === this.#placesMax) await this.#turnOf(keyId, signal);
    else this.#taken += 1;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#next();
    }
  }

  #turnOf(keyId: string | null, signal: Signal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add({ line: keyId, size: 1, signal, start: resolve });
    return promise;
  }

  /**
   * The place is free in the next turn of the event loop, also where nothing waits: the runtime hands over all requests that have arrived, one
   * after the other, and work that never waits would be done for all of them before an update is read.
   */
  #next(): void {
    setImmediate(() => {
      const [next] = this.#waiting.take(1);
      if (next === undefined) this.#taken -= 1;
      else next.start();
    });
  }
}

// Work that is done one after the other, in which API keys take turns: each in the order in which its requests came, and none behind
// all that another one has sent.

import { WaitingLines, type Waits } from "./waiting-lines.ts";

type Signal = Pick<AbortSignal, "throwIfAborted">;

interface Turn extends Waits {
  readonly signal: Signal;
  start(): void;
}

export class KeyTurns {
  readonly #waiting = new WaitingLines<Turn>();
  #isBusy = false;

  /**
   * Settles as the work does; a failure does not concern the next one. Throws the signal's reason if it is aborted before its turn.
   * `keyId` is null for work of the service itself, which has a line of its own.
   */
  async run<T>(keyId: string | null, signal: Signal, work: () => Promise<T>): Promise<T> {
    if (this.#isBusy) await this.#turnOf(keyId, signal);
    this.#isBusy = true;
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
   * Passes the turn on without a gap, in which a request that arrives would take it, but lets other requests run first: work that
   * never waits would otherwise follow upon work until none is left, and an update would wait for all of it.
   */
  #next(): void {
    if (this.#waiting.length === 0) this.#isBusy = false;
    else setImmediate(() => this.#waiting.take(1)[0]?.start());
  }
}

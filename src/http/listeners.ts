// The listener that takes new connections, those that it took over from, and how their clients are sent away.

import { andThen } from "../inventory/awaitable.ts";
import type { Listener } from "./client-address.ts";
import type { Handler } from "./operation.ts";

export interface Stoppable extends Listener {
  /** Takes no new connections and closes idle ones; resolves when the others are done. Cuts them off where `abrupt`. */
  stop(abrupt: boolean): Promise<void>;
}

/**
 * A listener that stops closes the connections that are idle, and a client that asks over one of them just then loses its
 * request. So each of its answers ends its connection for so long before: whoever is busy has left by then.
 */
const HANDOVER_MS = 2_000;
/** Clients that have taken nothing for so long are cut off when the service stops. Less than its deadline, 20 s. */
const STALLED_MS = 5_000;
const CHECK_INTERVAL_MS = 100;

export class Listeners<Each extends Stoppable> {
  #current: Each | undefined;
  #isEnding = false;
  /** Requests whose handlers have not answered yet. */
  #answering = 0;
  readonly #leaving = new Set<Stoppable>();

  /** Both listen on the port for a while: there is no moment at which nobody does. */
  takeOver(next: Each): void {
    const last = this.#current;
    this.#current = next;
    if (last === undefined) return;
    this.#leaving.add(last);
    const timer = setTimeout(async () => {
      await last.stop(false);
      this.#leaving.delete(last);
    }, HANDOVER_MS);
    timer.unref();
  }

  /** From now on every answer of every listener ends its connection, so that clients come back elsewhere. */
  closeKeepAlives(): void {
    this.#isEnding = true;
  }

  /**
   * Takes no new connections; resolves when the requests in flight are answered. A client that takes nothing of its answer is
   * not waited for: once all handlers have answered, and `progress` stays the same for a while, the others are cut off.
   */
  async drain(progress: () => number): Promise<void> {
    const over = new AbortController();
    await Promise.race([this.stop(false), this.#stalled(progress, over.signal)]);
    over.abort();
    await this.stop(true);
  }

  async #stalled(progress: () => number, over: AbortSignal): Promise<void> {
    let seen = progress();
    for (let stillFor = 0; stillFor < STALLED_MS && !over.aborted; stillFor += CHECK_INTERVAL_MS) {
      await Bun.sleep(CHECK_INTERVAL_MS);
      const now = progress();
      if (this.#answering > 0 || now !== seen) stillFor = 0;
      seen = now;
    }
  }

  /** The handler, whose answers end their connections where its listener leaves: the runtime closes them behind it. */
  withConnectionClose(handler: Handler): Handler {
    return (request, listener) => {
      this.#answering += 1;
      return andThen(handler(request, listener), (response) => {
        this.#answering -= 1;
        if (this.#isEnding || listener !== this.#current) response.headers.set("Connection", "close");
        return response;
      });
    };
  }

  async stop(abrupt: boolean): Promise<void> {
    const all = [...this.#leaving, ...(this.#current ? [this.#current] : [])];
    await Promise.all(all.map((each) => each.stop(abrupt)));
  }
}

// The listener that takes new connections, and those that it took over from, until their last client has left.

import type { Listener } from "./client-address.ts";

export interface Stoppable extends Listener {
  /** Takes no new connections and closes idle ones; resolves when the others are done. Cuts them off where `abrupt`. */
  stop(abrupt: boolean): Promise<void>;
}

/**
 * A listener that stops closes the connections that are idle, and a client that asks over one of them just then loses its
 * request. So each of its answers asks for another connection for so long before: whoever is busy has left by then.
 */
const LEAVE_MS = 2_000;

export class Listeners<Each extends Stoppable> {
  #current: Each | undefined;
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
    }, LEAVE_MS);
    timer.unref();
  }

  isLeaving(listener: Listener): boolean {
    return listener !== this.#current;
  }

  async stop(abrupt: boolean): Promise<void> {
    const all = [...this.#leaving, ...(this.#current ? [this.#current] : [])];
    await Promise.all(all.map((each) => each.stop(abrupt)));
  }
}

// The listener that takes new connections, those that it took over from, and how their clients are sent away.

import { andThen } from "../inventory/eventually.ts";
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
const LEAVE_MS = 2_000;

export class Listeners<Each extends Stoppable> {
  #current: Each | undefined;
  #isEnding = false;
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

  /** From now on every answer of every listener ends its connection, so that clients come back elsewhere. */
  sendAway(): void {
    this.#isEnding = true;
  }

  /** The handler, whose answers end their connections where its listener leaves: the runtime closes them behind it. */
  answering(handler: Handler): Handler {
    return (request, listener) =>
      andThen(handler(request, listener), (response) => {
        if (this.#isEnding || listener !== this.#current) response.headers.set("Connection", "close");
        return response;
      });
  }

  async stop(abrupt: boolean): Promise<void> {
    const all = [...this.#leaving, ...(this.#current ? [this.#current] : [])];
    await Promise.all(all.map((each) => each.stop(abrupt)));
  }
}

// The listener that accepts connections, and the previous ones, which finish theirs after a handover.

import { andThen } from "../inventory/awaitable.ts";
import type { Listener } from "./client-address.ts";
import type { Finisher, Handler } from "./operation.ts";

interface Stoppable extends Listener {
  /** Stops accepting connections and closes idle ones; resolves when all are closed. `abrupt` closes them at once. */
  stop(abrupt: boolean): Promise<void>;
}

/**
 * A listener that stops closes idle connections, and a request that a client sends on one at that moment is lost. So for
 * this time before the stop each response closes its connection: clients that are active have reconnected by then.
 */
const HANDOVER_MS = 2_000;

export class Listeners<Server extends Stoppable> {
  #current: Server | undefined;
  readonly #previous = new Set<Server>();
  #closesKeepAlives = false;
  #pendingHandlers = 0;

  /** Requests whose handlers have not responded yet. */
  get pendingHandlers(): number {
    return this.#pendingHandlers;
  }

  /** For a while both listeners share the port, so that it is never closed. */
  takeOver(next: Server): void {
    const previous = this.#current;
    this.#current = next;
    if (previous === undefined) return;
    this.#previous.add(previous);
    const timer = setTimeout(async () => {
      await previous.stop(false);
      this.#previous.delete(previous);
    }, HANDOVER_MS);
    timer.unref();
  }

  /** From now on each response closes its connection, so that clients connect to another server. */
  closeKeepAlives(): void {
    this.#closesKeepAlives = true;
  }

  /**
   * Counts the requests of a handler until their responses, and completes these: with the `finishers`, and with `Connection: close`
   * for a previous listener, and for all after `closeKeepAlives`. One step for all of them, because each further one takes time,
   * and a promise where the response is asynchronous.
   */
  completing(handler: Handler, finishers: readonly Finisher[]): Handler {
    const complete = (response: Response, request: Request, listener: Listener) => {
      this.#pendingHandlers -= 1;
      for (const finish of finishers) finish(response, request);
      if (this.#closesKeepAlives || listener !== this.#current) response.headers.set("Connection", "close");
      return response;
    };
    return (request, listener) => {
      this.#pendingHandlers += 1;
      return andThen(handler(request, listener), (response) => complete(response, request, listener));
    };
  }

  async stop(abrupt: boolean): Promise<void> {
    const all = [...this.#previous, ...(this.#current ? [this.#current] : [])];
    await Promise.all(all.map((each) => each.stop(abrupt)));
  }
}

// A link with a key that this page does not use: the person decides whether it signs in, also in a browser without a key. Otherwise
// a link from a stranger could make a person work under another name without noticing it.

import { PetstockError, type RequestError } from "../../client/client.ts";
import type { ConnectedEnvironment } from "../data/inventory-source.ts";
import type { LinkQuestion, StateStore } from "../state/state.ts";
import { readMe } from "./identify.ts";

interface LinkOfferEvents {
  /** The service cannot say now whose key it is; it is asked again. */
  readonly onTrouble: (error: RequestError) => void;
  /** The service does not accept the link's key: there is no question. */
  readonly onRefused: (error: PetstockError) => void;
}

export class LinkOffer {
  readonly #store: StateStore;
  readonly #connect: ConnectedEnvironment["connect"];
  readonly #events: LinkOfferEvents;
  #open: { readonly apiKey: string; readonly ending: AbortController } | undefined;

  constructor(store: StateStore, connect: ConnectedEnvironment["connect"], events: LinkOfferEvents) {
    this.#store = store;
    this.#connect = connect;
    this.#events = events;
  }

  /** Asks once the service has said whose key it is, or once it is known that it never will: nothing is stored or shown before. */
  async ask(apiKey: string): Promise<void> {
    this.take();
    const ending = new AbortController();
    this.#open = { apiKey, ending };
    const { onTrouble, onRefused } = this.#events;
    try {
      const me = await readMe(this.#connect(apiKey).admin, ending.signal, onTrouble);
      if (!ending.signal.aborted) this.#show({ me });
    } catch (error) {
      if (ending.signal.aborted) return;
      this.take();
      if (error instanceof PetstockError) onRefused(error);
    }
  }

  /** Ends the question; gives the link's key, if there is one. */
  take(): string | undefined {
    const { apiKey, ending } = this.#open ?? {};
    ending?.abort();
    this.#open = undefined;
    this.#show(undefined);
    return apiKey;
  }

  #show(offer: LinkQuestion | undefined): void {
    const { session } = this.#store.state;
    if (session.offer !== offer) this.#store.set({ session: { ...session, offer } });
  }
}

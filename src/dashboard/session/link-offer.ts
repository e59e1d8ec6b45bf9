// A link with a key that this page does not use, or with a code for one: the person decides whether it signs in, also in a browser without a key. Otherwise
// a link from a stranger could make a person work under another name without noticing it.

import type { RequestError } from "../../client/client.ts";
import type { ConnectedEnvironment } from "../data/inventory-source.ts";
import type { LinkQuestion, StateStore } from "../state/state.ts";
import { KEY_PREFIX } from "../../inventory/key-form.ts";
import { readMe } from "./identify.ts";

/** Of a link that works once; otherwise it is the key itself. */
export function isCode(secret: string): boolean {
  return !secret.startsWith(KEY_PREFIX);
}

interface LinkOfferEvents {
  /** The service cannot say now whose key it is; it is asked again. */
  readonly onTrouble: (error: RequestError) => void;
  /** The service does not accept the link: there is no question. The message of any other error is for the person. */
  readonly onRefused: (error: Error) => void;
}

export class LinkOffer {
  readonly #store: StateStore;
  readonly #environment: ConnectedEnvironment;
  readonly #events: LinkOfferEvents;
  #open: { readonly secret: string; readonly ending: AbortController } | undefined;

  constructor(store: StateStore, environment: ConnectedEnvironment, events: LinkOfferEvents) {
    this.#store = store;
    this.#environment = environment;
    this.#events = events;
  }

  /**
   * Asks once the service has said whose key it is, or once it is known that it never will: nothing is stored or shown before. The secret
   * is an API key or a code.
   */
  async ask(secret: string): Promise<void> {
    this.take();
    const ending = new AbortController();
    this.#open = { secret, ending };
    try {
      const me = await this.#ownerOf(secret, ending.signal);
      if (!ending.signal.aborted) this.#show({ me, once: isCode(secret) });
    } catch (error) {
      if (ending.signal.aborted) return;
      this.take();
      this.#events.onRefused(error as Error);
    }
  }

  async #ownerOf(secret: string, signal: AbortSignal): Promise<LinkQuestion["me"]> {
    const { connect, service } = this.#environment;
    const { onTrouble } = this.#events;
    if (!isCode(secret)) return readMe(connect(secret).admin, signal, onTrouble);
    const { ownerOf } = await import("./link-code.ts");
    return ownerOf(service, secret, { signal, onTrouble });
  }

  /** Ends the question; gives the link's key or code, if there is one. */
  take(): string | undefined {
    const { secret, ending } = this.#open ?? {};
    ending?.abort();
    this.#open = undefined;
    this.#show(undefined);
    return secret;
  }

  #show(offer: LinkQuestion | undefined): void {
    const { session } = this.#store.state;
    if (session.offer !== offer) this.#store.set({ session: { ...session, offer } });
  }
}

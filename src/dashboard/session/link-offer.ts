// A link that was opened while another key is signed in: the person decides which key to use. Otherwise a link from another person could
// make a person work under another name without noticing it.

import { PetstockError } from "../../client/client.ts";
import type { Environment } from "../app/environment.ts";
import type { StateStore } from "../app/state.ts";
import { refusalMessage } from "./refusal-message.ts";

export class LinkOffer {
  readonly #store: StateStore;
  readonly #environment: Pick<Environment, "connect" | "now">;
  #key: string | undefined;

  constructor(store: StateStore, environment: Pick<Environment, "connect" | "now">) {
    this.#store = store;
    this.#environment = environment;
  }

  /** Asks at once; the name of the link's key follows. Without a question if the service refuses that key. */
  async open(apiKey: string): Promise<void> {
    this.#key = apiKey;
    this.#show({ name: undefined });
    try {
      const { name } = await this.#environment.connect(apiKey).admin.me();
      if (this.#key === apiKey) this.#show({ name });
    } catch (error) {
      // Without the Admin API the key has no name.
      if (this.#key !== apiKey || !(error instanceof PetstockError) || error.status !== 401) return;
      this.take();
      const reason = refusalMessage(error, { expiresAt: undefined, now: this.#environment.now() });
      const text = `You are still signed in with your own key. The link's: ${reason}`;
      this.#store.set({ notice: { text, tone: "bad", undo: undefined } });
    }
  }

  /** Ends the question; gives the link's key, if there is one. */
  take(): string | undefined {
    const key = this.#key;
    this.#key = undefined;
    this.#show(undefined);
    return key;
  }

  #show(offer: { readonly name: string | undefined } | undefined): void {
    const { session } = this.#store.state;
    if (session.offer !== offer) this.#store.set({ session: { ...session, offer } });
  }
}

// One key at work, from the first request with it until it is refused or replaced: follows the inventory, and asks whose key it is.

import type { InventoryItem, Me, PetstockAdmin, PetstockClient, RequestError } from "../../client/client.ts";
import type { InventorySource, Clients, ConnectedEnvironment } from "../data/inventory-source.ts";
import type { LiveData } from "../data/live-data.ts";
import type { Pets } from "../data/pets.ts";
import { probeReadOnly, readMe } from "./identify.ts";

interface LoginOptions {
  readonly environment: ConnectedEnvironment;
  readonly pets: Pets;
  readonly live: LiveData;
  readonly apiKey: string;
  readonly isByLink: boolean;
}

interface LoginEvents {
  /** The service accepts the key. */
  readonly onAccepted: () => void;
  /** Whose key it is; undefined where the Admin API is not reachable. */
  readonly onMe: (me: Me | undefined) => void;
  /** The result of a first update, where the Admin API is not reachable. */
  readonly onReadOnly: (isReadOnly: boolean) => void;
  /** After each list, with the time of its request (`performance.now()`). */
  readonly onList: (requestedAt: number) => void;
  /** The service cannot answer now; it is asked again. */
  readonly onTrouble: (error: RequestError) => void;
  /** Before the first rows, the service is not asked again. */
  readonly onFailed: (error: unknown) => void;
}

export class Login implements Clients {
  readonly client: PetstockClient;
  readonly admin: PetstockAdmin;
  readonly source: InventorySource;
  readonly apiKey: string;
  readonly isByLink: boolean;
  readonly #options: LoginOptions;
  readonly #events: LoginEvents;
  readonly #stopping = new AbortController();
  /** Whether an update must show what the key may do. */
  #needsProbe = false;

  constructor(options: LoginOptions, events: LoginEvents) {
    const { client, admin, source } = options.environment.connect(options.apiKey);
    this.client = client;
    this.admin = admin;
    this.source = source;
    this.apiKey = options.apiKey;
    this.isByLink = options.isByLink;
    this.#options = options;
    this.#events = events;
  }

  start(): void {
    for (const work of [this.#follow(), this.#identify()])
      void work.catch((error: unknown) => {
        if (!this.#stopping.signal.aborted) this.#events.onFailed(error);
      });
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #follow(): Promise<void> {
    const { live, pets } = this.#options;
    const { onAccepted, onList, onTrouble, onFailed } = this.#events;
    await live.followPets(this, this.#stopping.signal, {
      onFirstRows: onAccepted,
      onTrouble,
      onFailed,
      onAnswer: (requestedAt) => {
        onAccepted();
        onList(requestedAt);
        void this.#probe(pets.first);
      },
    });
  }

  async #identify(): Promise<void> {
    const { signal } = this.#stopping;
    const me = await readMe(this.admin, signal);
    signal.throwIfAborted();
    this.#needsProbe = me === undefined;
    this.#events.onMe(me);
    if (me !== undefined) this.#options.live.allowLabels();
  }

  async #probe(item: InventoryItem | undefined): Promise<void> {
    if (!this.#needsProbe || item === undefined) return;
    this.#needsProbe = false;
    const isReadOnly = await probeReadOnly(this.client, item);
    if (!this.#stopping.signal.aborted) this.#events.onReadOnly(isReadOnly);
  }
}

// Signing in and out, and the API key of the session.

import { PetstockClient, PetstockError } from "../../client/client.ts";
import type { InventoryItem } from "../../client/client.ts";
import type { Environment } from "./environment.ts";
import { followInventory } from "./live-inventory.ts";
import { SIGNED_OUT, type StateStore } from "./state.ts";
import { StoredKey } from "./stored-key.ts";

export interface SessionOptions {
  readonly store: StateStore;
  readonly environment: Environment;
  /** Called after each list, with the time of its request (`performance.now()`). */
  readonly onList: (requestedAt: number) => void;
  /** Called after signing out. */
  readonly onSignOut: () => void;
}

export class Session {
  readonly #options: SessionOptions;
  readonly #store: StateStore;
  readonly #storedKey: StoredKey;
  #client: PetstockClient | undefined;
  #signOut = new AbortController();
  #following: AbortController | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#store = options.store;
    this.#storedKey = new StoredKey(options.environment.storage, () => this.#end());
  }

  get client(): PetstockClient {
    if (this.#client === undefined) throw new Error("signed out");
    return this.#client;
  }

  /** Aborted when this session ends by signing out. */
  get signOutSignal(): AbortSignal {
    return this.#signOut.signal;
  }

  isCurrent(client: PetstockClient): boolean {
    return client === this.#client;
  }

  /** Signs in with the key that this browser stores, if any. */
  resume(): void {
    const apiKey = this.#storedKey.read();
    if (apiKey === undefined) return;
    // The key worked before, so a reload shows the inventory loading, and not the sign-in form.
    this.#store.set({ session: { phase: "in", checking: true, remember: true, message: undefined } });
    this.signIn(apiKey, { remember: true });
  }

  /** The session begins when the list arrives. The key stays in memory; `remember` also stores it in the browser. */
  signIn(typed: string, { remember }: { remember: boolean }): void {
    const apiKey = typed.trim();
    const session = { ...this.#store.state.session, remember };
    try {
      this.#client = this.#options.environment.connect(apiKey);
    } catch {
      const message = "API keys start with petstock_. Paste only the key.";
      return this.#store.set({ session: { ...session, checking: false, message } });
    }
    this.#store.set({ session: { ...session, checking: true, message: undefined } });
    this.#following?.abort();
    this.#following = new AbortController();
    const { signal } = this.#following;
    void this.#follow(this.#client, apiKey, signal).catch((error: unknown) => {
      if (!signal.aborted) this.#onLoadError(error);
    });
  }

  /** In this tab and all others of this browser. */
  signOut(): void {
    this.#end();
    this.#storedKey.signOut();
  }

  /** Handles errors that concern the key, unless the client is no longer current. */
  onKeyError(error: unknown, client: PetstockClient): void {
    if (!this.isCurrent(client) || !(error instanceof PetstockError)) return;
    if (error.status === 401) this.#refuse();
    if (error.code === "read_only_api_key") this.#store.set({ readOnly: true });
  }

  /** Stops all requests and listeners. */
  close(): void {
    this.#following?.abort();
    this.#signOut.abort();
    this.#storedKey.close();
  }

  #end(): void {
    this.#following?.abort();
    this.#client = undefined;
    this.#signOut.abort();
    this.#signOut = new AbortController();
    this.#store.set(SIGNED_OUT);
    this.#options.onSignOut();
  }

  async #follow(client: PetstockClient, apiKey: string, signal: AbortSignal): Promise<void> {
    const { store, environment, onList } = this.#options;
    let isProbed = false;
    const onFirstRows = (): void => this.#begin(apiKey);
    const onAnswer = (requestedAt: number): void => {
      onFirstRows();
      onList(requestedAt);
      const [first] = store.state.rows;
      if (isProbed || first === undefined) return;
      isProbed = true;
      void this.#probeReadOnly(client, first);
    };
    await followInventory({ store, client, environment, signal, onFirstRows, onAnswer });
  }

  #begin(apiKey: string): void {
    const { session } = this.#store.state;
    if (session.phase === "in" && !session.checking) return;
    this.#store.set({ session: { ...session, phase: "in", checking: false, message: undefined } });
    if (!session.remember || this.#storedKey.save(apiKey)) return;
    const text = "This browser cannot store the key: sign in again after a reload";
    this.#store.set({ notice: { text, tone: "bad", undo: undefined } });
  }

  /** Sends an update that changes nothing, guarded with the current row: it leaves no trace, but a read-only key gets 403. */
  async #probeReadOnly(client: PetstockClient, item: InventoryItem): Promise<void> {
    const answer = client.updateInventory(item.petId, item.quantity, { ifUnchanged: item });
    const readOnly = await answer.then(
      () => false,
      (error: unknown) => error instanceof PetstockError && error.code === "read_only_api_key",
    );
    if (this.isCurrent(client)) this.#store.set({ readOnly });
  }

  #onLoadError(error: unknown): void {
    if (error instanceof PetstockError && error.status === 401) return this.#refuse();
    const { session } = this.#store.state;
    const message = `Could not load the inventory: ${error instanceof Error ? error.message : "unknown error"}`;
    this.#store.set({ session: { ...session, checking: false, message } });
  }

  #refuse(): void {
    this.#following?.abort();
    this.#storedKey.remove();
    const { session, loading } = this.#store.state;
    const phase = session.phase === "out" || loading === "none" ? "out" : "refused";
    const message =
      phase === "out"
        ? "Invalid API key. Check that it is complete and not revoked."
        : "This key was revoked or has expired.";
    this.#store.set({ session: { ...session, phase, checking: false, message } });
  }
}

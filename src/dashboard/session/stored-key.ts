// The API key in the browser's local storage: it signs in new tabs and after a reload, until a sign-out in any tab. On a shared
// computer it is not stored. Session storage is no alternative there: browsers write that to disk too, to restore tabs after a
// crash.

import type { KeyStorage, TextStorage } from "../state/environment.ts";

const KEY = "petstock-api-key";
/** When the stored key ends, so that a later refusal can say since when. */
const EXPIRY = "petstock-api-key-expires";
/** Kept by a sign-out, so that the next person's key is not stored either. */
const SHARED = "petstock-shared-computer";

export class StoredKey {
  readonly #storage: KeyStorage;
  readonly #signOuts = new BroadcastChannel("petstock-sign-out");

  /** `onSignOut` is called when another tab signs out. */
  constructor(storage: KeyStorage, onSignOut: () => void) {
    this.#storage = storage;
    this.#signOuts.addEventListener("message", onSignOut);
    // Earlier versions stored the key there without asking.
    unlessBlocked(() => storage.session().removeItem(KEY));
  }

  /** Whether the user has said that other people use this browser. */
  get isShared(): boolean {
    return this.#read(SHARED) !== undefined;
  }

  /** When this key ends (RFC 3339); undefined if it is not stored, if that is unknown, or if it never ends. */
  expiryOf(apiKey: string): string | undefined {
    return this.read() === apiKey ? this.#read(EXPIRY) : undefined;
  }

  read(): string | undefined {
    return this.#read(KEY);
  }

  /** False when the browser blocks storage. */
  save(apiKey: string): boolean {
    return this.#change((local) => {
      local.setItem(KEY, apiKey);
      local.removeItem(EXPIRY);
      local.removeItem(SHARED);
    });
  }

  /** Does nothing if another key is stored. */
  noteExpiry(apiKey: string, expiresAt: string): void {
    if (this.read() === apiKey) this.#change((local) => local.setItem(EXPIRY, expiresAt));
  }

  /** Removes the key, unless another tab has stored another one. */
  remove(apiKey: string): void {
    if (this.read() === apiKey) this.#forget();
  }

  /** Removes the key, and remembers that this browser is shared. */
  share(): void {
    this.#forget();
    this.#change((local) => local.setItem(SHARED, "yes"));
  }

  /** Removes the key and signs all other tabs of this browser out. */
  signOut(): void {
    this.#forget();
    this.#signOuts.postMessage("signed out");
  }

  close(): void {
    this.#signOuts.close();
  }

  #forget(): void {
    this.#change((local) => {
      local.removeItem(KEY);
      local.removeItem(EXPIRY);
    });
  }

  #read(name: string): string | undefined {
    return unlessBlocked(() => this.#storage.local().getItem(name)) ?? undefined;
  }

  #change(change: (local: TextStorage) => void): boolean {
    const isDone = unlessBlocked(() => {
      change(this.#storage.local());
      return true;
    });
    return isDone === true;
  }
}

/** Undefined when the browser blocks storage: reading the property already throws then. */
function unlessBlocked<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

// The API key in the browser's local storage. Written only when the user asks for it, and removed by a sign-out in any tab.
// Session storage is no alternative: browsers write that to disk too, to restore tabs after a crash.

import type { KeyStorage } from "./environment.ts";

const NAME = "petstock-api-key";

export class StoredKey {
  readonly #storage: KeyStorage;
  readonly #signOuts = new BroadcastChannel("petstock-sign-out");

  /** `onSignOut` is called when another tab signs out. */
  constructor(storage: KeyStorage, onSignOut: () => void) {
    this.#storage = storage;
    this.#signOuts.addEventListener("message", onSignOut);
    // Earlier versions stored the key there without asking.
    unlessBlocked(() => storage.session().removeItem(NAME));
  }

  read(): string | undefined {
    return unlessBlocked(() => this.#storage.local().getItem(NAME)) ?? undefined;
  }

  /** False when the browser blocks storage. */
  save(apiKey: string): boolean {
    const isSaved = unlessBlocked(() => {
      this.#storage.local().setItem(NAME, apiKey);
      return true;
    });
    return isSaved === true;
  }

  remove(): void {
    unlessBlocked(() => this.#storage.local().removeItem(NAME));
  }

  /** Removes the key and signs all other tabs of this browser out. */
  signOut(): void {
    this.remove();
    this.#signOuts.postMessage("signed out");
  }

  close(): void {
    this.#signOuts.close();
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

// The API key between two visits: this browser keeps it only where the person wants that, until a sign-out in any tab.
// Browsers write both of their storages to disk, sessionStorage too (to restore tabs after a crash).

const PLACE = "petstock-api-key";

export class KeptKey {
  readonly #signOuts = new BroadcastChannel("petstock-sign-out");

  /** `onSignOut` is called where another tab has signed out. */
  constructor(onSignOut: () => void) {
    this.#signOuts.addEventListener("message", onSignOut);
    // A former version kept the key there, unasked.
    withStorage(() => sessionStorage.removeItem(PLACE));
  }

  read(): string | undefined {
    return withStorage(() => localStorage.getItem(PLACE)) ?? undefined;
  }

  /** Whether the browser keeps it: one that is told to keep nothing does not. */
  keep(apiKey: string): boolean {
    const isKept = withStorage(() => {
      localStorage.setItem(PLACE, apiKey);
      return true;
    });
    return isKept === true;
  }

  forget(): void {
    withStorage(() => localStorage.removeItem(PLACE));
  }

  /** In all tabs of this browser. */
  signOut(): void {
    this.forget();
    this.#signOuts.postMessage("signed out");
  }
}

/** Undefined where the browser lets no page keep anything: even asking for a storage throws then. */
function withStorage<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

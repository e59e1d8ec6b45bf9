// Lets the dashboard open without a network while the browser stores the key: ../service-worker.ts keeps the page's files.
// Browsers have service workers on https and on the machine itself; elsewhere, or where they are blocked, the page needs a network.

import type { StateStore } from "../state/state.ts";

/** The service worker's cache. */
export const OFFLINE_CACHE = "petstock-dashboard";

const SCRIPT = "/service-worker.js";

/** Registers the service worker when a session with a stored key begins; removes it when the user is signed out. */
export function followSession(store: StateStore): void {
  let last: boolean | undefined;
  let done: Promise<void> = Promise.resolve();
  const follow = (): void => {
    const { phase, checking, remember } = store.state.session;
    const isWanted = phase === "out" ? false : phase === "in" && !checking && remember ? true : last;
    if (isWanted === last) return;
    last = isWanted;
    // One after the other: a sign-out may follow while the browser still registers it.
    done = done.then(isWanted === true ? registerOffline : unregisterOffline);
  };
  store.subscribe(follow);
  follow();
}

/** Where the browser blocks service workers, nothing happens; the same below. */
async function registerOffline(): Promise<void> {
  await workers()
    ?.register(SCRIPT, { updateViaCache: "none" })
    .catch(() => undefined);
}

/** Also removes what is stored. */
async function unregisterOffline(): Promise<void> {
  try {
    const registration = await workers()?.getRegistration(SCRIPT);
    if (registration === undefined) return;
    await registration.unregister();
    await caches.delete(OFFLINE_CACHE);
  } catch {
    // Blocked.
  }
}

function workers(): ServiceWorkerContainer | undefined {
  return "serviceWorker" in navigator ? navigator.serviceWorker : undefined;
}

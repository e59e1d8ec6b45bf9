// The browser's page, as the dashboard's state uses it.

import { PetstockClient } from "../client/client.ts";
import { type AddressBar, type Environment, TIMING } from "./state/environment.ts";

export function browserEnvironment(): Environment {
  return {
    connect: (apiKey) => new PetstockClient({ url: location.origin, apiKey }),
    address: ADDRESS_BAR,
    storage: { local: () => localStorage, session: () => sessionStorage },
    untilVisible,
    now: () => Date.now(),
    timing: TIMING,
  };
}

const ADDRESS_BAR: AddressBar = {
  query: () => location.search,
  push: (query) => history.pushState(null, "", location.pathname + query),
  replace: (query) => history.replaceState(null, "", location.pathname + query),
  onNavigate: (listener) => addEventListener("popstate", listener),
};

function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (document.visibilityState !== "visible" && !signal.aborted) return;
      document.removeEventListener("visibilitychange", check);
      signal.removeEventListener("abort", check);
      resolve();
    };
    document.addEventListener("visibilitychange", check);
    signal.addEventListener("abort", check);
    check();
  });
}

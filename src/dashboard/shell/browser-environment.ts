// The browser's page, as the dashboard's state uses it.

import { PetstockAdmin, PetstockClient } from "../../client/client.ts";
import { chooseLanguage } from "../language/language.ts";
import { browserAddressBar } from "./address-bar.ts";
import { browserRecords } from "./browser-records.ts";
import { WorkerSource } from "../data/worker-source.ts";
import type { ConnectedEnvironment } from "../data/inventory-source.ts";
import { type TabLocks, TIMING } from "../state/environment.ts";

export function browserEnvironment(): ConnectedEnvironment {
  const service = { url: location.origin };
  return {
    service,
    connect: (apiKey) => {
      const options = { ...service, apiKey };
      return {
        client: new PetstockClient(options),
        admin: new PetstockAdmin(options),
        source: new WorkerSource({ ...options, openWorker: openDataWorker }),
      };
    },
    openImportWorker,
    openScanWorker,
    address: browserAddressBar(),
    records: browserRecords(),
    locks: LOCKS,
    storage: { local: () => localStorage, session: () => sessionStorage },
    visibility: { isVisible, untilVisible, onChange: onVisibilityChange },
    now: () => Date.now(),
    serverTime,
    chooseLanguage: (language) => chooseLanguage(language, () => localStorage),
    timing: TIMING,
  };
}

/** On http, except on the machine itself, browsers have no locks: then what pages do twice must be harmless. */
const LOCKS: TabLocks = {
  hold: (name) => void navigator.locks?.request(name, () => new Promise(() => {})).catch(() => {}),
  ifFree: (name, work) =>
    navigator.locks === undefined
      ? work()
      : navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock === null ? undefined : work())),
  whenFree: (name, work) => (navigator.locks === undefined ? work() : navigator.locks.request(name, work)),
};

/** From the response's `Date`. */
async function serverTime(): Promise<number> {
  const { headers } = await fetch("/livez", { cache: "no-store" });
  const at = Date.parse(headers.get("Date") ?? "");
  // A proxy may remove it.
  return Number.isNaN(at) ? Date.now() : at;
}

function openDataWorker(): Worker {
  return new Worker("/data-worker.js", { type: "module", name: "data" });
}

function openScanWorker(): Worker {
  return new Worker("/scan-worker.js", { type: "module", name: "scan" });
}

function openImportWorker(): Worker {
  return new Worker("/import-worker.js", { type: "module", name: "import" });
}

function isVisible(): boolean {
  return document.visibilityState === "visible";
}

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  addEventListener("online", listener);
  addEventListener("offline", listener);
  // A page from the back/forward cache has lost its connections.
  addEventListener("pageshow", listener);
  return () => {
    document.removeEventListener("visibilitychange", listener);
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
    removeEventListener("pageshow", listener);
  };
}

function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!isVisible() && !signal.aborted) return;
      document.removeEventListener("visibilitychange", check);
      signal.removeEventListener("abort", check);
      resolve();
    };
    document.addEventListener("visibilitychange", check);
    signal.addEventListener("abort", check);
    check();
  });
}

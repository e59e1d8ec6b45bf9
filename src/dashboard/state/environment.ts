// The state's access to the browser. Implemented by shell/browser-environment.ts, and by tests, so that the state runs without a DOM.

import type { Language } from "../language/locale.ts";
import type { OpenRecords } from "./records.ts";

export interface Environment {
  /** Starts the worker that reads files to import. Throws where workers are blocked. */
  readonly openImportWorker: () => Worker;
  /** Starts the worker that decodes the camera's pictures. Throws where workers are blocked. */
  readonly openScanWorker: () => Worker;
  readonly address: AddressBar;
  readonly storage: KeyStorage;
  readonly records: OpenRecords;
  readonly locks: TabLocks;
  readonly visibility: Visibility;
  /** Milliseconds since 1970; keeps counting while the machine sleeps. */
  readonly now: () => number;
  /** The same by the service's clock, to the second. Rejects without a connection. */
  readonly serverTime: () => Promise<number>;
  /** From now on texts are in this language, also after a reload. Rejects, with nothing changed, where its file cannot be loaded. */
  readonly chooseLanguage: (language: Language) => Promise<void>;
  readonly timing: Timing;
}

/** Whether the page is visible, and the network can be used. */
export interface Visibility {
  readonly isVisible: () => boolean;
  /** Resolves when the page is visible, or when the signal is aborted. */
  readonly untilVisible: (signal: AbortSignal) => Promise<void>;
  /** Calls the listener when the page is shown or hidden, goes offline or is online again. Returns the function that unsubscribes. */
  readonly onChange: (listener: () => void) => () => void;
}

/** Tells the pages of one browser apart, also after one was closed or has crashed. */
export interface TabLocks {
  /** Holds the lock for as long as the page is open. */
  readonly hold: (name: string) => void;
  /** Does the work under the lock, unless another page holds it. */
  readonly ifFree: (name: string, work: () => Promise<void>) => Promise<void>;
  /** Does the work under the lock, once no other page holds it. */
  readonly whenFree: (name: string, work: () => Promise<void>) => Promise<void>;
}

export interface AddressBar {
  /** The path of the address, such as `/activity`. */
  readonly path: () => string;
  /** The query of the address: `?q=30`, or empty. */
  readonly query: () => string;
  /** Adds a step to the browser's history. Takes a path, a query, or both. */
  readonly push: (address: string) => void;
  readonly replace: (address: string) => void;
  /**
   * The fragment if it holds an API key or a link's code, which is then removed from the address and from this tab's steps back and forward; otherwise
   * empty. The browser's list of visited pages keeps it.
   */
  readonly takeKeyFragment: () => string;
  /** Calls the listener when the user opens another fragment of the open page. */
  readonly onFragment: (listener: () => void) => void;
  /** Calls the listener when the user goes back or forward. */
  readonly onNavigate: (listener: () => void) => void;
}

/** Both functions throw when the browser blocks storage for this page. */
export interface KeyStorage {
  readonly local: () => TextStorage;
  readonly session: () => TextStorage;
}

export interface TextStorage {
  getItem: (name: string) => string | null;
  setItem: (name: string, value: string) => void;
  removeItem: (name: string) => void;
}

export interface Timing {
  /** Minimum time between two requests for the list. */
  readonly pollIntervalMs: number;
  /** Minimum time between two paints of a list that is still loading. */
  readonly paintIntervalMs: number;
  /** How often the page checks that it is up to date. */
  readonly checkIntervalMs: number;
  /** How long a row that others changed is marked. */
  readonly changeMarkMs: number;
  /** How long a row shows "Saved". */
  readonly savedMarkMs: number;
}

export const TIMING: Timing = {
  // Short enough to feel live. The client waits longer when the list takes long to load.
  pollIntervalMs: 2000,
  // Often enough to show progress, seldom enough not to slow the load down.
  paintIntervalMs: 100,
  checkIntervalMs: 1000,
  changeMarkMs: 8000,
  savedMarkMs: 2500,
};

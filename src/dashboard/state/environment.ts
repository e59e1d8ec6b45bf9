// What the state needs from its page. The browser's version is ../browser-environment.ts; tests pass their own, so the state
// runs without a DOM.

import type { PetstockClient } from "../../client/client.ts";

export interface Environment {
  /** Throws for text that cannot be an API key, such as one with spaces. */
  readonly connect: (apiKey: string) => PetstockClient;
  readonly address: AddressBar;
  readonly storage: KeyStorage;
  /** Resolves when the page is visible, or when the signal is aborted. */
  readonly untilVisible: (signal: AbortSignal) => Promise<void>;
  /** Milliseconds since 1970; keeps counting while the machine sleeps. */
  readonly now: () => number;
  readonly timing: Timing;
}

export interface AddressBar {
  /** The query of the page's address: `?q=30`, or empty. */
  readonly query: () => string;
  /** Adds a step to the browser's history. */
  readonly push: (query: string) => void;
  readonly replace: (query: string) => void;
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
  changeMarkMs: 8000,
  savedMarkMs: 2500,
};

// The signs of life in open streams: comments while the database is the live one and can be reached, and the end where it is
// superseded. They run while any stream is open.

import { StoreError } from "../inventory/store-error.ts";

/** A comment in each stream, so that proxies do not close it: nginx does after 60 s without data. */
const HEARTBEAT_MS = 15_000;
/** Heartbeats of many streams are spread over their interval. */
export const HEARTBEAT_SLOTS = 15;
/** How often to look whether the database is still the live one. */
const LIVE_CHECK_MS = 1_000;

export interface LiveSignsOptions {
  /** Throws a StoreError: `retired` or `unusable` where the database is no longer the live one. */
  readonly ensureLive: () => Promise<void>;
  readonly heartbeatMs?: number | undefined;
  /** The streams of this slot are due for a comment. */
  readonly onHeartbeat: (slot: number) => void;
  readonly onSuperseded: () => void;
}

export class LiveSigns {
  readonly #options: LiveSignsOptions;
  #timers: readonly ReturnType<typeof setInterval>[] = [];
  /** The last check reached the database. */
  #isLive = true;
  #slot = 0;

  constructor(options: LiveSignsOptions) {
    this.#options = options;
  }

  /** The database was reached just now. */
  start(): void {
    this.#isLive = true;
    const { heartbeatMs = HEARTBEAT_MS } = this.#options;
    this.#timers = [
      setInterval(() => this.#beat(), heartbeatMs / HEARTBEAT_SLOTS),
      setInterval(() => void this.#check(), LIVE_CHECK_MS),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  #beat(): void {
    this.#slot = (this.#slot + 1) % HEARTBEAT_SLOTS;
    // A comment proves that nothing was missed, so there is none while the database is away.
    if (this.#isLive) this.#options.onHeartbeat(this.#slot);
  }

  async #check(): Promise<void> {
    try {
      await this.#options.ensureLive();
      this.#isLive = true;
    } catch (error) {
      this.#isLive = false;
      // A database that is away comes back.
      const isSuperseded = error instanceof StoreError && ["retired", "unusable"].includes(error.code);
      if (isSuperseded) this.#options.onSuperseded();
    }
  }
}

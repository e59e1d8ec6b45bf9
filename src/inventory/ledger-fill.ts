// Fills the ledger of an upgraded database while the service runs: older movements get the revision of their pet's previous one,
// older commits their totals.

import { BackgroundWork } from "./background-work.ts";
import { type Clock, steadyClock } from "./clock.ts";
import type { Log } from "./log.ts";

/**
 * `more`: a portion was filled, and others follow. `elsewhere`: another process seems to fill; look again later. `done`: the
 * ledger is filled, or always was.
 */
export type FillStep = "more" | "elsewhere" | "done";

/** Pause after a step, ms. After a portion: about as long as the portion, so that others get the disk. */
const PAUSE_MS: Readonly<Record<FillStep, number>> = { more: 5, elsewhere: 2_000, done: 60_000 };
const PAUSE_AFTER_ERROR_MS = 5_000;

interface Ledger {
  fillLedger(): Promise<FillStep>;
}

/** Fills to the end. */
export async function fillCompletely(ledger: Ledger): Promise<void> {
  for (;;) {
    const step = await ledger.fillLedger();
    if (step === "done") return;
    if (step === "elsewhere") await Bun.sleep(PAUSE_MS.elsewhere);
  }
}

export class LedgerFill implements AsyncDisposable {
  readonly #ledger: Ledger;
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #work: BackgroundWork;
  #startedAt: number | undefined;

  /** Fills until disposed; also what a move brings later. */
  constructor(ledger: Ledger, { log, clock = steadyClock }: { log: Log; clock?: Clock }) {
    this.#ledger = ledger;
    this.#log = log;
    this.#clock = clock;
    this.#work = new BackgroundWork({
      step: () => this.#step(),
      pauseAfterErrorMs: PAUSE_AFTER_ERROR_MS,
      onFailure: (cause) => log.warn("ledger_fill_failed", { cause }),
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#work[Symbol.asyncDispose]();
  }

  async #step(): Promise<number> {
    const step = await this.#ledger.fillLedger();
    this.#note(step);
    return PAUSE_MS[step];
  }

  #note(step: FillStep): void {
    if (step === "more" && this.#startedAt === undefined) {
      this.#startedAt = this.#clock.now();
      this.#log.info("ledger_fill_started");
    }
    if (step === "done" && this.#startedAt !== undefined) {
      this.#log.info("ledger_filled", { seconds: Math.round((this.#clock.now() - this.#startedAt) / 1000) });
      this.#startedAt = undefined;
    }
  }
}

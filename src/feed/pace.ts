// The share of the process's time that delivering events may take. Updates go first: while the process is busy, delivering gets a
// small share of one core, and one event carries the more changes; while it is idle, an event leaves at once (docs/decisions/0030).

import { type Clock, steadyClock } from "../inventory/clock.ts";

/**
 * Least share of one core, however busy the process is. An event costs some 10 µs, nearly all of it one system call, so a round of
 * 1,000 streams takes a third of a second then. With a look every 200 ms, a change of another server still arrives within 500 ms.
 */
const SHARE_MIN = 0.03;
/** Share of one core, less what the rest of the process uses. */
const SHARE_MAX = 0.5;
/**
 * Half of the largest difference. Nearer to it delivering gets more time, however busy the process is: a larger difference is
 * refused, and the clients would have to read the list, which costs more.
 */
const URGENT_BYTES = 1_500_000;
/** The load is measured over this long. */
const WINDOW_MS = 50;
/** How much one look at the waiting updates counts, against all earlier ones. */
const LOOK_WEIGHT = 0.2;
/** Timers are no finer. */
const TIMER_MS = 1;
/** A slice for which a longer rest would be due was most likely interrupted, while other programs had the processors. */
const REST_MS_MAX = 250;

interface PaceOptions {
  /** Default: the steady clock. */
  readonly clock?: Clock;
  /** Whether updates wait for their commit. Processor time alone does not tell: on a busy machine the process gets little of it. */
  readonly isBusy: () => boolean;
  /** Processor time of the process so far, in ms. */
  readonly cpuMs?: () => number;
}

export class Pace {
  readonly #clock: Clock;
  readonly #cpuMs: () => number;
  readonly #isBusy: () => boolean;
  /** Share of a core that the rest of the process uses. */
  #otherLoad = 0;
  /** How often updates waited, 0 to 1. */
  #waiting = 0;
  #measuredAt: number;
  #measuredCpuMs: number;
  /** Spent on delivering since the last measurement. */
  #spentMs = 0;
  /** Still to rest: too short for a timer. */
  #owedMs = 0;

  constructor({ clock = steadyClock, cpuMs = processCpuMs, isBusy }: PaceOptions) {
    this.#isBusy = isBusy;
    this.#clock = clock;
    this.#cpuMs = cpuMs;
    this.#measuredAt = clock.now();
    this.#measuredCpuMs = cpuMs();
  }

  /**
   * How long to rest after `spentMs` of delivering, of events of `bytes` at most. Below 1 ms it adds up, and the result is 0.
   */
  restAfter(spentMs: number, bytes = 0): number {
    this.#spentMs += spentMs;
    this.#measure();
    this.#waiting += (Number(this.#isBusy()) - this.#waiting) * LOOK_WEIGHT;
    const load = Math.max(this.#otherLoad, this.#waiting);
    // Squared: an event of a thousand changes is not urgent.
    const urgent = SHARE_MIN + (SHARE_MAX - SHARE_MIN) * Math.min(1, bytes / URGENT_BYTES) ** 2;
    const share = Math.max(urgent, SHARE_MAX - Math.max(load, 0));
    this.#owedMs += spentMs * (1 / share - 1);
    if (this.#owedMs < TIMER_MS) return 0;
    const restMs = Math.min(this.#owedMs, REST_MS_MAX);
    this.#owedMs = 0;
    return restMs;
  }

  #measure(): void {
    const now = this.#clock.now();
    const elapsedMs = now - this.#measuredAt;
    if (elapsedMs < WINDOW_MS) return;
    const cpuMs = this.#cpuMs();
    this.#otherLoad = (cpuMs - this.#measuredCpuMs - this.#spentMs) / elapsedMs;
    this.#measuredAt = now;
    this.#measuredCpuMs = cpuMs;
    this.#spentMs = 0;
  }
}

/** CPU time of all threads: the writer's work is for updates, too. */
function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

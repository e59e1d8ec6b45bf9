// The pace of a periodic task in the background: each tick while its result is in use, else each tenth tick.

const EVERY = 10;

export class IdlePace {
  readonly #quietTicks: number;
  #quiet = 0;

  /** Rests after so many ticks without a question. */
  constructor(quietTicks: number) {
    this.#quietTicks = quietTicks;
  }

  asked(): void {
    this.#quiet = 0;
  }

  get isResting(): boolean {
    return this.#quiet > this.#quietTicks;
  }

  /** Whether to look at this tick. */
  tick(): boolean {
    this.#quiet += 1;
    return !this.isResting || this.#quiet % EVERY === 0;
  }
}

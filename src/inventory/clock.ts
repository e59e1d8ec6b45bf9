// The clocks: wall clock and steady clock, with timers. Tests pass their own.

export interface Clock {
  /** Milliseconds; since 1970 unless stated otherwise. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export type Timeout = ReturnType<typeof setTimeout>;

/** A clock that also calls back later, as `setTimeout` and `clearTimeout` do. */
export interface TimerClock extends Clock {
  /** `name` says what waits, for clocks of tests. */
  setTimeout(callback: () => void, ms: number, name?: string): Timeout;
  clearTimeout(timeout: Timeout | undefined): void;
}

/** For spans and timers: never set back, and the same on all threads of the process (each has an origin of its own). */
export const steadyClock: TimerClock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (timeout) => clearTimeout(timeout),
};

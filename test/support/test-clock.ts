// A steady clock whose timers a test fires early, so that it need not wait for a deadline that it proves.

import { steadyClock, type Timeout, type TimerClock } from "../../src/inventory/clock.ts";
import { until } from "./until.ts";

interface Timer {
  readonly name: string | undefined;
  readonly ms: number;
  readonly fire: () => void;
}

/** The longest that setTimeout takes. */
const NEVER_MS = 2 ** 31 - 1;

export class TestClock implements TimerClock {
  readonly #timers = new Map<Timeout, Timer>();
  readonly #held: ReadonlySet<string>;
  #aheadMs = 0;

  /** Timers whose names are `held` fire only by `expire`: a busy machine cannot reach them. All others fire in their time. */
  constructor(held: readonly string[] = []) {
    this.#held = new Set(held);
  }

  now(): number {
    return steadyClock.now() + this.#aheadMs;
  }

  /** How many timers are set. */
  get timers(): number {
    return this.#timers.size;
  }

  setTimeout(callback: () => void, ms: number, name?: string): Timeout {
    const isHeld = name !== undefined && this.#held.has(name);
    const fire = () => {
      this.clearTimeout(timeout);
      callback();
    };
    const timeout = setTimeout(fire, isHeld ? NEVER_MS : ms);
    if (isHeld) timeout.unref();
    this.#timers.set(timeout, { name, ms, fire });
    return timeout;
  }

  clearTimeout(timeout: Timeout | undefined): void {
    if (timeout === undefined) return;
    this.#timers.delete(timeout);
    clearTimeout(timeout);
  }

  /** Advances the time and fires no timer. */
  advance(ms: number): void {
    this.#aheadMs += ms;
  }

  /** Fires the timers of this name, and advances the time by their length. Waits until there is one. */
  async expire(name: string): Promise<void> {
    await until(`a timer of ${name}`, () => this.#fire(name));
  }

  /** Waits until a timer of this name is set. */
  async waitFor(name: string): Promise<void> {
    const isSet = () => [...this.#timers.values()].some((timer) => timer.name === name);
    await until(`a timer of ${name}`, isSet);
  }

  /** Fires each timer of this name until the work settles. Settles like it. */
  async expireUntil<T>(work: Promise<T>, name: string): Promise<T> {
    let isSettled = false;
    const settled = work.then(
      () => (isSettled = true),
      () => (isSettled = true),
    );
    await until("the work to settle", () => {
      this.#fire(name);
      return isSettled;
    });
    await settled;
    return work;
  }

  #fire(name: string): boolean {
    const due = [...this.#timers.values()].filter((timer) => timer.name === name);
    this.#aheadMs += Math.max(0, ...due.map(({ ms }) => ms));
    for (const { fire } of due) fire();
    return due.length > 0;
  }
}

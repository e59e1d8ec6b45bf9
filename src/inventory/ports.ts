// What the domain's surroundings hand in: a log, a clock and metrics. Tests hand in their own.

import type { StorageUse } from "./storage-use.ts";

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** One line for each event. Never hand it a key or a body. */
export type Log = Readonly<Record<LogLevel, (event: string, fields?: LogFields) => void>>;

export interface Clock {
  /** Milliseconds; since 1970, where nothing else is said. */
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

export const KEY_REFUSALS = ["malformed", "unknown", "revoked", "expired"] as const;
/** Why an API key is refused. */
export type KeyRefusal = (typeof KEY_REFUSALS)[number];

/** What requests are counted by. `other`: probes, pages, methods that are not taken, addresses where nothing is. */
export const MEASURED_OPERATIONS = ["listInventory", "updateInventory", "other"] as const;
export type MeasuredOperation = (typeof MEASURED_OPERATIONS)[number];

/**
 * Counts what happens. Told of every request, so it must do no more than add up. What is named here as a text comes from a
 * set that is closed: each of them is kept for as long as the process runs.
 */
export interface Metrics {
  /** The time at which something begins, for the calls that want it. Whoever measures nothing reads no clock. */
  now(): number;
  /** A request was answered, as far as its status and headers. */
  answered(operation: MeasuredOperation, status: number, startedAt: number): void;
  /** A group of changes is on disk. */
  committed(changes: number, startedAt: number): void;
  commitFailed(code: string): void;
  /** A change found no place in the queue. */
  changeRefused(): void;
  /** The list has caught up with a store that had changed. */
  caughtUp(startedAt: number): void;
  readerCutOff(): void;
  keyRefused(reason: KeyRefusal): void;
}

const nothing = () => {};

export const noMetrics: Metrics = {
  now: () => 0,
  answered: nothing,
  committed: nothing,
  commitFailed: nothing,
  changeRefused: nothing,
  caughtUp: nothing,
  readerCutOff: nothing,
  keyRefused: nothing,
};

/** What need not be counted, because it can be looked at whenever somebody asks. */
export interface Gauges {
  /** Requests should come here; what `/readyz` says. */
  readonly ready: boolean;
  readonly databaseUp: boolean;
  readonly revision: number;
  readonly pets: number;
  /** Changes that wait for their group. */
  readonly waiting: number;
  readonly listBytes: number;
  /** Of pages that newer ones replaced, kept for slow readers. */
  readonly supersededBytes: number;
  /** To whom a list in pages is being sent. */
  readonly readers: number;
  /** Undefined where the database does not answer. */
  readonly storage: StorageUse | undefined;
  /** When the certificate for https ends, ms since 1970; undefined for http. */
  readonly certificateExpiresAt: number | undefined;
  /** The first end of an API key that is in use, ms since 1970; undefined where none of them ends. */
  readonly keyExpiresAt: number | undefined;
  /** Lines of the log, since the start, that found no room in its buffer. */
  readonly logLinesDropped: number;
}

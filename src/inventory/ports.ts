// What the domain's surroundings hand in: a log and a clock. Tests hand in their own.

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

/** For spans alone: since the process began, and never set. */
export const steadyClock: Clock = { now: () => performance.now() };

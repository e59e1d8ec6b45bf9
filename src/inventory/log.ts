// The log that the parts of the service write to. Tests pass their own.

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Writes one line for each event. Never pass it a key or a body. */
export type Log = Readonly<Record<LogLevel, (event: string, fields?: LogFields) => void>>;
